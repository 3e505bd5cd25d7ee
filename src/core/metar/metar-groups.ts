import { KNOTS_PER_MPS } from '../util/units.ts'

export interface Wind {
  /** Where the wind comes from, true; null when variable, calm or not given. */
  windDirectionDeg: number | null
  windVariable: boolean
  windSpeedMps: number | null
  /** The speed was coded as "this or more" (`P49MPS`). */
  windSpeedIsMinimum: boolean
  windGustMps: number | null
  /** The arc in which the direction varies, clockwise. */
  windFromDeg: number | null
  windToDeg: number | null
}

export interface RunwayVisualRange {
  runway: string
  rangeM: number
  /** The far end, where the range varies. */
  toM: number | null
  /** `P` more than, `M` less than what the instrument measures. */
  bound: 'P' | 'M' | null
  trend: 'U' | 'D' | 'N' | null
}

const WIND = /^(VRB|\d{3}|\/{3})(?:(P)?(\d{2,3})|\/{2})(?:G(?:P?(\d{2,3})|\/{2}))?(KT|MPS|KMH|KM\/H)$/
const WIND_ARC = /^(\d{3})V(\d{3})$/
const RVR = /^R(\d{2}[LCR]?)\/([PM])?(\d{4})(?:V([PM])?(\d{4}))?(FT)?\/?([UDN])?$/
const TEMPERATURES = /^(?=.*\d)(M?\d{1,2}|\/\/|XX)\/(M?\d{1,2}|\/\/|XX)?$/
/** Cloud, and runway groups of any kind. */
const SKY_OR_RUNWAY = /^((FEW|SCT|BKN|OVC|VV)[\d/]{3}.*|SKC|CLR|NSC|NCD|\/.*|R\d{2}[LCR]?\/.*)$/

const MPS_PER_UNIT: Record<string, number> = { KT: 1 / KNOTS_PER_MPS, MPS: 1, KMH: 1 / 3.6, 'KM/H': 1 / 3.6 }
const METRES_PER_FOOT = 0.3048

const KINDS = [
  ['wind', WIND],
  ['wind-arc', WIND_ARC],
  ['rvr', RVR],
  ['temperatures', TEMPERATURES],
  ['sky-or-runway', SKY_OR_RUNWAY],
] as const

export type GroupKind = (typeof KINDS)[number][0]

/** What a group is that this file or `metar-cloud.ts` reads; null for the others. */
export function groupKind(group: string): GroupKind | null {
  return KINDS.find(([, pattern]) => pattern.test(group))?.[0] ?? null
}

export function readWind(groups: readonly string[]): Wind {
  const [, direction, atLeast, speed, gust, unit] = firstMatch(groups, WIND) ?? []
  const [, from, to] = firstMatch(groups, WIND_ARC) ?? []
  const mps = (digits: string | undefined) =>
    digits === undefined ? null : round1(Number(digits) * (MPS_PER_UNIT[unit ?? ''] ?? 1))
  const isCalm = direction === '000' && Number(speed) === 0
  const degrees = direction !== undefined && /^\d/.test(direction) && !isCalm ? Number(direction) : null
  return {
    windDirectionDeg: degrees !== null && degrees <= 360 ? degrees : null,
    windVariable: direction === 'VRB',
    windSpeedMps: mps(speed),
    windSpeedIsMinimum: atLeast !== undefined,
    windGustMps: mps(gust),
    windFromDeg: from === undefined ? null : Number(from),
    windToDeg: to === undefined ? null : Number(to),
  }
}

export function readTemperatures(groups: readonly string[]): { temperatureC: number | null; dewPointC: number | null } {
  const [, temperature, dewPoint] = firstMatch(groups, TEMPERATURES) ?? []
  return { temperatureC: degrees(temperature), dewPointC: degrees(dewPoint) }
}

export function readRvr(groups: readonly string[]): RunwayVisualRange[] {
  return groups.flatMap((group) => {
    const match = RVR.exec(group)
    if (!match) return []
    const [, runway, bound, range, farBound, far, feet, trend] = match
    const m = (digits: string) => Math.round(Number(digits) * (feet ? METRES_PER_FOOT : 1))
    return {
      runway: runway!,
      rangeM: m(range!),
      toM: far === undefined ? null : m(far),
      bound: ((bound ?? farBound) as 'P' | 'M' | undefined) ?? null,
      trend: (trend as 'U' | 'D' | 'N' | undefined) ?? null,
    }
  })
}

function firstMatch(groups: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const group of groups) {
    const match = pattern.exec(group)
    if (match) return match
  }
  return null
}

function degrees(text: string | undefined): number | null {
  if (text === undefined || !/\d/.test(text)) return null
  const value = Number(text.replace('M', '-'))
  return value === 0 ? 0 : value // M00 is a freezing zero, not a minus sign on the screen
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
