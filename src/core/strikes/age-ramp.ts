import { MINUTE_MS } from '../time/durations.ts'

/** How a strike's age looks. One table for the shader, the legend and whatever else draws a strike. */

export type PaletteName = 'brontide' | 'classic'
export const PALETTE_NAMES: readonly PaletteName[] = ['brontide', 'classic']
type Theme = 'dark' | 'light'

interface Band {
  /** The band ends at this age. */
  untilMs: number
  /** Size of the mark against that of an old one. */
  scale: number
}

export interface AgeBand extends Band {
  colour: string
}

/** The ages are fixed whatever the window: a colour always means the same minutes, and a short window ends earlier. */
const BANDS: readonly Band[] = [
  { untilMs: 10_000, scale: 1.6 },
  { untilMs: MINUTE_MS, scale: 1.35 },
  { untilMs: 5 * MINUTE_MS, scale: 1.1 },
  { untilMs: 15 * MINUTE_MS, scale: 0.85 },
  { untilMs: Number.POSITIVE_INFINITY, scale: 0.75 },
]

/**
 * White-hot to dull violet, not ending in the red of fires and low airports; and white to a dull red, as the maps of
 * volunteers' networks have it. Both fall in lightness, and neighbours stay apart for colour-blind eyes, as the test of
 * this file computes; that of contrast computes that each stands off every ground.
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

/** What is left of a strike's opacity at the end of its window: as little as still stands off every ground. */
export const OPACITY_LAST = 0.8

/** What a mark is edged with; on the light map it is the edge that sets the youngest off. */
export const STRIKE_RIM = {
  dark: { colour: '#080d14', opacity: 0.75 },
  light: { colour: '#4d290a', opacity: 0.85 },
} as const

/**
 * How much of the rim a mark of that size has, `slope * scale + base` within its limits: old marks lie close together,
 * and their rims would be all that is seen.
 */
export const RIM_SHARE = { slope: 3, base: -2.35, min: 0.35, max: 1 } as const

/** The line at the edge of a dot of density, in the colour of the strikes that it tells of and, on the light map, their rim. */
export const DOT_LINE_OPACITY = 0.85

/** Strikes of a line that is down lose so much of their colour, towards the grey that these parts of it come to. */
export const STALE_GREY = 0.85
/** And they are as faint as still stands off every ground, whatever their age. */
export const STALE_OPACITY = 0.86
export const GREY_WEIGHTS = [0.3, 0.59, 0.11] as const

/** All bands of a palette, the newest first. */
export function ageBands(palette: PaletteName, theme: Theme): AgeBand[] {
  return BANDS.map((band, i) => ({ ...band, colour: COLOURS[palette][theme][i]! }))
}

/** The bands that a window reaches, the last one ending with it. */
export function bandsOf(windowMs: number, palette: PaletteName, theme: Theme): AgeBand[] {
  const bands = ageBands(palette, theme)
  const last = bands.findIndex(({ untilMs }) => untilMs >= windowMs)
  return bands.slice(0, last + 1).map((band) => ({ ...band, untilMs: Math.min(band.untilMs, windowMs) }))
}

/** What stands where bands meet, from nought on: a unit is told once, where it begins, and is that of all that follow. */
export function bandTicks(
  bands: readonly Pick<AgeBand, 'untilMs'>[],
  minutesText: (count: number) => string,
): string[] {
  const firstMinutes = bands.findIndex(({ untilMs }) => untilMs >= MINUTE_MS)
  const ends = bands.map(({ untilMs }, i) => {
    if (untilMs < MINUTE_MS) return `${untilMs / 1_000} s`
    return i === firstMinutes ? minutesText(untilMs / MINUTE_MS) : String(untilMs / MINUTE_MS)
  })
  return ['0', ...ends]
}

/** `#rrggbb` as three numbers from 0 to 1. */
export function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
