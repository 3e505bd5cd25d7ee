import { HOUR_MS } from '../time/durations.ts'

/** A fire has one colour, which no other hazard has. */
export const FIRE_COLOUR = { dark: '#ff3d9e', light: '#c4106b' } as const

/**
 * Age classes of a fire, youngest first, and how much of its flame is filled: satellites pass every few hours, so finer classes
 * would be meaningless. The outline stays, and with it the contrast.
 */
export const FIRE_AGES = [
  { untilHours: 3, opacity: 1 },
  { untilHours: 6, opacity: 0.62 },
  { untilHours: 12, opacity: 0.32 },
  { untilHours: 24, opacity: 0 },
] as const

/** The colours of the age classes, youngest first, each as it lets through. */
export function fireAgeColours(theme: 'dark' | 'light'): string[] {
  const colour = FIRE_COLOUR[theme]
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return FIRE_AGES.map(({ opacity }) => `rgba(${red}, ${green}, ${blue}, ${opacity})`)
}

/** Around each flame. */
export const FIRE_HALO = { dark: 'rgba(30, 0, 18, 0.85)', light: 'rgba(255, 255, 255, 0.85)' } as const

/** Labels under the ramp: where each class ends. */
export const FIRE_AGE_TICKS = FIRE_AGES.map(
  ({ untilHours }, i) => `${i === 0 ? 0 : FIRE_AGES[i - 1]!.untilHours}–${untilHours} h`,
)

/** Class of an age; older ages belong to the last class. */
export function fireAgeClass(ageMs: number): number {
  const found = FIRE_AGES.findIndex(({ untilHours }) => ageMs < untilHours * HOUR_MS)
  return found < 0 ? FIRE_AGES.length - 1 : found
}

/**
 * Opacity of a fire in wide views and of the glow around it, where many add up to a density. They are plain circles instead of
 * MapLibre's heat map, whose shader compilation would block the page.
 */
export const FIRE_FAR = { core: 0.95, glow: { dark: 0.3, light: 0.26 } } as const
