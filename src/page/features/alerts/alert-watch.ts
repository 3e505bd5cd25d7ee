import { raisedAlarms, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { followOtherWindows, useAlerts } from './alert-store.ts'
import { evaluateHere } from './evaluate-here.ts'
import { keepOwnLevels, useOwnLevels } from './own-levels.ts'
import { keepRows, notifySilently } from './tell-rows.ts'

/**
 * Notifies of relevant rows of the server, and keeps those that require acknowledgement; while the server is
 * unreachable, of rows that the page raises. Returns a function that stops this.
 */
export function watchAlerts(connection: Pick<ServerConnection, 'live' | 'watch' | 'clock' | 'config'>): () => void {
  const { watch, clock } = connection
  const keep = () => keepRows(clock.now())
  const stops = [
    followOtherWindows(),
    raisedAlarms.subscribe(notifySilently),
    useAlarmLog.subscribe((now, before) => (now.alarms !== before.alarms || now.own !== before.own) && keep()),
    usePage.subscribe((now, before) => now.watched !== before.watched && keep()),
    useAlerts.subscribe((now, before) => (now.off !== before.off || now.weather !== before.weather) && keep()),
    useOwnLevels.subscribe((now, before) => now.judged !== before.judged && keep()),
  ]
  keep()
  stops.push(evaluateHere(connection))
  if (watch) stops.push(keepOwnLevels({ access: watch, clock }))
  return () => {
    for (const stop of stops) stop()
  }
}
