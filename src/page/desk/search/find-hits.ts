import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { parseCoordinates } from '../../../core/geo/coordinates.ts'
import { positionText } from '../../../core/util/format.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useFind } from '../../live/use-find.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'

const HITS_MAX = 8
/** Near enough to tell a place by its surroundings. */
export const ZOOM_TO_PLACE = 7

/** What a text names, and how one of these is opened. */
export function useHits(overlays: readonly MapOverlay[], text: string) {
  const { t } = useTranslation('page')
  const select = usePage((state) => state.select)
  const camera = useCamera()
  useNow() // what is searched may come while somebody types: each second looks again
  const hits = findHits(text.trim(), useFind(overlays), t)
  function goTo(hit: SearchHit) {
    select(hit.selection)
    camera.flyTo(hit.view)
  }
  return { hits, goTo }
}

/** What a text names: coordinates, else what `find` finds by it, best first. */
function findHits(text: string, find: (text: string) => SearchHit[], t: TFunction<'page'>): SearchHit[] {
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
