import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { subsolarPoint } from '../../../core/geo/sun.ts'
import { wholeMinute } from '../../../core/time/durations.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { useShownAt } from '../../live/time/use-shown-at.ts'
import { usePage } from '../../state/page-store.ts'
import { NO_FEATURES, useSourceData } from '../map-hooks.ts'
import { MAP_INK } from '../map-ink.ts'
import { SLOTS } from '../slots.ts'
import { basemapColours } from './colours.ts'
import { nightAreas } from './night.ts'

const NIGHT = 'night'

/** Night at the shown moment; updated each minute. */
export default function NightLayer() {
  const theme = usePage((state) => state.theme)
  const shownAtMs = useShownAt()
  const minuteMs = useOfNow((nowMs) => wholeMinute(shownAtMs ?? nowMs))
  const areas = useMemo(() => nightAreas(subsolarPoint(minuteMs)), [minuteMs])
  useSourceData(NIGHT, areas)
  return (
    <Source id={NIGHT} type="geojson" data={NO_FEATURES} tolerance={0.2}>
      <Layer
        id="night-areas"
        type="fill"
        beforeId={SLOTS.areas}
        filter={['==', ['get', 'kind'], 'dark']}
        paint={{ 'fill-color': basemapColours(theme).night, 'fill-antialias': false }}
      />
      <Layer
        id="night-terminator"
        type="line"
        beforeId={SLOTS.areas}
        filter={['==', ['get', 'kind'], 'terminator']}
        paint={{ 'line-color': MAP_INK[theme].faint, 'line-width': 1, 'line-dasharray': [1, 5] }}
      />
    </Source>
  )
}
