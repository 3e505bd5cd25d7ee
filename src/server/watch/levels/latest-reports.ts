import type { ReportRecord } from '../../../contract/metar.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'

/** The latest report of each airport. Reports may arrive before the list of airports. */
export function createLatestReports(latest = new Map<string, Report>()) {
  return {
    latest,
    /** Returns the reports that are now the latest of their airports. */
    take(records: readonly ReportRecord[]): Report[] {
      return records.flatMap((record) => {
        const report = reportFromRecord(record)
        const held = report && latest.get(report.icao)
        if (!report || (held && compareReports(report, held) < 0)) return []
        latest.set(report.icao, report)
        return [report]
      })
    },
  }
}
