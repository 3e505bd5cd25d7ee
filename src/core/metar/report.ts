import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { DecodedMetar } from './metar.ts'

/** Reports are at least hourly; from this age on the next one is overdue. */
export const REPORT_OVERDUE_MS = 75 * MINUTE_MS
/** From this age on a report is not used for current conditions. */
export const REPORT_OUTDATED_MS = 2 * HOUR_MS

/** Fields parsed differently by the service and by us. */
export type ReportDifference = 'airport' | 'cavok' | 'visibility' | 'wind' | 'temperature' | 'dewPoint' | 'pressure'

/** An airport report: the raw text merged with the service's parsing. */
export interface Report extends Omit<DecodedMetar, 'icao' | 'kind' | 'time'> {
  icao: string
  raw: string
  isSpeci: boolean
  obsTimeMs: number
  /** Time of receipt by the service; null in history, which lacks it. */
  arrivedAtMs: number | null
  /** Of visibility, CAVOK and wind the worse value is used. */
  differences: readonly ReportDifference[]
}

/** Sort key of an airport's reports. */
export type ReportOrder = Pick<Report, 'obsTimeMs' | 'isCorrected' | 'arrivedAtMs'>

/** Order of an airport's reports: the later observation, then the correction, then the later arrival. */
export function compareReports(a: ReportOrder, b: ReportOrder): number {
  return (
    a.obsTimeMs - b.obsTimeMs ||
    Number(a.isCorrected) - Number(b.isCorrected) ||
    (a.arrivedAtMs ?? 0) - (b.arrivedAtMs ?? 0)
  )
}

export type ReportAge = 'current' | 'overdue' | 'outdated'

export function reportAge(obsTimeMs: number, nowMs: number): ReportAge {
  const ageMs = nowMs - obsTimeMs
  if (ageMs > REPORT_OUTDATED_MS) return 'outdated'
  return ageMs > REPORT_OVERDUE_MS ? 'overdue' : 'current'
}

/** Whether a thunderstorm is at the airport or in its vicinity. */
export function hasThunderstorm(report: Pick<Report, 'weather'>): boolean {
  return report.weather.some((code) => code.includes('TS'))
}
