import type { AccumulatedPlace } from '../../contract/verification/accumulations.ts'
import { HOUR_MS } from '../time/durations.ts'
import { HOURS_A_DAY } from './hour-sums.ts'

const MONTHS_A_YEAR = 12

/** An hour of the day, or a month: hours with thunder of those that were watched, and those that there were, watched or not. */
export interface ProfileBin {
  thunderHours: number
  watchedHours: number
  allHours: number
  strokes: number
}

/** When in the day (UTC) and in the year it thunders at a place; empty where nothing is summed yet. */
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

/** In how many of a hundred watched hours it thundered; null where less than one was watched. */
export function thunderPercent({ thunderHours, watchedHours }: ProfileBin): number | null {
  return watchedHours < 1 ? null : Math.min(100, (thunderHours / watchedHours) * 100)
}

/** Of all hours the percentage that was watched; null where there was none yet. */
export function watchedPercent({ watchedHours, allHours }: ProfileBin): number | null {
  return allHours === 0 ? null : Math.min(100, (watchedHours / allHours) * 100)
}
