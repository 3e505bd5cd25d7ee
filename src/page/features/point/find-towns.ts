import { getI18n } from 'react-i18next'
import { searchTowns } from '../../../core/geo/town-search.ts'
import type { SearchHit } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'

const HITS_MAX = 6
const ZOOM = 8

/** Towns matching a text, as positions for the point panel. */
export function findTowns(text: string): SearchHit[] {
  const { lang } = usePage.getState()
  return searchTowns(text, lang, HITS_MAX).map(({ name, lat, lon }) => ({
    selection: { kind: 'point', id: `${lat},${lon}` },
    title: name,
    detail: getI18n().t('search.town'),
    view: { zoom: ZOOM, lat, lon },
  }))
}
