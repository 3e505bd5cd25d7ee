import type { Report } from '../../../../core/metar/report.ts'
import type { HistoryHours } from '../airport-queries.ts'
import { mergeReports } from '../history/history-series.ts'

export interface HistoryChoice {
  hours: HistoryHours
  speci: boolean
  auto: boolean
  /** Shows reports replaced by corrections in the table and its copies; charts never use them. */
  originals: boolean
  forecast: boolean
}

export const CHOICE_DEFAULT: HistoryChoice = { hours: 24, speci: true, auto: true, originals: false, forecast: false }

export interface ShownReports {
  /** The valid reports, oldest first: one per time and airport, corrections replacing originals. */
  standing: Report[]
  /** The table's rows, newest first. */
  listed: Report[]
}

export function shownReports(
  history: readonly Report[],
  received: readonly Report[],
  sinceMs: number,
  choice: Pick<HistoryChoice, 'speci' | 'auto' | 'originals'>,
): ShownReports {
  const wanted = (report: Report) => (choice.speci || !report.isSpeci) && (choice.auto || !report.isAuto)
  const past = history.filter(wanted)
  const live = received.filter(wanted)
  const merged = mergeReports(past, live, sinceMs)
  const all = choice.originals ? eachOnce([...past, ...live], sinceMs) : merged
  return { standing: merged.filter(({ isNil }) => !isNil), listed: all.toReversed() }
}

function eachOnce(reports: readonly Report[], sinceMs: number): Report[] {
  const byText = new Map<string, Report>()
  for (const report of reports) {
    if (report.obsTimeMs >= sinceMs) byText.set(`${report.obsTimeMs}/${report.raw}`, report)
  }
  return [...byText.values()].sort((a, b) => a.obsTimeMs - b.obsTimeMs || Number(a.isCorrected) - Number(b.isCorrected))
}
