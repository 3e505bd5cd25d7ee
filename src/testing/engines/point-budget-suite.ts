import { describe, expect, it } from 'vitest'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts'
import type { PointBudget } from '../../server/sources/upstream/point-budget.ts'
import type { PointLedger, SpentPoints } from '../../server/sources/upstream/point-ledger.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'

type OpenBudget = (deps: { clock: Clock; pointsPerDay: number; ledger: PointLedger }) => Promise<PointBudget>

/** Rules for every point budget engine. */
export function registerPointBudgetSuite(name: string, openBudget: OpenBudget): void {
  async function open(pointsPerDay: number, { clock = createFakeClock(), known = null as SpentPoints | null } = {}) {
    const kept: SpentPoints[] = []
    const ledger = { read: async () => known, keep: async (spent: SpentPoints) => void kept.push(spent) }
    const budget = await openBudget({ clock, pointsPerDay, ledger })
    return { kept, reserve: budget.reserve, state: budget.state }
  }

  describe(`a point budget: ${name}`, () => {
    it('limits calls to the day’s points, including those in flight', async () => {
      const budget = await open(25)
      const first = await budget.reserve(10)
      expect(await budget.reserve(10)).not.toBeNull()
      expect(await budget.reserve(10)).toBeNull()
      await first!.release()
      expect(await budget.reserve(10)).not.toBeNull()
    })

    it('leaves half of what there is to others in the morning, and the more the later the day', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1))
      const budget = await open(10_000, { clock })
      const take = async (asker: string) => {
        for (let calls = 0; ; calls++) {
          const reservation = await budget.reserve(10, { asker })
          if (!reservation) return calls * 10
          await reservation.spend()
        }
      }
      expect(await take('greedy')).toBeCloseTo(5_000, -2)
      expect(await take('second')).toBeCloseTo(2_500, -2)
      expect(await budget.reserve(10, { asker: 'third' })).not.toBeNull()
      expect(await budget.reserve(10)).not.toBeNull()
      await clock.advance(DAY_MS - HOUR_MS)
      expect(await take('greedy')).toBeGreaterThan(2_000)
      await clock.advance(HOUR_MS)
      expect(await take('greedy')).toBeCloseTo(5_000, -2)
    })

    it('has a minimum of requests for each viewer, with any number of points', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1))
      const budget = await open(100, { clock })
      for (let calls = 0; calls < 10; calls++) expect(await budget.reserve(10, { asker: 'one' })).not.toBeNull()
      expect(await budget.reserve(10, { asker: 'one' })).toBeNull()
    })

    it('counts no call against its asker that turned out to be free', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1))
      const budget = await open(1_000, { clock })
      for (let calls = 0; calls < 200; calls++) {
        const reservation = await budget.reserve(10, { asker: 'one' })
        expect(reservation).not.toBeNull()
        await reservation?.release()
      }
    })

    it('counts a charged call once, however often it is settled', async () => {
      const budget = await open(100)
      const call = (await budget.reserve(10))!
      await call.spend()
      await call.spend()
      await call.release()
      expect(await budget.state()).toMatchObject({ spentToday: 10, exhausted: false })
    })

    it('restarts at midnight UTC, and not again when the clock is set back', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1, 23, 59, 59))
      const budget = await open(10, { clock })
      await (await budget.reserve(10))!.spend()
      expect(await budget.state()).toMatchObject({ exhausted: true, resetsAtMs: Date.UTC(2026, 6, 2) })

      await clock.advance(1_000)
      expect(await budget.state()).toMatchObject({ spentToday: 0, exhausted: false })
      await (await budget.reserve(10))!.spend()

      clock.step(-HOUR_MS)
      expect(await budget.reserve(10)).toBeNull()
    })

    it('resumes the day’s count after a restart, and ignores that of another day', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1, 12))
      const today = Date.UTC(2026, 6, 1) / DAY_MS
      const spentOn = (day: number) => open(100, { clock, known: { day, points: 70 } })
      const budget = await spentOn(today)
      await (await budget.reserve(10))!.release()
      await (await budget.reserve(10))!.spend()
      expect((await budget.state()).spentToday).toBe(80)
      expect(budget.kept).toEqual([80, 70, 80].map((points) => ({ day: today, points })))
      const pointsAfter = async (day: number) => (await (await spentOn(day)).state()).spentToday
      expect(await pointsAfter(today - 1)).toBe(0)
      expect(await pointsAfter(today + 1)).toBe(70) // the clock was set back over midnight
      expect(await pointsAfter(today + 400)).toBe(0)
    })

    it('counts a call before it is sent: after a crash all charged ones are known, without duplicates', async () => {
      const clock = createFakeClock(Date.UTC(2026, 6, 1, 12))
      const ledger = { known: null as SpentPoints | null, keeps: Promise.resolve() }
      const openNext = () =>
        openBudget({
          clock,
          pointsPerDay: 1_000,
          ledger: {
            read: async () => ledger.known,
            async keep(spent) {
              await ledger.keeps
              ledger.known = spent
            },
          },
        })
      const first = await openNext()
      const charged = (await first.reserve(10))!
      const free = (await first.reserve(10))!
      // Sent, with unknown cost: a crash here counts both.
      expect((await (await openNext()).state()).spentToday).toBe(20)
      await free.release()
      // Charged, and the process ends before it reports that.
      expect((await (await openNext()).state()).spentToday).toBe(10)
      await charged.spend()
      expect((await (await openNext()).state()).spentToday).toBe(10)

      const written = Promise.withResolvers<void>()
      ledger.keeps = written.promise
      let isReserved = false
      const reserving = first.reserve(10).then(() => {
        isReserved = true
      })
      await clock.advance(1_000)
      expect(isReserved).toBe(false)
      written.resolve()
      await reserving
      expect(ledger.known?.points).toBe(20)
    })

    it('limits concurrent callers to the remaining points', async () => {
      const budget = await open(25)
      const reservations = await Promise.all(Array.from({ length: 30 }, () => budget.reserve(10)))
      expect(reservations.filter(Boolean)).toHaveLength(2)
      await Promise.all(reservations.map((reservation) => reservation?.spend()))
      expect(await budget.state()).toMatchObject({ spentToday: 20, exhausted: false })
      expect(budget.kept.map(({ points }) => points)).toEqual([10, 20])
    })
  })
}
