import { HOUR_MS } from '../time/durations.ts'

/** Age classes of a fire, youngest first: satellites pass every few hours, so finer classes would be meaningless. */
export const FIRE_AGES = [
  { untilHours: 3, dark: '#ff3b1f', light: '#c81e05' },
  { untilHours: 6, dark: '#ff7a1a', light: '#d9580b' },
  { untilHours: 12, dark: '#ffb02e', light: '#c07d00' },
  { untilHours: 24, dark: '#e8d28a', light: '#8f7a2c' },
] as const

/** Edge of each square: it makes the paler ones visible on the light map. */
export const FIRE_HALO = { dark: 'rgba(30, 8, 0, 0.85)', light: 'rgba(70, 26, 4, 0.85)' } as const

/** Labels under the ramp: where each class ends. */
export const FIRE_AGE_TICKS = FIRE_AGES.map(
  ({ untilHours }, i) => `${i === 0 ? 0 : FIRE_AGES[i - 1]!.untilHours}–${untilHours} h`,
)

/** Class of an age; older ages belong to the last class. */
export function fireAgeClass(ageMs: number): number {
  const found = FIRE_AGES.findIndex(({ untilHours }) => ageMs < untilHours * HOUR_MS)
  return found < 0 ? FIRE_AGES.length - 1 : found
}

/** Core of a single fire in wide views, under its glow. */
export const FIRE_CORE = {
  dark: { colour: '#ff8a4a', opacity: 0.95 },
  light: { colour: '#8f1a08', opacity: 0.95 },
} as const

/**
 * Overlapping glows around the core, which add up to a density. They are plain circles instead of MapLibre's heat map,
 * whose shader compilation would block the page.
 */
export const FIRE_GLOWS = {
  dark: [
    { colour: '#c22a12', opacity: 0.5, share: 1 },
    { colour: '#ff8a4a', opacity: 0.22, share: 0.62 },
    { colour: '#ffe0c0', opacity: 0.07, share: 0.5 },
  ],
  light: [
    { colour: '#e2583a', opacity: 0.45, share: 1 },
    { colour: '#b3200a', opacity: 0.2, share: 0.62 },
    { colour: '#4a0a02', opacity: 0.06, share: 0.5 },
  ],
} as const

/** Colours of the density, from few fires to many. */
export const FIRE_DENSITY = {
  dark: ['#e56b3d', '#f08b5d', '#fcb489', '#ffdbba'],
  light: ['#b0341e', '#a02714', '#861909', '#530c03'],
} as const
