import { lazy } from 'react'
import { getI18n } from 'react-i18next'
import { lazyPart } from '../../live/lazy-part.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import { PointLayer } from './point-layer.tsx'
import { stationStrings, strings } from './strings.ts'

/** The weather at any spot: what a click on empty map selects. */
export const point: MapOverlay = {
  id: 'point',
  order: 90,
  defaultOn: true,
  FirstLayer: PointLayer, // what answers a click anywhere must not be waited for
  selection: { kind: 'point', urlParam: 'at', Panel: lazy(() => import('./panel/point-panel.tsx')) },
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
