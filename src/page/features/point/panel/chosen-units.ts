import { inchesOfMercury, knots } from '../../../../core/util/units.ts'
import type { ForecastElement } from '../../../../core/weather/forecast.ts'
import type { UnitSystem } from '../../../state/choices.ts'

export interface ShownElement extends ForecastElement {
  digits: number
}

// Keyed by the unit that the service states, which may be any text.
const AVIATION = new Map<string, { unit: string; digits: number; convert(value: number): number }>([
  ['m/s', { unit: 'kt', digits: 0, convert: knots }],
  ['hPa', { unit: 'inHg', digits: 2, convert: inchesOfMercury }],
])
/** Sunshine in seconds is too fine, and so is good visibility in metres. */
const ALWAYS: typeof AVIATION = new Map([
  ['s', { unit: 'h', digits: 1, convert: (seconds) => seconds / 3600 }],
  ['m', { unit: 'km', digits: 1, convert: (metres) => metres / 1000 }],
])
const DIGITS = new Map([
  ['%', 0],
  ['°', 0],
  ['m³/m³', 3],
  ['W/m²', 0],
])

export function inChosenUnits(element: ForecastElement, units: UnitSystem): ShownElement {
  const to = ALWAYS.get(element.unit) ?? (units === 'aviation' ? AVIATION.get(element.unit) : undefined)
  if (!to) return { ...element, digits: DIGITS.get(element.unit) ?? 1 }
  const values = element.values.map((value) => (value === null ? null : to.convert(value)))
  return { ...element, unit: to.unit, values, digits: to.digits }
}
