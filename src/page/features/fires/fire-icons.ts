import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMapInstance } from '../../map/map-hooks.ts'

const RATIO = 2
const SQUARE_PX = 14

/** Draws the square of a fire, and draws it again after a change of style. */
export function useFireImage(): boolean {
  const map = useMapInstance()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!map) return
    const add = () => {
      addImage(map)
      setReady(true)
    }
    add()
    map.on('styledata', add)
    return () => void map.off('styledata', add)
  }, [map])
  return ready
}

function addImage(map: MapLibreMap) {
  if (!map.hasImage('fire-square')) map.addImage('fire-square', square(), { pixelRatio: RATIO, sdf: true })
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
