import type { Map as MapLibreMap } from 'maplibre-gl'
import { FIRE_AGES, FIRE_COLOUR, FIRE_HALO, fireAgeColours } from '../../../../core/weather/fire-ramp.ts'
import { drawnImage } from '../../../map/drawn-image.ts'
import { supplyImages } from '../../../map/map-images.ts'
import type { Theme } from '../../../state/view.ts'
import { FLAME, FLAME_PX } from './flame.ts'

const RATIO = 2
const LINE_PX = 1.4
const HALO_PX = 3

/** The flame of an age class, counted from the youngest. */
export function flameIcon(theme: Theme, age: number | ''): string {
  return `fire-${theme}-${age}`
}

export function supplyFlames(map: MapLibreMap, theme: Theme) {
  const prefix = flameIcon(theme, '')
  return supplyImages(map, prefix, (id) => {
    const age = Number(id.slice(prefix.length))
    if (age < FIRE_AGES.length && !map.hasImage(id)) map.addImage(id, flame(theme, age), { pixelRatio: RATIO })
  })
}

function flame(theme: Theme, age: number): ImageData {
  return drawnImage(FLAME_PX, FLAME_PX, RATIO, (pen) => {
    const shape = new Path2D(FLAME)
    pen.lineJoin = 'round'
    pen.strokeStyle = FIRE_HALO[theme]
    pen.lineWidth = HALO_PX
    pen.stroke(shape)
    pen.fillStyle = fireAgeColours(theme)[age]!
    pen.fill(shape)
    pen.strokeStyle = FIRE_COLOUR[theme]
    pen.lineWidth = LINE_PX
    pen.stroke(shape)
  })
}
