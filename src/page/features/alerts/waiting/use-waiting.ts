import { useMemo } from 'react'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { type LoggedAlert, useAlerts } from '../alert-store.ts'
import { toneOf } from '../entry-text.ts'
import { isOver, newestOf } from './is-over.ts'

/** The same, with alerts first whose level is not off. */
export function useWaitingInOrder(): readonly { alert: LoggedAlert; isOver: boolean }[] {
  const waiting = useWaiting()
  const rows = useAlarmLog((state) => state.alarms)
  const own = useAlarmLog((state) => state.own)
  return useMemo(() => {
    const newest = newestOf([...own, ...rows])
    const told = waiting.map((alert) => ({ alert, isOver: isOver(alert.alarm, newest) }))
    return told.sort((a, b) => Number(a.isOver) - Number(b.isOver))
  }, [waiting, rows, own])
}

/** Unacknowledged alerts: nearby lightning first, then newest first. */
export function useWaiting(): readonly LoggedAlert[] {
  const log = useAlerts((state) => state.log)
  return useMemo(() => {
    const waiting = log.filter((each) => each.acknowledgedMs === null)
    return waiting.sort((a, b) => Number(toneOf(b) === 'bad') - Number(toneOf(a) === 'bad'))
  }, [log])
}
