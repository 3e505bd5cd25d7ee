import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { Box } from '../../core/geo/geo.ts'
import { useHatching } from './hatching.ts'
import { NO_FEATURES, useSourceData } from './map-hooks.ts'
import { SLOTS } from './slots.ts'

/**
 * Hatches areas without data, or with a `strength` below 1 partly without: an uncoloured area would look like none.
 * `id` is that of its source and layer.
 */
export function HatchedAreas({ id, areas, strength = 1 }: { id: string; areas: FeatureCollection; strength?: number }) {
  const hatching = useHatching()
  useSourceData(id, areas)
  return (
    <Source id={id} type="geojson" data={NO_FEATURES}>
      {hatching === null ? null : (
        <Layer
          id={id}
          type="fill"
          beforeId={SLOTS.areas}
          paint={{ 'fill-pattern': hatching, 'fill-antialias': false, 'fill-opacity': strength }}
        />
      )}
    </Source>
  )
}

/** Boxes as areas with `properties`; one across the date line has an east above 180. */
export function boxAreas<Told extends Box>(
  boxes: readonly Told[],
  propertiesOf: (box: Told) => Record<string, unknown> = () => ({}),
): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: boxes.map((box) => ({
      type: 'Feature',
      properties: propertiesOf(box),
      geometry: { type: 'Polygon', coordinates: [cornersOf(box)] },
    })),
  }
}

function cornersOf({ west, south, east, north }: Box): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}
