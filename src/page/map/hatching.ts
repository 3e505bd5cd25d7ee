import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { usePage } from '../state/page-store.ts'
import type { Theme } from '../state/view.ts'
import { drawnImage } from './drawn-image.ts'
import { useMapInstance } from './map-hooks.ts'
import { MAP_INK } from './map-ink.ts'

const RATIO = 2
const HATCH_PX = 16
/** Dotted lines: visible, but faint over half the world. Dark dots are more prominent, so fewer. */
const HATCH_DOTS: Record<Theme, number> = { dark: 4, light: 2 }
const DOT_PX = 1.2

/** The pattern for unobserved areas, drawn again after a change of style: its name, null until it exists. */
export function useHatching(): string | null {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  const [ready, setReady] = useState<string | null>(null)
  useEffect(() => {
    if (!map) return
    const add = () => setReady(addHatching(map, theme))
    add()
    map.on('styledata', add)
    return () => void map.off('styledata', add)
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
