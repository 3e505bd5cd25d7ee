import type { AccumulatedPlace } from '../../contract/verification/accumulations.ts'
import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import { HOURS_A_DAY, type PlaceDay } from './hour-sums.ts'

const MONTHS = 12

/**
 * Thunder at a place by month, January first, and hour of day (UTC). `sinceHour`, since 1970, is the first counted
 * hour.
 */
export function placeTable(
  sinceHour: number,
  observedMs: ReadonlyMap<number, readonly number[]>,
  days: ReadonlyMap<number, PlaceDay>,
): AccumulatedPlace['months'] {
  const table = Array.from({ length: MONTHS }, () =>
    Array.from({ length: HOURS_A_DAY }, () => ({ observedHours: 0, thunderHours: 0, strokes: 0 })),
  )
  const isCounted = (day: number, hour: number) => day * HOURS_A_DAY + hour >= sinceHour
  for (const [day, byHour] of observedMs) {
    const month = table[monthOf(day)]!
    byHour.forEach((ms, hour) => {
      if (isCounted(day, hour)) month[hour]!.observedHours += ms / HOUR_MS
    })
  }
  for (const [day, byHour] of days) {
    const month = table[monthOf(day)]!
    for (const [hour, strokes] of byHour) {
      if (!isCounted(day, hour)) continue
      month[hour]!.thunderHours++
      month[hour]!.strokes += strokes
    }
  }
  for (const each of table.flat()) each.observedHours = Math.round(each.observedHours * 100) / 100
  return table
}

function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth()
}
