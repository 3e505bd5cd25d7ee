import { useMemo } from 'react'
import { useLive } from '../../../live/server-connection.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { type LoggedAlert, useAlerts } from '../alert-store.ts'
import { toneOf } from '../entry-text.ts'
import { isOver } from './is-over.ts'

/** The same with those in front whose trouble goes on; looked at each second. */
export function useWaitingInOrder(): readonly { alert: LoggedAlert; isOver: boolean }[] {
  const waiting = useWaiting()
  const { holdTimers } = useLive()
  const nowMs = useNow()
  const memory = useAlerts((state) => state.memory)
  const told = waiting.map((alert) => {
    const holdTimer = alert.icao === null ? null : holdTimers.read(alert.icao)
    return { alert, isOver: isOver(alert, { holdTimer, memory, nowMs }) }
  })
  return told.sort((a, b) => Number(a.isOver) - Number(b.isOver))
}

/** Alerts that nobody has acknowledged: lightning that is near before all else, and then the newest first. */
export function useWaiting(): readonly LoggedAlert[] {
  const log = useAlerts((state) => state.log)
  return useMemo(() => {
    const waiting = log.filter((each) => each.acknowledgedMs === null)
    return waiting.sort((a, b) => Number(toneOf(b) === 'bad') - Number(toneOf(a) === 'bad'))
  }, [log])
}
