import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { SourceMemory } from '../source-memory.ts'

export interface PointBudget {
  /** Sets `points` aside for a call about to be made; null where this share (0 to 1) of the day's budget does not hold them. */
  reserve(points: number, share?: number): Reservation | null
  state(): { spentToday: number; budgetPerDay: number; resetsAtMs: number; exhausted: boolean }
}

export interface Reservation {
  /** The call was charged. */
  spend(): void
  /** The call was not charged: a 404, an error, a failure. */
  release(): void
}

/** The day's resource points, counted in UTC days: calls in flight count as spent until they turn out free. */
export function createPointBudget(deps: {
  clock: Clock
  pointsPerDay: number
  /** Where the count outlives a restart. */
  memory?: Pick<SourceMemory, 'spent' | 'keepSpent'> | null
}): PointBudget {
  const { clock, pointsPerDay, memory = null } = deps
  let day = Math.floor(clock.now() / DAY_MS)
  let spent = 0
  // Tomorrow's count is that of a clock that was put back over midnight; one of another time is none.
  if (memory?.spent && (memory.spent.day === day || memory.spent.day === day + 1)) {
    day = memory.spent.day
    spent = memory.spent.points
  }
  let reserved = 0

  function turnDay() {
    const today = Math.floor(clock.now() / DAY_MS)
    // A clock stepped back must not give the same day's points twice.
    if (today <= day) return
    day = today
    spent = 0
  }

  return {
    reserve(points, share = 1) {
      turnDay()
      if (points > 0 && spent + reserved + points > pointsPerDay * share) return null
      reserved += points
      let open = true
      const settle = (charged: boolean) => {
        if (!open) return
        open = false
        reserved -= points
        turnDay()
        if (!charged) return
        spent += points
        memory?.keepSpent({ day, points: spent })
      }
      return { spend: () => settle(true), release: () => settle(false) }
    },
    state() {
      turnDay()
      return {
        spentToday: spent,
        budgetPerDay: pointsPerDay,
        resetsAtMs: (day + 1) * DAY_MS,
        exhausted: spent + reserved >= pointsPerDay,
      }
    },
  }
}
