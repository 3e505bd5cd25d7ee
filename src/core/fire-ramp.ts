/** Age classes of a fire, youngest first: satellites pass every few hours, so finer steps would say nothing. */
export const FIRE_AGES = [
  { untilHours: 3, dark: '#ff3b1f', light: '#c81e05' },
  { untilHours: 6, dark: '#ff7a1a', light: '#d9580b' },
  { untilHours: 12, dark: '#ffb02e', light: '#c07d00' },
  { untilHours: 24, dark: '#e8d28a', light: '#8f7a2c' },
] as const

/** Labels under the ramp: where each class ends. */
export const FIRE_AGE_TICKS = FIRE_AGES.map(
  ({ untilHours }, i) => `${i === 0 ? 0 : FIRE_AGES[i - 1]!.untilHours}–${untilHours} h`,
)
