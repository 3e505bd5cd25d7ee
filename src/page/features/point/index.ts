import { lazy } from 'react'
import { getI18n } from 'react-i18next'
import { lazyPart } from '../../live/lazy-part.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import { PointLayer } from './point-layer.tsx'
import { stationStrings, strings } from './strings.ts'

type FindTowns = typeof import('./find-towns.ts').findTowns
let findTowns: FindTowns | null = null
let isLoading = false

/** Towns are looked for once their names are here; the first search fetches them, and the search looks again each second. */
function townsNamed(text: string): SearchHit[] {
  if (findTowns) return findTowns(text)
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

/** The weather at any spot: what a click on empty map selects, and what a town's name leads to. */
export const point: MapOverlay = {
  id: 'point',
  order: 90,
  defaultOn: true,
  FirstLayer: PointLayer, // what answers a click anywhere must not be waited for
  selection: { kind: 'point', urlParam: 'at', Panel: lazy(() => import('./panel/point-panel.tsx')) },
  search: townsNamed,
  strings,
}

/** As the WMO numbers stations. */
const STATION_NUMBER = /^\d{5}$/

/** An observing station by its number. */
export const station: MapOverlay = {
  id: 'station',
  order: 91,
  defaultOn: true,
  Layer: lazyPart(() => import('./station-layer.tsx')),
  selection: { kind: 'station', urlParam: 'station', Panel: lazy(() => import('./panel/station-panel.tsx')) },
  search(text) {
    const id = text.trim()
    if (!STATION_NUMBER.test(id)) return []
    const words = getI18n()
    const title = words.t('hit', { ns: 'station', id })
    // Where it stands is not known before it is asked: the map stays.
    return [
      {
        selection: { kind: 'station', id },
        title,
        detail: words.t('hitDetail', { ns: 'station' }),
        view: usePage.getState().view,
      },
    ]
  },
  strings: stationStrings,
}
