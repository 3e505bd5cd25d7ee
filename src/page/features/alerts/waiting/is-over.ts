import type { Alarm } from '../../../../contract/watch/alarms.ts'

/** The newest row of each ladder that says how its levels are. */
export type NewestRows = ReadonlyMap<string, Alarm>

/** `rows`: newest first. */
export function newestOf(rows: readonly Alarm[]): NewestRows {
  const newest = new Map<string, Alarm>()
  for (const row of rows) {
    const key = ladderOf(row)
    if (key !== null && row.levels && !newest.has(key)) newest.set(key, row)
  }
  return newest
}

/**
 * Whether the newest row of the same ladder reports the level of this alarm as off. Without such a row it has not
 * ended.
 */
export function isOver(alarm: Alarm, rows: NewestRows): boolean {
  const key = ladderOf(alarm)
  const newest = key === null ? undefined : rows.get(key)
  if (!newest || !alarm.changed || newest.at < alarm.at) return false
  const level = newest.levels?.find(({ id }) => id === alarm.changed![0])
  return level === undefined || level.state === 'off'
}

function ladderOf({ place, ladder, own }: Alarm): string | null {
  return place && ladder ? [place.id, ladder, own].join(' ') : null
}
