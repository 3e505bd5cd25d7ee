import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import type { SpentPoints } from './point-ledger.ts'

function open(pointsPerDay: number, { clock = createFakeClock(), known = null as SpentPoints | null } = {}) {
  const kept: SpentPoints[] = []
  const ledger = { read: async () => known, keep: async (spent: SpentPoints) => void kept.push(spent) }
  return openLocalPointBudget({ clock, pointsPerDay, ledger }).then((budget) => Object.assign(budget, { kept }))
}

it('holds no more calls than the day has points, those in flight counted', async () => {
  const budget = await open(25)
  const first = await budget.reserve(10)
  expect(await budget.reserve(10)).not.toBeNull()
  expect(await budget.reserve(10)).toBeNull()
  await first!.release()
  expect(await budget.reserve(10)).not.toBeNull()
})

it('counts a charged call once, however often it is settled', async () => {
  const budget = await open(100)
  const call = (await budget.reserve(10))!
  await call.spend()
  await call.spend()
  await call.release()
  expect(await budget.state()).toMatchObject({ spentToday: 10, exhausted: false })
})

it('starts anew at midnight UTC, and not again when the clock is stepped back', async () => {
  const clock = createFakeClock(Date.UTC(2026, 6, 1, 23, 59, 59))
  const budget = await open(10, { clock })
  await (await budget.reserve(10))!.spend()
  expect(await budget.state()).toMatchObject({ exhausted: true, resetsAtMs: Date.UTC(2026, 6, 2) })

  await clock.advance(1_000)
  expect(await budget.state()).toMatchObject({ spentToday: 0, exhausted: false })
  await (await budget.reserve(10))!.spend()

  clock.step(-3_600_000)
  expect(await budget.reserve(10)).toBeNull()
})

it('goes on where the day’s count was before a restart, and leaves the count of another day alone', async () => {
  const clock = createFakeClock(Date.UTC(2026, 6, 1, 12))
  const today = Date.UTC(2026, 6, 1) / 86_400_000
  const after = (day: number) => open(100, { clock, known: { day, points: 70 } })
  const budget = await after(today)
  await (await budget.reserve(10))!.release()
  await (await budget.reserve(10))!.spend()
  expect((await budget.state()).spentToday).toBe(80)
  expect(budget.kept).toEqual([{ day: today, points: 80 }])
  const spentAfter = async (day: number) => (await (await after(day)).state()).spentToday
  expect(await spentAfter(today - 1)).toBe(0)
  expect(await spentAfter(today + 1)).toBe(70) // the clock was put back over midnight
  expect(await spentAfter(today + 400)).toBe(0)
})
