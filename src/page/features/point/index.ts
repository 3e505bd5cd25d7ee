import { getI18n } from 'react-i18next'
import type { MapOverlay, SearchAccess, SearchHit } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'
import { PointLayer } from './point-layer.tsx'

type FindTowns = typeof import('./find-towns.ts').findTowns
let findTowns: FindTowns | null = null
let isLoading = false

/** Searches towns once their names are loaded; the first search loads them, and the search repeats each second. */
function townsNamed(text: string, { isNear }: SearchAccess): SearchHit[] {
  if (findTowns) return findTowns(text, isNear)
  if (!isLoading) {
    isLoading = true
    import('./find-towns.ts').then(
      (code) => {
        findTowns = code.findTowns
      },
      () => {
        isLoading = false
      },
    )
  }
  return []
}

/** The weather at any position: selected by clicking empty map, or by a town's name. */
export const point: MapOverlay = {
  id: 'point',
  order: 90,
  defaultOn: true,
  Layer: lazyPart(() => import('./nearby/fire-area-layer.tsx')),
  FirstLayer: PointLayer, // the handler of clicks on the map must be available at once
  selection: { kind: 'point', urlParam: 'at', Panel: partOnDemand(() => import('./panel/point-panel.tsx')) },
  search: townsNamed,
}

/** As the WMO numbers stations. */
const STATION_NUMBER = /^\d{5}$/

export const station: MapOverlay = {
  id: 'station',
  order: 91,
  defaultOn: true,
  Layer: lazyPart(() => import('./station-layer.tsx')),
  selection: { kind: 'station', urlParam: 'station', Panel: partOnDemand(() => import('./panel/station-panel.tsx')) },
  search(text) {
    const id = text.trim()
    if (!STATION_NUMBER.test(id)) return []
    const words = getI18n()
    const title = words.t('search.station', { id })
    // Its position is unknown before the response: the map does not move.
    return [
      {
        selection: { kind: 'station', id },
        title,
        detail: words.t('search.stationDetail'),
        view: usePage.getState().view,
      },
    ]
  },
}
