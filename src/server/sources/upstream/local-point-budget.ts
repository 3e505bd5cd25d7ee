import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import type { PointLedger } from './point-ledger.ts'

/** The budget of a process that has the key for itself; it goes on where the ledger's count of the day is. */
export async function openLocalPointBudget(deps: {
  clock: Clock
  pointsPerDay: number
  ledger: PointLedger
}): Promise<PointBudget> {
  const { clock, pointsPerDay, ledger } = deps
  const known = await ledger.read()
  let day = Math.floor(clock.now() / DAY_MS)
  let spent = 0
  // Tomorrow's count is that of a clock that was put back over midnight; one of another time is none.
  if (known && (known.day === day || known.day === day + 1)) {
    day = known.day
    spent = known.points
  }
  let reserved = 0

  function turnDay() {
    const today = Math.floor(clock.now() / DAY_MS)
    // A clock stepped back must not give the same day's points twice.
    if (today <= day) return
    day = today
    spent = 0
  }

  function reservation(points: number): Reservation {
    let open = true
    const settle = async (charged: boolean) => {
      if (!open) return
      open = false
      reserved -= points
      turnDay()
      if (!charged) return
      spent += points
      await ledger.keep({ day, points: spent })
    }
    return { spend: () => settle(true), release: () => settle(false) }
  }

  return {
    async reserve(points, share = 1) {
      turnDay()
      if (points > 0 && spent + reserved + points > pointsPerDay * share) return null
      reserved += points
      return reservation(points)
    },
    async state() {
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
