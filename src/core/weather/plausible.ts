const PRESSURE = /pressure/
const AMOUNT = /precipitation|rain/

/** Plausible range by element name: values outside are codes for "unknown", or errors. */
const RANGES: readonly [RegExp, least: number, most: number][] = [
  [/temperature|dew_point/, -95, 70], // °C; -99 is a code; on record are -89 and 57
  [/humidity|probability|cloud/, 0, 100], // %
  [PRESSURE, 300, 1_100], // hPa; the highest station and the Siberian high
  [/wind_(speed|gust)/, 0, 150], // m/s; on record are 113
  [/direction/, 0, 360], // °
  [AMOUNT, 0, 2_000], // mm; on record are 1,825 in a day
]

/** Codes that services write for a missing measurement, also negative. */
const CODES = new Set(
  '999.9 9999 9999.9 99999 99999.9 999999 32766 32767 32768 65535 2147483647 2147483648'.split(' ').map(Number),
)
/** Codes beyond any measurement: the largest number of a type. */
const CODE_FROM = 1e15

/** The number of an element; null if it is missing, a code for "unknown", or implausible. */
export function plausibleValue(name: string, value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  const [pattern, least, most] = RANGES.find(([pattern]) => pattern.test(name)) ?? []
  if (least !== undefined && most !== undefined && !(number >= least && number <= most)) return null
  return pattern !== PRESSURE && isCode(number, pattern === AMOUNT) ? null : number
}

/** 999 may be measured, for example in W/m²; not as an amount of rain. */
function isCode(number: number, isAmount: boolean): boolean {
  return number === -999 || (isAmount && number === 999) || CODES.has(Math.abs(number)) || Math.abs(number) >= CODE_FROM
}
