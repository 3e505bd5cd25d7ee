import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { parseCoordinates } from '../../../core/geo/coordinates.ts'
import { positionText } from '../../../core/util/format.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { useFind } from '../../live/use-find.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'

const HITS_MAX = 12
/** Zoom at which the surroundings of a place are recognisable. */
export const ZOOM_TO_PLACE = 7

/** The hits of a search text, or without any those with similar names if `orNear`, and a function to open one. */
export function useHits(overlays: readonly MapOverlay[], text: string, orNear = false) {
  const { t } = useTranslation('page')
  const select = usePage((state) => state.select)
  const camera = useCamera()
  useOfNow((nowMs) => (text === '' ? 0 : nowMs)) // search data may load while the user types: searches again each second
  const find = useFind(overlays)
  const wanted = text.trim()
  const found = findHits(wanted, find, t)
  const hits = orNear && wanted && found.length === 0 ? find(wanted, true) : found
  function goTo(hit: SearchHit) {
    select(hit.selection)
    camera.flyTo(hit.view)
  }
  return { hits, goTo }
}

/** Coordinates, else the hits of `find`, best first. */
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
