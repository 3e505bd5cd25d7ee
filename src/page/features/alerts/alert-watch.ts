import { WATCH_MS } from '../../../core/airports/lightning-hold-timer.ts'
import { holdTimerKeeperOf } from '../../live/airports/hold-timers.ts'
import { reportStore } from '../../live/reports/report-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { createSettling } from './settling.ts'
import { tell } from './tell-alerts.ts'

/** Looks with each reading of the clocks, and tells what became worse. Answers how to stop. */
export function watchAlerts(connection: ServerConnection): () => void {
  const keeper = holdTimerKeeperOf(connection)
  const isSettled = createSettling(connection.strikes)
  return keeper.subscribe(() => {
    const raised = lookForAlerts(connection, keeper, reportStore, isSettled(keeper.nowMs(), WATCH_MS))
    if (raised.length > 0) tell(raised)
  })
}
