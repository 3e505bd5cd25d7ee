import { MINUTE_MS } from '../time/durations.ts'

/** Appearance of a strike by age: one table for the shader, the legend and other drawings. */

export type PaletteName = 'brontide' | 'classic'
export const PALETTE_NAMES: readonly PaletteName[] = ['brontide', 'classic']
type Theme = 'dark' | 'light'

interface Band {
  /** The band ends at this age. */
  untilMs: number
  /** Size of the mark relative to an old one. */
  scale: number
}

export interface AgeBand extends Band {
  colour: string
}

/** Ages are fixed for all windows: a colour always means the same minutes, and a short window ends earlier. */
const BANDS: readonly Band[] = [
  { untilMs: 10_000, scale: 1.6 },
  { untilMs: MINUTE_MS, scale: 1.35 },
  { untilMs: 5 * MINUTE_MS, scale: 1.1 },
  { untilMs: 15 * MINUTE_MS, scale: 0.85 },
  { untilMs: Number.POSITIVE_INFINITY, scale: 0.75 },
]

/**
 * White-hot to dull violet, without the red of fires and low airports; and white to dull red, as on maps of volunteer
 * networks. Both decrease in lightness, and neighbours are distinguishable with colour vision deficiency (this file's
 * test); the contrast test covers every background.
 */
const COLOURS: Record<PaletteName, Record<Theme, readonly string[]>> = {
  brontide: {
    dark: ['#ffffff', '#ffe25c', '#ff9812', '#d96530', '#827fb5'],
    light: ['#ffd900', '#f59300', '#d0500a', '#7f3a88', '#2c2054'],
  },
  classic: {
    dark: ['#ffffff', '#ffe02e', '#ff9512', '#f4543a', '#c2736e'],
    light: ['#ffd900', '#ff9100', '#e0441a', '#a01c14', '#570b0b'],
  },
}

/** Opacity of a strike at the end of its window: the minimum with sufficient contrast on every background. */
export const OPACITY_LAST = 0.8

/** Outline of a mark; on the light map it makes the youngest visible. */
export const STRIKE_RIM = {
  dark: { colour: '#080d14', opacity: 0.75 },
  light: { colour: '#4d290a', opacity: 0.85 },
} as const

/**
 * Opacity of the outline by mark size, `slope * scale + base` within limits: old marks are close together, and full
 * outlines would dominate.
 */
export const RIM_SHARE = { slope: 3, base: -2.35, min: 0.35, max: 1 } as const

/** Outline of a density dot, in the colour of its strikes and, on the light map, their rim. */
export const DOT_LINE_OPACITY = 0.85

/** Desaturation of strikes while the line is down. */
export const STALE_GREY = 0.85
/** Their opacity, regardless of age: the minimum with sufficient contrast on every background. */
export const STALE_OPACITY = 0.86
export const GREY_WEIGHTS = [0.3, 0.59, 0.11] as const

export function ageBands(palette: PaletteName, theme: Theme): AgeBand[] {
  return BANDS.map((band, i) => ({ ...band, colour: COLOURS[palette][theme][i]! }))
}

/** Bands within a window, the last one ending with it. */
export function bandsOf(windowMs: number, palette: PaletteName, theme: Theme): AgeBand[] {
  const bands = ageBands(palette, theme)
  const last = bands.findIndex(({ untilMs }) => untilMs >= windowMs)
  return bands.slice(0, last + 1).map((band) => ({ ...band, untilMs: Math.min(band.untilMs, windowMs) }))
}

/** Labels at the boundaries, starting at zero; a unit is written at its first occurrence. */
export function bandTicks(
  bands: readonly Pick<AgeBand, 'untilMs'>[],
  { seconds, minutes }: Record<'seconds' | 'minutes', (count: number) => string>,
): string[] {
  const firstMinutes = bands.findIndex(({ untilMs }) => untilMs >= MINUTE_MS)
  const ends = bands.map(({ untilMs }, i) => {
    if (untilMs < MINUTE_MS) return seconds(untilMs / 1_000)
    return i === firstMinutes ? minutes(untilMs / MINUTE_MS) : String(untilMs / MINUTE_MS)
  })
  return ['0', ...ends]
}

/** `#rrggbb` as three numbers from 0 to 1. */
export function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
