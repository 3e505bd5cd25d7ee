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

/** The latest report of each guarded airport, held against the rules. */
export function createReportIntake(rules: ReportWatch, latest = new Map<string, Report>()) {
  function stands(record: ReportRecord): Report[] {
    const report = reportFromRecord(record)
    const held = report && latest.get(report.icao)
    if (!report || (held && compareReports(report, held) < 0)) return []
    latest.set(report.icao, report)
    return [report]
  }

  return {
    rules,
    /** `rulesAt` answers null for what is not guarded. */
    take(records: readonly ReportRecord[], rulesAt: RulesAt, nowMs: number): Raised[] {
      const standing = records.filter(({ icao }) => rulesAt(icao) !== null).flatMap(stands)
      return standing.flatMap((report) => rules.report(report.icao, report, nowMs, rulesAt(report.icao) ?? undefined))
    },
    /** What has become of them by now. */
    look(rulesAt: RulesAt, nowMs: number): Raised[] {
      return [...latest.values()].flatMap((report) => {
        return rules.report(report.icao, report, nowMs, rulesAt(report.icao) ?? undefined)
      })
    },
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
