import { feet, knots, metres, metresPerSecond } from '../../../../core/util/units.ts'
import type { UnitSystem } from '../../../state/choices.ts'
import { type Measure, WEATHER_LIMITS } from '../weather-choice.ts'

/** The limits that users can set, by quantity, stored in m/s and m. */
export const LIMITS = {
  wind: 'windMps',
  visibility: 'visibilityM',
  ceiling: 'ceilingM',
} as const satisfies Partial<Record<Measure, string>>
export type Limited = keyof typeof LIMITS

/** How a limit is shown and typed in the units that were chosen. */
interface LimitField {
  unit: string
  range: readonly [least: number, most: number]
  step: number
  /** A stored value in this unit: as typed if typed in it, else rounded to significant digits. */
  shown(kept: number): number
  /** A typed value in m/s or m. */
  kept(typed: number): number
}

const same = (value: number) => value

const METRIC: Record<Limited, LimitField> = {
  wind: { unit: 'm/s', range: WEATHER_LIMITS.windMps, step: 1, shown: shownBy(same, 1), kept: same },
  // Metres, as in aerodrome reports, independent of the selected units.
  visibility: { unit: 'm', range: WEATHER_LIMITS.visibilityM, step: 50, shown: shownBy(same, 0), kept: same },
  ceiling: { unit: 'm', range: WEATHER_LIMITS.ceilingM, step: 10, shown: shownBy(same, 0), kept: same },
}
const AVIATION: Record<Limited, LimitField> = {
  ...METRIC,
  wind: { unit: 'kt', range: [2, 116], step: 1, shown: shownBy(knots, 1), kept: metresPerSecond },
  ceiling: { unit: 'ft', range: [100, 9_800], step: 100, shown: shownBy(feet, 0), kept: metres },
}

export function limitField(kind: Limited, units: UnitSystem): LimitField {
  return (units === 'aviation' ? AVIATION : METRIC)[kind]
}

/** Maximum significant digits of a typed limit. */
const TYPED_DIGITS_MAX = 3
/** Far less than a typed digit, and more than the error of a conversion and back. */
const CONVERTED_EXACTLY = 1e-9

function shownBy(convert: (kept: number) => number, digits: number): (kept: number) => number {
  return (kept) => {
    const value = convert(kept)
    const typed = Number(value.toFixed(TYPED_DIGITS_MAX))
    return Math.abs(typed - value) < CONVERTED_EXACTLY ? typed : Number(value.toFixed(digits))
  }
}
