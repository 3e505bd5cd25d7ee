import type { LatLon } from '../../../../core/geo/geo.ts'
import { ageBands, type PaletteName, rgbOf } from '../../../../core/strikes/age-ramp.ts'
import { UNIT_MS, unitsOf, wrapUnits } from '../../../../core/strikes/packed-strike-time.ts'
import type { PolarityShown } from '../../../../core/strikes/strike-display-options.ts'
import type { Chosen } from '../../../../core/strikes/strike-scan.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import type { useCustomLayer, useMapInstance } from '../../../map/map-hooks.ts'
import { X_SUPERSEDED, Y_WEAK } from './strike-buffer.ts'
import type { StrikeProgram } from './strike-program.ts'

export type CustomLayer = Parameters<typeof useCustomLayer>[0]
export type RenderInput = Parameters<CustomLayer['render']>[1]
export type MapInstance = NonNullable<ReturnType<typeof useMapInstance>>

/** The current style of strikes; a new object whenever a property changes, because derived values are cached. */
export interface StrikeLook {
  windowMs: number
  light: boolean
  palette: PaletteName
  /** No moving ring, only the flash. */
  calm: boolean
  /** Filter of drawn records. */
  chosen: Chosen
  /** Weak locations as outlines. */
  hollow: boolean
  /** Density where marks would cover each other. */
  density: boolean
  /** Shows a moment of the past: later strikes are not drawn. */
  past: boolean
  /** Use of shapes for polarity. */
  polarity: PolarityShown
  /** A place to mark. */
  selected: LatLon | null
  /** The selected place: thunder is computed from all strikes around it. */
  around: LatLon | null
}

const palettes = new Map<PaletteName, Record<'light' | 'dark', Bands>>()

interface Bands {
  colours: readonly number[]
  ends: readonly number[]
}

export function setTime(program: StrikeProgram, nowMs: number, look: StrikeLook): void {
  const { uniforms } = program
  const units = unitsOf(nowMs)
  uniforms.uint2('u_now', wrapUnits(units), Math.floor((nowMs - units * UNIT_MS) * 1_000))
  if (!program.isNews('time', look)) return
  uniforms.float('u_window', look.windowMs / 1_000)
  uniforms.int('u_past', look.past ? 1 : 0)
  uniforms.uint('u_out_x', look.chosen.records ? 0 : X_SUPERSEDED)
  uniforms.uint('u_out_y', look.chosen.firm ? Y_WEAK : 0)
}

/** Colours by age: red, green, blue, and the size of the mark. */
export function setBands({ uniforms }: StrikeProgram, { palette, light }: StrikeLook): void {
  const made = heldOrMade(palettes, palette, () => ({
    light: bandsOf(palette, 'light'),
    dark: bandsOf(palette, 'dark'),
  }))
  const { colours, ends } = light ? made.light : made.dark
  uniforms.vec4('u_bands', colours)
  uniforms.floats('u_band_ends', ends)
}

function bandsOf(palette: PaletteName, theme: 'light' | 'dark'): Bands {
  const bands = ageBands(palette, theme)
  return {
    colours: bands.flatMap(({ colour, scale }) => [...rgbOf(colour), scale]),
    ends: bands.map(({ untilMs }) => Math.min(untilMs, 1e9) / 1_000),
  }
}
