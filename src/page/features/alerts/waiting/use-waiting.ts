import { useMemo } from 'react'
import type { Alarm } from '../../../../contract/watch/alarms.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { type LoggedAlert, useAlerts } from '../alert-store.ts'
import { toneOf } from '../entry-text.ts'

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

const waitingIn = new WeakMap<readonly LoggedAlert[], readonly LoggedAlert[]>()

/** Unacknowledged alerts: nearby lightning first, then newest first. Made once for each log, for all readers. */
export function useWaiting(): readonly LoggedAlert[] {
  const log = useAlerts((state) => state.log)
  return heldOrMade(waitingIn, log, () => {
    const waiting = log.filter((each) => each.acknowledgedMs === null)
    const isNear = (each: LoggedAlert) => toneOf(each) === 'bad'
    return [...waiting.filter(isNear), ...waiting.filter((each) => !isNear(each))]
  })
}

/** The newest row of each ladder that says how its levels are. */
type NewestRows = ReadonlyMap<string, Alarm>

/** `rows`: newest first. */
export function newestOf(rows: readonly Alarm[]): NewestRows {
  const newest = new Map<string, Alarm>()
  for (const row of rows) {
    const key = ladderOf(row)
    if (key !== '' && row.levels && !newest.has(key)) newest.set(key, row)
  }
  return newest
}

/**
 * Whether the newest row of the same ladder reports the level of this alarm as off. Without such a row it has not
 * ended.
 */
export function isOver(alarm: Alarm, rows: NewestRows): boolean {
  const newest = rows.get(ladderOf(alarm))
  if (!newest || !alarm.changed || newest.at < alarm.at) return false
  const level = newest.levels?.find(({ id }) => id === alarm.changed![0])
  return level === undefined || level.state === 'off'
}

const ladders = new WeakMap<Alarm, string>()

/** Rows stay, and thousands are looked at with each new one; empty without a ladder. */
function ladderOf(row: Alarm): string {
  const { place, ladder, own } = row
  return heldOrMade(ladders, row, () => (place && ladder ? [place.id, ladder, own].join(' ') : ''))
}
