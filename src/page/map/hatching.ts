import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { usePage } from '../state/page-store.ts'
import type { Theme } from '../state/view.ts'
import { useMapInstance } from './map-hooks.ts'
import { MAP_INK } from './map-ink.ts'

const RATIO = 2
const HATCH_PX = 16
/** Its lines are dotted: seen well, and yet no more than a breath over half the world. Dark dots catch the eye sooner. */
const HATCH_DOTS: Record<Theme, number> = { dark: 4, light: 2 }
const DOT_PX = 1.2

/** The pattern of what was not observed, drawn again after a change of style: its name, null until it is there. */
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

/** One name a theme: an image that is in use can't change its colour. */
function addHatching(map: MapLibreMap, theme: Theme): string {
  const name = `hatching-${theme}`
  if (!map.hasImage(name)) map.addImage(name, hatching(theme), { pixelRatio: RATIO })
  return name
}

function hatching(theme: Theme): ImageData {
  const size = HATCH_PX * RATIO
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  // Drawn by the CPU: to read it back from the GPU would wait for all that the map has asked of it.
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.strokeStyle = MAP_INK[theme].faint
  context.lineWidth = RATIO
  const period = (size * Math.SQRT2) / HATCH_DOTS[theme] // a whole number of them from seam to seam
  context.setLineDash([DOT_PX * RATIO, period - DOT_PX * RATIO])
  for (const shift of [-size, 0, size]) {
    context.beginPath()
    context.moveTo(shift, size)
    context.lineTo(shift + size, 0)
    context.stroke()
  }
  return context.getImageData(0, 0, size, size)
}
