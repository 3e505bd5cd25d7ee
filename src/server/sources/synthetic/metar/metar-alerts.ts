import type { SurfaceWeather } from '../fields/fields.ts'
import { THUNDER_KM } from './metar-coding.ts'

/** Criteria for special reports, each with its level of severity, in one number of octal digits. */
export type Alerts = number

const VISIBILITY_STEPS_M = [800, 1_500, 3_000, 5_000]
const CEILING_STEPS_M = [60, 150, 300, 450]
const WIND_STEPS_MPS = [11, 17]
const GUST_STEPS_MPS = [15, 22]
const HEAVY_MM_PER_HOUR = 10

/** Severity by the criteria for special reports; `thunderKm` is the nearest thunder within ten minutes. */
export function alertsOf(weather: SurfaceWeather, thunderKm: number): Alerts {
  const ceiling = weather.layers.find((layer) => layer.amount >= 0.56)?.baseM ?? Number.POSITIVE_INFINITY
  const gusts = weather.gustMps - weather.windSpeedMps >= 5 ? weather.gustMps : 0
  return [
    thunderKm <= THUNDER_KM ? 1 : 0,
    weather.precipitationMmPerHour >= HEAVY_MM_PER_HOUR ? 1 : 0,
    VISIBILITY_STEPS_M.filter((step) => weather.visibilityM < step).length,
    CEILING_STEPS_M.filter((step) => ceiling < step).length,
    WIND_STEPS_MPS.filter((step) => weather.windSpeedMps >= step).length,
    GUST_STEPS_MPS.filter((step) => gusts >= step).length,
  ].reduce((packed, level) => packed * 8 + level, 0)
}

/** Whether a special report is due: at once after a deterioration, and ten minutes after a lasting improvement. */
export function specialIsDue(now: Alerts, before: Alerts, longBefore: Alerts): boolean {
  if (now === before && before === longBefore) return false
  const levels = unpack(now)
  const earlier = unpack(before)
  const earliest = unpack(longBefore)
  return levels.some((level, i) => level > earlier[i]! || (level === earlier[i]! && level < earliest[i]!))
}

function unpack(alerts: Alerts): number[] {
  return [0, 1, 2, 3, 4, 5].map((digit) => Math.floor(alerts / 8 ** digit) % 8)
}
