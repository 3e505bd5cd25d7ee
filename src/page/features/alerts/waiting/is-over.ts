import type { Alarm } from '../../../../contract/watch/alarms.ts'

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
