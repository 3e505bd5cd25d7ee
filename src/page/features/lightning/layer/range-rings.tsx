import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { destination, type LatLon } from '../../../../core/geo/geo.ts'
import { useRingsOfSelection } from '../../../live/strikes/use-rings.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { NO_FEATURES, useSourceData } from '../../../map/map-hooks.ts'
import { LINE_HALO_OPACITY, MAP_INK } from '../../../map/map-ink.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { useSelectedPlace } from '../panel/selected-place.ts'
import { useRingCounts } from '../panel/use-ring-counts.ts'

const SOURCE = 'range-rings'
/** Below this a ring of a few kilometres is a dot. */
const ZOOM_MIN = 6
const STEP_DEG = 3
/** Kilometres times 2^zoom: a ring of less is no wider than the mark in its middle, and its text would lie on that. */
const TEXT_FROM = 1_000

/** Rings around the selection, each with its number of strikes. */
export function RangeRings() {
  const place = useSelectedPlace()
  const theme = usePage((state) => state.theme)
  const rings = useRingsOfSelection()
  const counts = useRingCounts(place)
  const labels = counts.map(({ km, count }) => `◎${km} km · ${count}`).join('|')
  const { lat, lon } = place ?? {}
  const data = useMemo((): FeatureCollection => {
    if (lat === undefined || lon === undefined) return NO_FEATURES
    const texts = labels.split('|')
    return { type: 'FeatureCollection', features: rings.flatMap((km, i) => ringAround({ lat, lon }, km, texts[i]!)) }
  }, [lat, lon, rings, labels])
  useSourceData(SOURCE, data)
  const { ink, halo } = MAP_INK[theme]
  return (
    <Source id={SOURCE} type="geojson" data={NO_FEATURES}>
      <Layer
        id={`${SOURCE}-halo`}
        type="line"
        minzoom={ZOOM_MIN}
        filter={['==', ['geometry-type'], 'LineString']}
        beforeId={SLOTS.top}
        paint={{ 'line-color': halo, 'line-opacity': LINE_HALO_OPACITY, 'line-width': 3.2 }}
      />
      <Layer
        id={`${SOURCE}-line`}
        type="line"
        minzoom={ZOOM_MIN}
        filter={['==', ['geometry-type'], 'LineString']}
        beforeId={SLOTS.top}
        paint={{ 'line-color': ink, 'line-opacity': 0.7, 'line-width': 1.2, 'line-dasharray': [4, 3] }}
      />
      <Layer
        id={`${SOURCE}-text`}
        type="symbol"
        minzoom={ZOOM_MIN}
        filter={[
          'all',
          ['==', ['geometry-type'], 'Point'],
          ['>=', ['*', ['get', 'km'], ['^', 2, ['zoom']]], TEXT_FROM],
        ]}
        beforeId={SLOTS.top}
        layout={{
          'symbol-sort-key': ['-', ['get', 'km']], // where there is room for one, it is the widest's
          'text-anchor': 'bottom',
          'text-field': ['get', 'text'],
          'text-font': MAP_FONTS,
          'text-size': 12,
        }}
        paint={{ 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2.6 }}
      />
    </Source>
  )
}

/** The ring, and its text in the north. */
function ringAround(place: LatLon, km: number, text: string): Feature[] {
  const at = (bearing: number): [number, number] => {
    const { lat, lon } = destination(place, bearing, km)
    return [lon + Math.round((place.lon - lon) / 360) * 360, lat] // continues beyond the antimeridian
  }
  const bearings = Array.from({ length: 360 / STEP_DEG + 1 }, (_, i) => i * STEP_DEG)
  return [
    { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: bearings.map(at) } },
    { type: 'Feature', properties: { text, km }, geometry: { type: 'Point', coordinates: at(0) } },
  ]
}
