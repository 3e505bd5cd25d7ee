import type { AccumulatedPlace } from '../../contract/verification/accumulations.ts'
import { HOUR_MS } from '../time/durations.ts'
import { HOURS_A_DAY } from './hour-sums.ts'

const MONTHS_A_YEAR = 12

/** An hour of the day, or a month: thunder hours among observed hours, observed hours, and all hours. */
export interface ProfileBin {
  thunderHours: number
  watchedHours: number
  allHours: number
  strokes: number
}

/** Thunder at a place by hour of day (UTC) and month; empty before the first aggregation. */
export function placeProfile({ from, to, months }: Pick<AccumulatedPlace, 'from' | 'to' | 'months'>): {
  byHour: ProfileBin[]
  byMonth: ProfileBin[]
} {
  if (from === null || to === null) return { byHour: [], byMonth: [] }
  const none = () => ({ thunderHours: 0, watchedHours: 0, allHours: 0, strokes: 0 })
  const byHour: ProfileBin[] = Array.from({ length: HOURS_A_DAY }, none)
  const byMonth: ProfileBin[] = Array.from({ length: MONTHS_A_YEAR }, none)
  months.forEach((hours, month) => {
    hours.forEach(({ observedHours, thunderHours, strokes }, hour) => {
      for (const bin of [byHour[hour], byMonth[month]]) {
        if (!bin) continue
        bin.watchedHours += observedHours
        bin.thunderHours += thunderHours
        bin.strokes += strokes
      }
    })
  })
  for (let ms = Date.parse(from); ms < Date.parse(to); ms += HOUR_MS) {
    const at = new Date(ms)
    byHour[at.getUTCHours()]!.allHours++
    byMonth[at.getUTCMonth()]!.allHours++
  }
  return { byHour, byMonth }
}

/** Percentage of observed hours with thunder; null with less than one observed hour. */
export function thunderPercent({ thunderHours, watchedHours }: ProfileBin): number | null {
  return watchedHours < 1 ? null : Math.min(100, (thunderHours / watchedHours) * 100)
}

/** Percentage of hours that were observed; null without any hour. */
export function watchedPercent({ watchedHours, allHours }: ProfileBin): number | null {
  return allHours === 0 ? null : Math.min(100, (watchedHours / allHours) * 100)
}
