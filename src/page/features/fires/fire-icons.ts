import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMapInstance } from '../../map/map-hooks.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { usePage } from '../../state/page-store.ts'
import type { Theme } from '../../state/view.ts'

const RATIO = 2
const SQUARE_PX = 14
const HATCH_PX = 16
/** Its lines are dotted: seen well, and yet no more than a breath over half the world. */
const HATCH_DOTS = 4
const DOT_PX = 1.2

/** Draws the square of a fire and the hatching of what was not observed, and draws them again after a change of style. */
export function useFireImages(): boolean {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!map) return
    const add = () => {
      addImages(map, theme)
      setReady(true)
    }
    add()
    map.on('styledata', add)
    return () => void map.off('styledata', add)
  }, [map, theme])
  return ready
}

function addImages(map: MapLibreMap, theme: Theme) {
  if (!map.hasImage('fire-square')) map.addImage('fire-square', square(), { pixelRatio: RATIO, sdf: true })
  // One name a theme: an image that is in use can't change its colour.
  if (!map.hasImage(`fire-hatch-${theme}`)) map.addImage(`fire-hatch-${theme}`, hatch(theme), { pixelRatio: RATIO })
}

/** A square as a signed distance field, so that its colour and rim are the layer's. */
function square(): ImageData {
  const size = SQUARE_PX * RATIO
  const half = size / 2
  const reach = half * 0.62
  const image = new ImageData(size, size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const outside = Math.max(Math.abs(x + 0.5 - half), Math.abs(y + 0.5 - half)) - reach
      // MapLibre's fields put the edge at 191, 8 px of distance from 255 to 0 at ratio 1.
      image.data[(y * size + x) * 4 + 3] = Math.max(0, Math.min(255, 191 - (outside / 8) * 255 * (1 / RATIO) * 2))
    }
  }
  return image
}

function hatch(theme: Theme): ImageData {
  const size = HATCH_PX * RATIO
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  // Drawn by the CPU: to read it back from the GPU would wait for all that the map has asked of it.
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.strokeStyle = MAP_INK[theme].faint
  context.lineWidth = RATIO
  const period = (size * Math.SQRT2) / HATCH_DOTS // a whole number of them from seam to seam
  context.setLineDash([DOT_PX * RATIO, period - DOT_PX * RATIO])
  for (const shift of [-size, 0, size]) {
    context.beginPath()
    context.moveTo(shift, size)
    context.lineTo(shift + size, 0)
    context.stroke()
  }
  return context.getImageData(0, 0, size, size)
}
