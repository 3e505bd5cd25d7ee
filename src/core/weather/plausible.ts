/** Plausible range by element name: values outside are codes for "unknown", or errors. */
const RANGES: readonly [RegExp, least: number, most: number][] = [
  [/temperature|dew_point/, -100, 70], // °C; on record are -89 and 57
  [/humidity|probability|cloud/, 0, 100], // %
  [/pressure/, 300, 1_100], // hPa; the highest station and the Siberian high
  [/wind_(speed|gust)/, 0, 150], // m/s; on record are 113
  [/direction/, 0, 360], // °
  [/precipitation|rain/, 0, 2_000], // mm; on record are 1,825 in a day
]

/** Codes that services write for a missing measurement. */
const CODES = new Set([9_999, 99_999, 999_999, 9_999.9, 999.9, 32_766, 32_767])

/** The number of an element; null if it is missing, a code for "unknown", or implausible. */
export function plausibleValue(name: string, value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  const [, least, most] = RANGES.find(([pattern]) => pattern.test(name)) ?? []
  if (least !== undefined && most !== undefined) return number >= least && number <= most ? number : null
  return CODES.has(Math.abs(number)) ? null : number
}
