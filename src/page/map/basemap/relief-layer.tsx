import { Layer, Source } from '@vis.gl/react-maplibre'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { SLOTS } from '../slots.ts'
import { RELIEF_FADES, RELIEF_MAX_ZOOM, RELIEF_OPACITY } from './relief-look.ts'

/** Hills and valleys as light and shadow on the ground. */
export default function ReliefLayer() {
  const { config } = useServerConnection()
  const theme = usePage((state) => state.theme)
  const [from, to] = RELIEF_FADES
  return (
    <Source
      id="relief"
      type="raster"
      tiles={[`${location.origin}/basemap/relief/{z}/{x}/{y}.png?v=${config.basemapVersion}`]}
      tileSize={512}
      maxzoom={RELIEF_MAX_ZOOM}
    >
      <Layer
        id="relief"
        type="raster"
        beforeId={SLOTS.relief}
        maxzoom={to}
        paint={{ 'raster-opacity': ['interpolate', ['linear'], ['zoom'], from, RELIEF_OPACITY[theme], to, 0] }}
      />
    </Source>
  )
}
