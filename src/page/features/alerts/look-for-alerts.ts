import { type AlertFacts, checkAlerts, forgetOthers, type RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../../core/metar/flight-category.ts'
import { reportAge } from '../../../core/metar/report.ts'
import type { HoldTimerStore } from '../../live/airports/hold-timer-store.ts'
import type { LineState, LineWatch } from '../../live/line-watch.ts'
import { isPlace } from '../../live/places/place-store.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import type { LiveStrikeStore } from '../../live/strikes/live-strike-store.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import type { Judge } from './judge.ts'

/** A line that is away for less heals before anybody needs to know. */
const LOST_AFTER_MS = 15_000

/**
 * Looks at every watched airport once: what was raised, and is told by the word of `judge`, stands in the log, and what changed is
 * remembered. Rings are looked at once it is known what was in them when the page was opened.
 */
export function lookForAlerts(
  live: {
    strikes: Pick<LiveStrikeStore, 'line'>
    reportLine: Pick<LineWatch, 'state'>
    reports: Pick<ReportStore, 'latest'>
  },
  holdTimers: Pick<HoldTimerStore, 'read' | 'nowMs'>,
  ringsKnown: boolean,
  judge: Judge = (found) => found,
): readonly RaisedAlert[] {
  const { watched, categoryScheme } = usePage.getState()
  const { memory: before, settings, remember } = useAlerts.getState()
  const nowMs = holdTimers.nowMs()
  let memory = forgetOthers(before, watched)
  const found: RaisedAlert[] = []
  const look = (facts: AlertFacts) => {
    const checked = checkAlerts(memory, facts, settings, nowMs)
    memory = checked.memory
    found.push(...checked.raised)
  }
  // Of places the server's own watch tells.
  for (const icao of watched.filter((id) => !isPlace(id))) {
    const report = live.reports.latest(icao)
    const isCurrent = report && reportAge(report.obsTimeMs, nowMs) !== 'outdated'
    const category = isCurrent ? flightCategory(report, CATEGORY_PRESETS[categoryScheme]) : 'unknown'
    look({ icao, holdTimer: ringsKnown ? holdTimers.read(icao) : null, report, category })
  }
  if (watched.length > 0) {
    const { strikes, reportLine } = live
    const lost = { lightning: isLost(strikes.line.state(), nowMs), reports: isLost(reportLine.state(), nowMs) }
    look({ icao: null, lost })
  }
  const lines = { lightning: live.strikes.line.state().kind, reports: live.reportLine.state().kind }
  const raised = judge(found, nowMs, lines)
  if (raised.length > 0 || JSON.stringify(memory) !== JSON.stringify(before)) remember(memory, raised)
  return raised
}

/** Whether a feed that was once there is gone; null while it was never there, or may come back soon. */
function isLost({ kind, isFresh, sinceMs }: LineState, nowMs: number): boolean | null {
  if (isFresh) return false
  return kind !== 'connecting' && nowMs - sinceMs >= LOST_AFTER_MS ? true : null
}
