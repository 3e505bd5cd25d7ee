import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { type Box, ringOfBox } from '../../core/geo/geo.ts'
import { usePage } from '../state/page-store.ts'
import type { Theme } from '../state/view.ts'
import { drawnImage } from './drawn-image.ts'
import { NO_FEATURES, useMapInstance, useSourceData } from './map-hooks.ts'
import { MAP_INK } from './map-ink.ts'
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
      geometry: { type: 'Polygon', coordinates: [ringOfBox(box)] },
    })),
  }
}

const RATIO = 2
const HATCH_PX = 16
/** Dotted lines: visible, but faint over half the world. Dark dots are more prominent, so fewer. */
const HATCH_DOTS: Record<Theme, number> = { dark: 4, light: 2 }
const DOT_PX = 1.2

/** The pattern for unobserved areas, drawn again after a change of style: its name, null until it exists. */
function useHatching(): string | null {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  const [ready, setReady] = useState<string | null>(null)
  useEffect(() => {
    if (!map) return
    const add = () => setReady(addHatching(map, theme))
    add()
    return map.on('styledata', add).unsubscribe
  }, [map, theme])
  return ready
}

/** One name per theme: an image in use cannot change its colour. */
function addHatching(map: MapLibreMap, theme: Theme): string {
  const name = `hatching-${theme}`
  if (!map.hasImage(name)) map.addImage(name, hatching(theme), { pixelRatio: RATIO })
  return name
}

function hatching(theme: Theme): ImageData {
  return drawnImage(HATCH_PX, HATCH_PX, RATIO, (pen) => {
    pen.strokeStyle = MAP_INK[theme].faint
    const period = (HATCH_PX * Math.SQRT2) / HATCH_DOTS[theme] // a whole number of dots per period
    pen.setLineDash([DOT_PX, period - DOT_PX])
    for (const shift of [-HATCH_PX, 0, HATCH_PX]) {
      pen.beginPath()
      pen.moveTo(shift, HATCH_PX)
      pen.lineTo(shift + HATCH_PX, 0)
      pen.stroke()
    }
  })
}
