import { WATCH_MS } from '../../../core/airports/lightning-hold-timer.ts'
import { raisedAlarms } from '../../live/alarms/alarm-log.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { createSettling } from './settling.ts'
import { tellAlarms } from './tell-alarms.ts'
import { tell } from './tell-alerts.ts'

/**
 * Looks with each reading of the hold timers, and tells what became worse at the airports that are watched here; and tells
 * what the watch of the server raises. Answers how to stop.
 */
export function watchAlerts(connection: Pick<ServerConnection, 'strikes' | 'live'>): () => void {
  const { live } = connection
  const { holdTimers } = live
  const isSettled = createSettling(connection.strikes)
  const stopAlarms = raisedAlarms.subscribe(tellAlarms)
  const stopLooking = holdTimers.subscribe(() => {
    const raised = lookForAlerts(live, holdTimers, isSettled(holdTimers.nowMs(), WATCH_MS))
    if (raised.length > 0) tell(raised)
  })
  return () => {
    stopAlarms()
    stopLooking()
  }
}
