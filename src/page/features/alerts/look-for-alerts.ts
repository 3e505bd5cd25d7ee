import type { FeedStatus } from '../../../client/feed/feed.ts'
import { type AlertFacts, checkAlerts, forgetOthers, type RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../../core/metar/flight-category.ts'
import { reportAge } from '../../../core/metar/report.ts'
import type { HoldTimerStore } from '../../live/airports/hold-timer-store.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { isStale } from '../../live/strikes/live-strike-store.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'

/** A line that is away for less heals before anybody needs to know. */
const LOST_AFTER_MS = 15_000

/**
 * Looks at every watched airport once: what was raised stands in the log, and what changed is remembered. Rings are
 * looked at once it is known what was in them when the page was opened.
 */
export function lookForAlerts(
  connection: Pick<ServerConnection, 'strikes' | 'reports'>,
  holdTimers: Pick<HoldTimerStore, 'read' | 'nowMs'>,
  reports: Pick<ReportStore, 'latest'>,
  ringsKnown: boolean,
): RaisedAlert[] {
  const { watched, categoryScheme } = usePage.getState()
  const { memory: before, settings, remember } = useAlerts.getState()
  const nowMs = holdTimers.nowMs()
  let memory = forgetOthers(before, watched)
  const raised: RaisedAlert[] = []
  const look = (facts: AlertFacts) => {
    const found = checkAlerts(memory, facts, settings, nowMs)
    memory = found.memory
    raised.push(...found.raised)
  }
  for (const icao of watched) {
    const report = reports.latest(icao)
    const isCurrent = report && reportAge(report.obsTimeMs, nowMs) !== 'outdated'
    const category = isCurrent ? flightCategory(report, CATEGORY_PRESETS[categoryScheme]) : 'unknown'
    look({ icao, holdTimer: ringsKnown ? holdTimers.read(icao) : null, report, category })
  }
  if (watched.length > 0) {
    const lightning = isLost(connection.strikes.status(), nowMs, isStale(connection.strikes.status(), nowMs))
    look({ icao: null, lost: { lightning, reports: isLost(connection.reports.status(), nowMs, false) } })
  }
  if (raised.length > 0 || JSON.stringify(memory) !== JSON.stringify(before)) remember(memory, raised)
  return raised
}

/** Whether a feed that was once there is gone; null while it was never there. */
function isLost({ state, sinceMs, lastDataMs }: FeedStatus, nowMs: number, isSilent: boolean): boolean | null {
  if (lastDataMs === null && state === 'connecting') return null
  const isAway = state === 'down' || state === 'source-down' || state === 'closed' || state === 'connecting'
  if (!isAway) return isSilent
  return nowMs - sinceMs >= LOST_AFTER_MS ? true : null
}
