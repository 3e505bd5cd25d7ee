import { Layer, Source } from '@vis.gl/react-maplibre'
import { useCallback, useMemo } from 'react'
import { parseCoordinates } from '../../core/coordinates.ts'
import { type PickPoint, useMapPick } from '../../shell/map-pick.ts'
import { useShell } from '../../shell/shell-store.ts'

/** Answers are shared per hundredth of a degree, so the spot is put on that grid at once, where everybody sees it. */
const GRID_DECIMALS = 2

/** The mark at the chosen spot, and the choosing of one by a click where nothing else is. */
export function PointLayer() {
  const selection = useShell((state) => state.selection)
  const theme = useShell((state) => state.theme)
  const pick = useCallback(
    ({ lat, lon }: PickPoint) => ({ kind: 'point', id: `${lat.toFixed(GRID_DECIMALS)},${lon.toFixed(GRID_DECIMALS)}` }),
    [],
  )
  useMapPick(0, pick)

  const id = selection?.kind === 'point' ? selection.id : null
  const place = useMemo(() => (id === null ? null : parseCoordinates(id)), [id])
  if (!place) return null
  const ink = theme === 'dark' ? '#ffffff' : '#14202f'
  const halo = theme === 'dark' ? '#0a0f17' : '#ffffff'
  return (
    <Source
      id="point"
      type="geojson"
      data={{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [place.lon, place.lat] } }}
    >
      <Layer
        id="point-ring"
        type="circle"
        paint={{ 'circle-radius': 9, 'circle-opacity': 0, 'circle-stroke-width': 4, 'circle-stroke-color': halo }}
      />
      <Layer
        id="point-mark"
        type="circle"
        paint={{
          'circle-radius': 9,
          'circle-color': ink,
          'circle-opacity': 0.12,
          'circle-stroke-width': 2,
          'circle-stroke-color': ink,
        }}
      />
      <Layer id="point-centre" type="circle" paint={{ 'circle-radius': 2.5, 'circle-color': ink }} />
    </Source>
  )
}
