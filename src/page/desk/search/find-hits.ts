import type { TFunction } from 'i18next'
import { parseCoordinates } from '../../../core/geo/coordinates.ts'
import { positionText } from '../../../core/util/format.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'

const HITS_MAX = 8
/** Near enough to tell a place by its surroundings. */
export const ZOOM_TO_PLACE = 7

/** What a text names: coordinates, else whatever the overlays find by it, best first. */
export function findHits(
  text: string,
  overlays: readonly Pick<MapOverlay, 'search'>[],
  t: TFunction<'page'>,
): SearchHit[] {
  if (text === '') return []
  const place = parseCoordinates(text)
  if (place) {
    const id = `${place.lat},${place.lon}`
    const title = t('search.coordinates', { position: positionText(place.lat, place.lon, 2) })
    return [
      {
        selection: { kind: 'point', id },
        title,
        detail: t('search.position'),
        view: { ...place, zoom: ZOOM_TO_PLACE },
      },
    ]
  }
  return overlays.flatMap((overlay) => overlay.search?.(text) ?? []).slice(0, HITS_MAX)
}
