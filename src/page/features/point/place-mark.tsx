import { Layer, Source } from '@vis.gl/react-maplibre'
import type { LatLon } from '../../../core/geo/geo.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'

export function PlaceMark({ id, place }: { id: string; place: LatLon }) {
  const theme = usePage((state) => state.theme)
  const { ink, halo } = MAP_INK[theme]
  return (
    <Source
      id={id}
      type="geojson"
      data={{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [place.lon, place.lat] } }}
    >
      <Layer
        id={`${id}-ring`}
        type="circle"
        beforeId={SLOTS.selection}
        paint={{ 'circle-radius': 9, 'circle-opacity': 0, 'circle-stroke-width': 4, 'circle-stroke-color': halo }}
      />
      <Layer
        id={`${id}-mark`}
        type="circle"
        beforeId={SLOTS.selection}
        paint={{
          'circle-radius': 9,
          'circle-color': ink,
          'circle-opacity': 0.12,
          'circle-stroke-width': 2,
          'circle-stroke-color': ink,
        }}
      />
      <Layer
        id={`${id}-centre`}
        type="circle"
        beforeId={SLOTS.selection}
        paint={{ 'circle-radius': 2.5, 'circle-color': ink }}
      />
    </Source>
  )
}
