import type { ReportRecord } from '../../contract/metar.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { compareReports, type Report } from '../../core/metar/report.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Raised } from '../../core/watch/raised.ts'
import type { ReportWatch } from '../../core/watch/report-watch.ts'
import type { Rules } from '../../core/watch/rules.ts'
import type { Source } from '../sources/source.ts'

type RulesAt = (icao: string) => Rules | null

/** A line that has been away for so long is told as lost. */
const LOST_AFTER_MS = MINUTE_MS

/** The latest report of each airport; those of guarded ones are held against the rules. Reports may come before the list of airports. */
export function createReportIntake(rules: ReportWatch, latest = new Map<string, Report>()) {
  function stands(record: ReportRecord): Report[] {
    const report = reportFromRecord(record)
    const held = report && latest.get(report.icao)
    if (!report || (held && compareReports(report, held) < 0)) return []
    latest.set(report.icao, report)
    return [report]
  }

  const judge = (reports: Iterable<Report>, rulesAt: RulesAt, nowMs: number): Raised[] =>
    [...reports].flatMap((report) => {
      const rulesHere = rulesAt(report.icao)
      return rulesHere === null ? [] : rules.report(report.icao, report, nowMs, rulesHere)
    })

  return {
    rules,
    /** `rulesAt` answers null for what is not guarded. */
    take: (records: readonly ReportRecord[], rulesAt: RulesAt, nowMs: number) =>
      judge(records.flatMap(stands), rulesAt, nowMs),
    /** What has become of them by now. */
    look: (rulesAt: RulesAt, nowMs: number) => judge(latest.values(), rulesAt, nowMs),
  }
}

/** Whether a line has been away for long; null where there is none. */
export function createLossWatch(source: Pick<Source, 'links'>, clock: Clock) {
  const awaySinceMs: Partial<Record<'lightning' | 'metar', number>> = {}
  return (feed: 'lightning' | 'metar'): boolean | null => {
    const { state } = source.links()[feed]
    if (state === 'live') delete awaySinceMs[feed]
    if (state === 'live' || state === 'off') return state === 'off' ? null : false
    awaySinceMs[feed] ??= clock.monotonicMs()
    return clock.monotonicMs() - awaySinceMs[feed] >= LOST_AFTER_MS
  }
}
