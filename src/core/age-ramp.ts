/** How a strike's age looks. One table for the shader, the legend and whatever else draws a strike. */

export interface AgeBand {
  /** The band ends at this age. */
  untilMs: number
  /** On the dark map; also what the legend shows there. */
  dark: string
  /** On the light map. */
  light: string
  /** Size of the mark against that of an old one. */
  scale: number
}

/**
 * White-hot, pale yellow, amber, orange, dull violet: falling in lightness, so that colour-blind eyes read the order,
 * and not ending in the red of fires and low airports. The ages are fixed whatever the window: a colour always means
 * the same minutes, and a short window simply ends the ramp earlier.
 */
export const AGE_BANDS: readonly AgeBand[] = [
  { untilMs: 10_000, dark: '#ffffff', light: '#fff8db', scale: 1.5 },
  { untilMs: 60_000, dark: '#fff0a3', light: '#ffe566', scale: 1.3 },
  { untilMs: 5 * 60_000, dark: '#ffc23d', light: '#ffb300', scale: 1.15 },
  { untilMs: 15 * 60_000, dark: '#ee8434', light: '#e0620d', scale: 1 },
  { untilMs: Number.POSITIVE_INFINITY, dark: '#9485b8', light: '#6d5a94', scale: 0.9 },
]

/** What is left of a strike's opacity at the end of its window. */
export const OPACITY_LAST = 0.45

/** The bands that a window reaches, the last one ending with it. */
export function bandsOf(windowMs: number): AgeBand[] {
  const bands: AgeBand[] = []
  for (const band of AGE_BANDS) {
    bands.push({ ...band, untilMs: Math.min(band.untilMs, windowMs) })
    if (band.untilMs >= windowMs) break
  }
  return bands
}

/** The band of an age; an age below zero is a clock's fault and counts as zero. */
export function bandAt(ageMs: number): AgeBand {
  return AGE_BANDS.find((band) => ageMs < band.untilMs) ?? AGE_BANDS.at(-1)!
}

/** 1 for the new, falling evenly to `OPACITY_LAST` at the end of the window, 0 after it. */
export function opacityAt(ageMs: number, windowMs: number): number {
  if (ageMs > windowMs) return 0
  return 1 - (1 - OPACITY_LAST) * Math.max(0, ageMs / windowMs)
}

/** `#rrggbb` as three numbers from 0 to 1. */
export function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
