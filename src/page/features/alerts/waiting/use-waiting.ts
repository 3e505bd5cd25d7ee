import { useMemo } from 'react'
import type { Alarm } from '../../../../contract/watch/alarms.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { type LoggedAlert, useAlerts } from '../alert-store.ts'
import { toneOf } from '../entry-text.ts'

/** The first of them whose level is not off, else the first. */
export function useFirstWaiting(): { alert: LoggedAlert; isOver: boolean } | undefined {
  const waiting = useWaiting()
  const rows = useAlarmLog((state) => state.alarms)
  const own = useAlarmLog((state) => state.own)
  return useMemo(() => {
    const newest = newestOf([...own, ...rows])
    const standing = waiting.find(({ alarm }) => !isOver(alarm, newest))
    const alert = standing ?? waiting[0]
    return alert && { alert, isOver: !standing }
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
type NewestRows = (ladder: string) => Alarm | undefined

/** `rows`: newest first. Looks no further into them than it must. */
export function newestOf(rows: readonly Alarm[]): NewestRows {
  const newest = new Map<string, Alarm>()
  let at = 0
  return (ladder) => {
    while (at < rows.length && !newest.has(ladder)) {
      const row = rows[at++]!
      const key = ladderOf(row)
      if (key !== '' && row.levels && !newest.has(key)) newest.set(key, row)
    }
    return newest.get(ladder)
  }
}

/**
 * Whether the newest row of the same ladder reports the level of this alarm as off. Without such a row it has not
 * ended.
 */
export function isOver(alarm: Alarm, rows: NewestRows): boolean {
  const newest = rows(ladderOf(alarm))
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
