import type { Alarm } from '../../../contract/watch/alarms.ts'
import { raisedAlarms, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { keepInStorage, useAlerts } from './alert-store.ts'
import { evaluateHere } from './evaluate-here.ts'
import { keepOwnLevels, useOwnLevels } from './own-levels.ts'
import { keepRows, notifySilently } from './tell-rows.ts'

/**
 * Notifies of relevant rows of the server, and keeps those that require acknowledgement; while the server is
 * unreachable, of rows that the page raises. Returns a function that stops this.
 */
export function watchAlerts(connection: Pick<ServerConnection, 'live' | 'watch' | 'clock' | 'config'>): () => void {
  const { watch, clock } = connection
  const keepAll = () => {
    const { own, alarms } = useAlarmLog.getState()
    keepRows([...own, ...alarms], clock.now())
  }
  const stops = [
    keepInStorage(),
    raisedAlarms.subscribe(notifySilently),
    useAlarmLog.subscribe((now, before) => {
      keepRows([...newIn(now.own, before.own), ...newIn(now.alarms, before.alarms)], clock.now())
    }),
    usePage.subscribe((now, before) => now.watched !== before.watched && keepAll()),
    useAlerts.subscribe((now, before) => (now.off !== before.off || now.weather !== before.weather) && keepAll()),
    useOwnLevels.subscribe((now, before) => now.judged !== before.judged && keepAll()),
  ]
  keepAll()
  stops.push(evaluateHere(connection))
  if (watch) stops.push(keepOwnLevels({ access: watch, clock }))
  return () => {
    for (const stop of stops) stop()
  }
}

function newIn(now: readonly Alarm[], before: readonly Alarm[]): readonly Alarm[] {
  if (now === before) return []
  const known = new Set(before)
  return now.filter((row) => !known.has(row))
}
