import { WATCH_MS } from '../../../core/airports/lightning-hold-timer.ts'
import { raisedAlarms, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { followOtherWindows } from './alert-store.ts'
import { createJudge } from './judge.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { keepOwnWatch } from './own-watch.ts'
import { createSettling } from './settling.ts'
import { keepAlarms, tellPassing } from './tell-alarms.ts'
import { tell } from './tell-alerts.ts'

/**
 * Tells what the watch of the server raises at what is watched here, and keeps it until somebody has seen to it. Looks with each
 * reading of the hold timers, too, and tells by the page's own rules what the server does not. Answers how to stop.
 */
export function watchAlerts(connection: Pick<ServerConnection, 'strikes' | 'live' | 'watch' | 'clock'>): () => void {
  const { live, clock, watch } = connection
  const { holdTimers } = live
  const isSettled = createSettling(connection.strikes)
  const judge = createJudge(watch !== undefined)
  const keep = () => keepAlarms(clock.now())
  const stops = [
    followOtherWindows(),
    raisedAlarms.subscribe(tellPassing),
    useAlarmLog.subscribe((now, before) => (now.alarms !== before.alarms || now.own !== before.own) && keep()),
    usePage.subscribe((now, before) => now.watched !== before.watched && keep()),
    holdTimers.subscribe(() => {
      const raised = lookForAlerts(live, holdTimers, isSettled(holdTimers.nowMs(), WATCH_MS), judge)
      if (raised.length > 0) tell(raised)
    }),
  ]
  keep()
  if (watch) stops.push(keepOwnWatch({ access: watch, clock }))
  return () => {
    for (const stop of stops) stop()
  }
}
