import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { draw } from '../fields/fields-noise.ts'
import type { CodedReport } from './metar-report.ts'
import type { MetarSite } from './metar-site.ts'

/** Occasional faults of reports: not sent, groups missing, or a typing error corrected later. */
export interface Faults {
  nil: boolean
  misprinted: boolean
  correctedAfterMs: number
  /** The report less the groups that could not be observed. */
  missing(report: CodedReport): CodedReport
}

export function faultsOf(site: MetarSite, slotMs: number, routine: boolean): Faults {
  const dice = (salt: number) => draw(site.dice, salt, slotMs / MINUTE_MS)
  const lost = dice(31) < (site.auto ? 0.05 : 0.004) ? Math.floor(dice(32) * 4) : -1
  return {
    nil: routine && dice(33) < 0.002,
    misprinted: routine && !site.auto && dice(34) < 0.008,
    correctedAfterMs: Math.round((4 + 5 * dice(35)) * MINUTE_MS),
    missing(report) {
      const stormy = report.weather?.some((code) => code.includes('TS')) ?? false
      let left = report
      // An automatic station without sensors reports neither precipitation nor sky; lightning data is supplied to it.
      if (site.blind && !stormy) left = { ...left, weather: null, clouds: null, verticalVisibility: null, cavok: false }
      if (lost === 0) left = { ...left, wind: null }
      if (lost === 1) left = { ...left, visibilityM: null, runwayRanges: [], cavok: false }
      if (lost === 2) left = { ...left, temperatureC: null, dewPointC: null }
      if (lost === 3) left = { ...left, qnhHpa: null, remark: '' }
      return left
    },
  }
}

/** The report with the pressure off by ten hectopascals, to be corrected later. */
export function misprint(report: CodedReport): CodedReport {
  return { ...report, qnhHpa: report.qnhHpa === null ? 1_031 : report.qnhHpa + 10 }
}
