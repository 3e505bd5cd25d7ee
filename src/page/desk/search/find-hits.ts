import type { TFunction } from 'i18next'
import { parseCoordinates } from '../../../core/geo/coordinates.ts'
import { positionText } from '../../../core/util/format.ts'
import type { SearchHit } from '../../live/overlay.ts'

const HITS_MAX = 8
/** Near enough to tell a place by its surroundings. */
export const ZOOM_TO_PLACE = 7

/** What a text names: coordinates, else what `find` finds by it, best first. */
export function findHits(text: string, find: (text: string) => SearchHit[], t: TFunction<'page'>): SearchHit[] {
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
  return find(text).slice(0, HITS_MAX)
}
