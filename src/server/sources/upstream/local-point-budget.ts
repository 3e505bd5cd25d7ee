import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import type { PointLedger, SpentPoints } from './point-ledger.ts'

/** What the log says of a call that costs points: before they count, and once it is known whether it was charged. */
export const POINTS_NOTED = 'resource points reserved'
export const POINTS_SETTLED = 'resource points settled'

const ASKERS_MAX = 10_000
/** However little is left to share, a few questions of each viewer are answered. */
const FAIR_LEAST_POINTS = 200

/**
 * What one asker may have of the points that the others left. At the beginning of the day half of it, so that as much
 * stays for whoever comes later; the more of the day is over, the more.
 */
function fairShare(pointsLeft: number, nowMs: number): number {
  const dayLeft = 1 - (nowMs % DAY_MS) / DAY_MS
  return Math.max(FAIR_LEAST_POINTS, pointsLeft * (1 - dayLeft / 2))
}

/** The budget of a process that has the key for itself; it goes on where the ledger's count of the day is. */
export async function openLocalPointBudget(deps: {
  clock: Clock
  pointsPerDay: number
  ledger: PointLedger
  /** Told of each call from before its points are noted until they are settled: those of a process that was killed between count. */
  log?: Logger
}): Promise<PointBudget> {
  const { clock, pointsPerDay, ledger, log } = deps
  const known = await ledger.read()
  let day = Math.floor(clock.now() / DAY_MS)
  let spent = 0
  // Tomorrow's count is that of a clock that was put back over midnight; one of another time is none.
  if (known && (known.day === day || known.day === day + 1)) {
    day = known.day
    spent = known.points
  }
  let reserved = 0
  let kept: SpentPoints | null = null
  /** Points of the day by asker, spent and reserved; of those who ask most the latest. */
  const byAsker = new LRUCache<string, number>({ max: ASKERS_MAX })

  ledger.onSpentElsewhere?.((elsewhere) => {
    if (elsewhere.day === day) spent += elsewhere.points
    // They stand in the ledger already: only what is spent beside them is new to it.
    if (kept?.day === elsewhere.day) kept = { day, points: kept.points + elsewhere.points }
  })

  function turnDay() {
    const today = Math.floor(clock.now() / DAY_MS)
    // A clock stepped back must not give the same day's points twice.
    if (today <= day) return
    day = today
    spent = 0
    byAsker.clear()
  }

  /**
   * A call that is about to be sent counts from before it is sent: of one that was charged and whose answer never came,
   * since the process ended, the next one knows. It counts one that was not charged as well, where nobody was left to say so.
   */
  async function keep(): Promise<void> {
    const now = { day, points: spent + reserved }
    if (kept?.day === now.day && kept.points === now.points) return
    kept = now
    await ledger.keep(now)
  }

  function reservation(call: string, points: number, asker: string): Reservation {
    let open = true
    const settle = async (charged: boolean) => {
      if (!open) return
      open = false
      reserved -= points
      turnDay()
      if (charged) spent += points
      else byAsker.set(asker, Math.max(0, (byAsker.get(asker) ?? 0) - points))
      if (points === 0) return
      await keep()
      log?.debug({ call, points, charged }, POINTS_SETTLED)
    }
    return { spend: () => settle(true), release: () => settle(false) }
  }

  return {
    async reserve(points, { share = 1, asker = '' } = {}) {
      turnDay()
      const own = byAsker.get(asker) ?? 0
      if (points > 0) {
        if (spent + reserved + points > pointsPerDay * share) return null
        if (asker !== '' && own + points > fairShare(pointsPerDay - (spent + reserved - own), clock.now())) return null
      }
      reserved += points
      byAsker.set(asker, own + points)
      const call = randomUUID() // a process may count anew, with calls of before under way
      if (points > 0) {
        log?.debug({ call, points }, POINTS_NOTED)
        await keep()
      }
      return reservation(call, points, asker)
    },
    async state() {
      ledger.look?.()
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
