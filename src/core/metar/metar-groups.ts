import { INHG_PER_HPA, KNOTS_PER_MPS } from '../util/units.ts'

export interface Wind {
  /** True direction; null if variable, calm or not reported. */
  windDirectionDeg: number | null
  windVariable: boolean
  windSpeedMps: number | null
  /** The speed was coded as a minimum (`P49MPS`). */
  windSpeedIsMinimum: boolean
  windGustMps: number | null
  /** Arc of a variable direction, clockwise. */
  windFromDeg: number | null
  windToDeg: number | null
}

export interface RunwayVisualRange {
  runway: string
  rangeM: number
  /** Upper limit of a variable range. */
  toM: number | null
  /** `P` more than, `M` less than the instrument's limit. */
  bound: 'P' | 'M' | null
  /** The same of the upper limit. */
  toBound: 'P' | 'M' | null
  trend: 'U' | 'D' | 'N' | null
}

const WIND = /^(VRB|\d{3}|\/{3})(?:(P)?(\d{2,3})|\/{2})(?:G(?:P?(\d{2,3})|\/{2}))?(KT|MPS|KMH|KM\/H)$/
const WIND_ARC = /^(\d{3})V(\d{3})$/
const RVR = /^R(\d{2}[LCR]?)\/([PM])?(\d{4})(?:V([PM])?(\d{4}))?(FT)?\/?([UDN])?$/
const TEMPERATURES = /^(?=.*\d)([M-]?\d{1,2}|\/\/|XX)\/([M-]?\d{1,2}|\/\/|XX)?$/
const HECTOPASCALS = /^Q(?:NH)?([\dO]{3,4})(?!\d|INS)/
const INCHES = /^(?:A(\d{4})|QNH(\d{4})INS)$/

const MPS_PER_UNIT: Record<string, number> = { KT: 1 / KNOTS_PER_MPS, MPS: 1, KMH: 1 / 3.6, 'KM/H': 1 / 3.6 }
const METRES_PER_FOOT = 0.3048

/** Plausible ranges anywhere on Earth, with a margin; values such as -99, 99.9 or -9999 mean "not measured". */
export const POSSIBLE = {
  windMps: [0, 95],
  directionDeg: [0, 360],
  temperatureC: [-95, 65],
  qnhHpa: [800, 1_100],
} as const satisfies Record<string, readonly [least: number, most: number]>

export function isPossible(value: number, [least, most]: readonly [least: number, most: number]): boolean {
  return value >= least && value <= most
}

/** Two sensors and rounding may put the dew point so far above the temperature, °C; further, one of the two is wrong. */
const DEW_POINT_ABOVE_MAX_C = 1

/** Whether both can be of the same air, °C; null is unknown. */
export function areOfOneAir(temperatureC: number | null, dewPointC: number | null): boolean {
  return temperatureC === null || dewPointC === null || dewPointC <= temperatureC + DEW_POINT_ABOVE_MAX_C
}

/** Null for another form; `impossible` for an implausible wind. */
export function readWind(word: string): Omit<Wind, 'windFromDeg' | 'windToDeg'> | 'impossible' | null {
  const match = WIND.exec(word)
  if (!match) return null
  const [, direction, atLeast, speed, gust, unit] = match
  const mps = (digits: string | undefined) =>
    digits === undefined ? null : round1(Number(digits) * (MPS_PER_UNIT[unit ?? ''] ?? 1))
  const isCalm = direction === '000' && Number(speed) === 0
  const degrees = /^\d/.test(direction!) && !isCalm ? Number(direction) : null
  const windSpeedMps = mps(speed)
  const windGustMps = mps(gust)
  const speeds = [windSpeedMps, windGustMps].filter((each) => each !== null)
  if (degrees !== null && !isPossible(degrees, POSSIBLE.directionDeg)) return 'impossible'
  if (speeds.some((each) => !isPossible(each, POSSIBLE.windMps))) return 'impossible'
  return {
    windDirectionDeg: degrees,
    windVariable: direction === 'VRB',
    windSpeedMps,
    windSpeedIsMinimum: atLeast !== undefined,
    windGustMps,
  }
}

/** Arc of a variable direction. Null for another form; `impossible` if invalid. */
export function readWindArc(word: string): { fromDeg: number; toDeg: number } | 'impossible' | null {
  const [, from, to] = WIND_ARC.exec(word) ?? []
  if (from === undefined) return null
  const fromDeg = Number(from)
  const toDeg = Number(to)
  return [fromDeg, toDeg].every((each) => isPossible(each, POSSIBLE.directionDeg)) ? { fromDeg, toDeg } : 'impossible'
}

/** Null for another form; `impossible` for implausible temperatures. */
export function readTemperatures(
  word: string,
): { temperatureC: number | null; dewPointC: number | null } | 'impossible' | null {
  const match = TEMPERATURES.exec(word)
  if (!match) return null
  const read = { temperatureC: degrees(match[1]), dewPointC: degrees(match[2]) }
  const isRight = Object.values(read).every((each) => each === null || isPossible(each, POSSIBLE.temperatureC))
  return isRight && areOfOneAir(read.temperatureC, read.dewPointC) ? read : 'impossible'
}

/** Sea-level pressure in hPa. Null for another form; `impossible` if implausible. */
export function readPressure(word: string): { qnhHpa: number; isInches: boolean } | 'impossible' | null {
  const hectopascals = HECTOPASCALS.exec(word)?.[1]
  const [, a, qnh] = INCHES.exec(word) ?? []
  const inches = a ?? qnh
  if (hectopascals === undefined && inches === undefined) return null
  const hpa = hectopascals ? Number(hectopascals.replaceAll('O', '0')) : Number(inches) / 100 / INHG_PER_HPA
  if (!isPossible(hpa, POSSIBLE.qnhHpa)) return 'impossible'
  return { qnhHpa: round1(hpa), isInches: hectopascals === undefined }
}

/** Null for another form. */
export function readRvr(word: string): RunwayVisualRange | null {
  const match = RVR.exec(word)
  if (!match) return null
  const [, runway, bound, range, farBound, far, feet, trend] = match
  const m = (digits: string) => Math.round(Number(digits) * (feet ? METRES_PER_FOOT : 1))
  return {
    runway: runway!,
    rangeM: m(range!),
    toM: far === undefined ? null : m(far),
    bound: (bound as 'P' | 'M' | undefined) ?? null,
    toBound: (farBound as 'P' | 'M' | undefined) ?? null,
    trend: (trend as 'U' | 'D' | 'N' | undefined) ?? null,
  }
}

function degrees(text: string | undefined): number | null {
  if (text === undefined || !/\d/.test(text)) return null
  const value = Number(text.replace('M', '-'))
  return value === 0 ? 0 : value // M00 is a freezing zero, not -0
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
