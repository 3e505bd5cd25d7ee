import { useMemo } from 'react'
import type { Alarm } from '../../../../contract/watch/alarms.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { type LoggedAlert, useAlerts } from '../alert-store.ts'
import { toneOf } from '../entry-text.ts'

/** The same, with alerts first whose level is not off. */
export function useWaitingInOrder(): readonly { alert: LoggedAlert; isOver: boolean }[] {
  const waiting = useWaiting()
  const rows = useAlarmLog((state) => state.alarms)
  const own = useAlarmLog((state) => state.own)
  return useMemo(() => {
    const told = waiting.map((alert) => ({ alert, isOver: isOver(alert.alarm, alert.alarm.own ? own : rows) }))
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

/**
 * Whether the newest row of the same ladder reports the level of this alarm as off. `rows`: newest first. Without such
 * a row it has not ended.
 */
export function isOver(alarm: Alarm, rows: readonly Alarm[]): boolean {
  const { place, ladder, own, changed } = alarm
  if (!place || !ladder || !changed) return false
  const newest = rows.find(
    (row) => row.place?.id === place.id && row.ladder === ladder && row.own === own && row.levels !== undefined,
  )
  if (!newest || newest.at < alarm.at) return false
  const level = newest.levels?.find(({ id }) => id === changed[0])
  return level === undefined || level.state === 'off'
}
