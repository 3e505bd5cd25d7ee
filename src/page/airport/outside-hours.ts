import { type GuardedHours, isWithinHours, parseHours } from '../../core/places/guarded-hours.ts'
import type { Place } from '../../core/places/place.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'

type Hours = Pick<Place, 'hours' | 'timeZone'>

/** Each place of a list asks every second. */
const parsed = new WeakMap<Hours, GuardedHours>()

/** Whether no incident of a place begins now: its levels are then off even while lightning strikes it. */
export function isOutsideHours(place: Hours | undefined, nowMs: number): boolean {
  if (!place || place.hours === null) return false
  const { hours, timeZone } = place
  return !isWithinHours(
    heldOrMade(parsed, place, () => parseHours(hours)),
    timeZone ?? 'UTC',
    nowMs,
  )
}
