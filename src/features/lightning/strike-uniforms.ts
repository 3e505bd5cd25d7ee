import { ageBands, type PaletteName, rgbOf } from '../../core/age-ramp.ts'
import { type LatLon, mercatorX, mercatorY } from '../../core/geo.ts'
import { FIXED_WORLD } from '../../core/mercator-fixed.ts'
import type { Chosen } from '../../core/strike-scan.ts'
import { UNIT_MS, unitsOf, wrapUnits } from '../../core/strike-word.ts'
import type { useCustomLayer, useMapInstance } from '../../shell/map-hooks.ts'
import { X_SUPERSEDED, Y_WEAK } from './strike-buffer.ts'
import type { StrikeProgram } from './strike-program.ts'

export type CustomLayer = Parameters<typeof useCustomLayer>[0]
export type RenderInput = Parameters<CustomLayer['render']>[1]
export type MapInstance = NonNullable<ReturnType<typeof useMapInstance>>

/** How the strikes are to look at the moment. */
export interface StrikeLook {
  windowMs: number
  light: boolean
  palette: PaletteName
  /** No moving ring, only the flash. */
  calm: boolean
  /** Which of the records are drawn. */
  chosen: Chosen
  /** Weak locations as outlines. */
  hollow: boolean
  /** Density where marks would cover each other. */
  density: boolean
  /** The clock stands at a moment of the past: what struck later is not drawn. */
  past: boolean
  /** A place to mark. */
  selected: LatLon | null
}

const relative = new Float32Array(16)
const palettes = new Map<string, { bands: Float32Array; ends: Float32Array }>()

export function setTime(gl: WebGL2RenderingContext, { at }: StrikeProgram, nowMs: number, look: StrikeLook): void {
  const units = unitsOf(nowMs)
  gl.uniform1ui(at('u_now'), wrapUnits(units))
  gl.uniform1f(at('u_now_part'), (nowMs - units * UNIT_MS) / 1_000)
  gl.uniform1f(at('u_window'), look.windowMs / 1_000)
  gl.uniform1i(at('u_past'), look.past ? 1 : 0)
  gl.uniform1ui(at('u_out_x'), look.chosen.records ? 0 : X_SUPERSEDED)
  gl.uniform1ui(at('u_out_y'), look.chosen.firm ? Y_WEAK : 0)
}

/** Colours by age: red, green, blue, and the size of the mark. */
export function setBands(gl: WebGL2RenderingContext, { at }: StrikeProgram, { palette, light }: StrikeLook): void {
  const theme = light ? 'light' : 'dark'
  let made = palettes.get(palette + theme)
  if (!made) {
    const bands = ageBands(palette, theme)
    made = {
      bands: new Float32Array(bands.flatMap(({ colour, scale }) => [...rgbOf(colour), scale])),
      ends: new Float32Array(bands.map(({ untilMs }) => Math.min(untilMs, 1e9) / 1_000)),
    }
    palettes.set(palette + theme, made)
  }
  gl.uniform4fv(at('u_bands'), made.bands)
  gl.uniform1fv(at('u_band_ends'), made.ends)
}

/** Says where the map has its places; answers how to draw something in each copy of the world in view. */
export function setPlace(
  gl: WebGL2RenderingContext,
  program: StrikeProgram,
  map: MapInstance,
  { defaultProjectionData: data }: RenderInput,
): (run: () => void) => void {
  const { at } = program
  if (!at('u_relative')) {
    gl.uniformMatrix4fv(at('u_projection_matrix'), false, data.mainMatrix)
    gl.uniformMatrix4fv(at('u_projection_fallback_matrix'), false, data.fallbackMatrix)
    gl.uniform4fv(at('u_projection_tile_mercator_coords'), data.tileMercatorCoords)
    gl.uniform4fv(at('u_projection_clipping_plane'), data.clippingPlane)
    gl.uniform1f(at('u_projection_transition'), data.projectionTransition)
    return (run) => run()
  }
  const { lng: lon, lat } = map.getCenter()
  setMercator(gl, program, data.mainMatrix, { lat, lon })
  const [fromCopy, toCopy] = copiesInView(map, lon)
  return (run) => {
    for (let copy = fromCopy; copy <= toCopy; copy++) {
      gl.uniform1f(at('u_copy'), copy)
      run()
    }
  }
}

/** Everything relative to the middle of the view, so that the small differences keep their digits. */
function setMercator(
  gl: WebGL2RenderingContext,
  { at }: StrikeProgram,
  matrix: ArrayLike<number>,
  centre: LatLon,
): void {
  const x = Math.round(mercatorX(centre.lon) * FIXED_WORLD)
  const y = Math.round(mercatorY(centre.lat) * FIXED_WORLD)
  for (let i = 0; i < 12; i++) relative[i] = matrix[i]!
  for (let i = 0; i < 4; i++) {
    relative[12 + i] = matrix[i]! * (x / FIXED_WORLD) + matrix[4 + i]! * (y / FIXED_WORLD) + matrix[12 + i]!
  }
  gl.uniform2ui(at('u_origin'), x >>> 0, y >>> 0)
  gl.uniformMatrix4fv(at('u_relative'), false, relative)
}

/** The copies of the world to draw: without an offset each strike is drawn in the copy nearest to the middle. */
function copiesInView(map: MapInstance, centreLon: number): [number, number] {
  if (!map.getRenderWorldCopies()) return [0, 0]
  const bounds = map.getBounds()
  return [
    Math.min(0, Math.floor((bounds.getWest() - centreLon) / 360 + 0.5)),
    Math.max(0, Math.ceil((bounds.getEast() - centreLon) / 360 - 0.5)),
  ]
}
