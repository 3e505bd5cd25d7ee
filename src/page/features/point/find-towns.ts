import { getI18n } from 'react-i18next'
import type { LatLon } from '../../../core/geo/geo.ts'
import { parseSexagesimal } from '../../../core/geo/sexagesimal.ts'
import { nearTowns, searchTowns } from '../../../core/geo/town-search.ts'
import { positionText } from '../../../core/util/format.ts'
import type { SearchHit } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'

const HITS_MAX = 6
const ZOOM = 8

/** Towns matching a text or with a similar name, or a position in degrees and minutes, as positions for the point panel. */
export function findTowns(text: string, isNear = false): SearchHit[] {
  const { lang } = usePage.getState()
  const place = parseSexagesimal(text)
  if (place) return [positionHit(place)]
  const search = isNear ? nearTowns : searchTowns
  return search(text, lang, HITS_MAX).map(({ name, lat, lon }) => ({
    selection: { kind: 'point', id: `${lat},${lon}` },
    title: name,
    detail: getI18n().t('search.town'),
    view: { zoom: ZOOM, lat, lon },
  }))
}

function positionHit(place: LatLon): SearchHit {
  const { t } = getI18n()
  return {
    selection: { kind: 'point', id: `${place.lat},${place.lon}` },
    title: t('search.coordinates', { position: positionText(place.lat, place.lon, 2) }),
    detail: t('search.position'),
    view: { zoom: ZOOM, ...place },
  }
}
