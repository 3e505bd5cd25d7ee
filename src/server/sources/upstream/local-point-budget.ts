import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { entriesAtMost } from '../../../core/util/entries-at-most.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import type { PointLedger, SpentPoints } from './point-ledger.ts'

/** Log messages of a charged call: before its points count, and once the charge is known. */
export const POINTS_NOTED = 'resource points reserved'
export const POINTS_SETTLED = 'resource points settled'

const ASKERS_MAX = 10_000
/** Minimum share per viewer, however few points remain. */
const FAIR_LEAST_POINTS = 200

/**
 * An asker's share of the points left by others: half of it at the beginning of the day, so that points remain for
 * later viewers, growing to all of it at the end.
 */
function fairShare(pointsLeft: number, nowMs: number): number {
  const dayLeft = 1 - (nowMs % DAY_MS) / DAY_MS
  return Math.max(FAIR_LEAST_POINTS, pointsLeft * (1 - dayLeft / 2))
}

/** Budget of a process with exclusive use of the key; continues the persisted count of the day. */
export async function openLocalPointBudget(deps: {
  clock: Clock
  pointsPerDay: number
  ledger: PointLedger
  /** Logs each call from before its reservation until it is settled: calls of a killed process stay counted. */
  log?: Logger
}): Promise<PointBudget> {
  const { clock, pointsPerDay, ledger, log } = deps
  const known = await ledger.read()
  let day = Math.floor(clock.now() / DAY_MS)
  let spent = 0
  // A count for tomorrow comes from a clock that was set back over midnight; other days are ignored.
  if (known && (known.day === day || known.day === day + 1)) {
    day = known.day
    spent = known.points
  }
  let reserved = 0
  let kept: SpentPoints | null = null
  /** Points of the day by asker, spent and reserved; least recently active askers are evicted. */
  const byAsker = new LRUCache<string, number>(entriesAtMost(ASKERS_MAX))

  ledger.onSpentElsewhere?.((elsewhere) => {
    if (elsewhere.day === day) spent += elsewhere.points
    // Other processes' points are already in the ledger: only ours are added.
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
   * A call is counted before it is sent, so that a charged call without a response, as after a crash, stays counted; an
   * uncharged one stays counted too if the process ended before its release.
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
      const call = randomUUID() // unique, because a restarted process logs next to earlier calls
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
