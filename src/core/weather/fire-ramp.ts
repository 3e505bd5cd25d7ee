import { HOUR_MS } from '../time/durations.ts'

/** Age classes of a fire, youngest first: satellites pass every few hours, so finer steps would say nothing. */
export const FIRE_AGES = [
  { untilHours: 3, dark: '#ff3b1f', light: '#c81e05' },
  { untilHours: 6, dark: '#ff7a1a', light: '#d9580b' },
  { untilHours: 12, dark: '#ffb02e', light: '#c07d00' },
  { untilHours: 24, dark: '#e8d28a', light: '#8f7a2c' },
] as const

/** Around each square: on the light map it is this edge that sets the paler ones off. */
export const FIRE_HALO = { dark: 'rgba(30, 8, 0, 0.85)', light: 'rgba(70, 26, 4, 0.85)' } as const

/** Labels under the ramp: where each class ends. */
export const FIRE_AGE_TICKS = FIRE_AGES.map(
  ({ untilHours }, i) => `${i === 0 ? 0 : FIRE_AGES[i - 1]!.untilHours}–${untilHours} h`,
)

/** Which of the classes an age falls into; what is older than the last is of the last. */
export function fireAgeClass(ageMs: number): number {
  const found = FIRE_AGES.findIndex(({ untilHours }) => ageMs < untilHours * HOUR_MS)
  return found < 0 ? FIRE_AGES.length - 1 : found
}

/** What is seen of a single fire in views too wide for squares, under its glows. */
export const FIRE_CORE = {
  dark: { colour: '#ff8a4a', opacity: 0.95 },
  light: { colour: '#8f1a08', opacity: 0.95 },
} as const

/**
 * Around that core: glows over each other, which add up to a heat where there are many fires.
 * They are plain discs and not MapLibre's heat map, whose shader program would hold up the page when fires first come.
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

/** The colours that they add up to, from few fires to many. */
export const FIRE_DENSITY = {
  dark: ['#e56b3d', '#f08b5d', '#fcb489', '#ffdbba'],
  light: ['#b0341e', '#a02714', '#861909', '#530c03'],
} as const
