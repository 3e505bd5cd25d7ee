import { WATCH_MS } from '../../../core/airports/lightning-hold-timer.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { createSettling } from './settling.ts'
import { tell } from './tell-alerts.ts'

/** Looks with each reading of the hold timers, and tells what became worse. Answers how to stop. */
export function watchAlerts(connection: Pick<ServerConnection, 'strikes' | 'live'>): () => void {
  const { live } = connection
  const { holdTimers } = live
  const isSettled = createSettling(connection.strikes)
  return holdTimers.subscribe(() => {
    const raised = lookForAlerts(live, holdTimers, isSettled(holdTimers.nowMs(), WATCH_MS))
    if (raised.length > 0) tell(raised)
  })
}
