import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createPointBudget } from './point-budget.ts'

it('holds no more calls than the day has points, those in flight counted', () => {
  const budget = createPointBudget({ clock: createFakeClock(), pointsPerDay: 25 })
  const first = budget.reserve(10)
  expect(budget.reserve(10)).not.toBeNull()
  expect(budget.reserve(10)).toBeNull()
  first!.release()
  expect(budget.reserve(10)).not.toBeNull()
})

it('counts a charged call once, however often it is settled', () => {
  const budget = createPointBudget({ clock: createFakeClock(), pointsPerDay: 100 })
  const call = budget.reserve(10)!
  call.spend()
  call.spend()
  call.release()
  expect(budget.state()).toMatchObject({ spentToday: 10, exhausted: false })
})

it('starts anew at midnight UTC, and not again when the clock is stepped back', async () => {
  const clock = createFakeClock(Date.UTC(2026, 6, 1, 23, 59, 59))
  const budget = createPointBudget({ clock, pointsPerDay: 10 })
  budget.reserve(10)!.spend()
  expect(budget.state()).toMatchObject({ exhausted: true, resetsAtMs: Date.UTC(2026, 6, 2) })

  await clock.advance(1_000)
  expect(budget.state()).toMatchObject({ spentToday: 0, exhausted: false })
  budget.reserve(10)!.spend()

  clock.step(-3_600_000)
  expect(budget.reserve(10)).toBeNull()
})

it('goes on where the day’s count was before a restart, and leaves the count of another day alone', () => {
  const clock = createFakeClock(Date.UTC(2026, 6, 1, 12))
  const today = Date.UTC(2026, 6, 1) / 86_400_000
  const kept: { day: number; points: number }[] = []
  const after = (day: number) =>
    createPointBudget({
      clock,
      pointsPerDay: 100,
      memory: { spent: { day, points: 70 }, keepSpent: (spent) => void kept.push(spent) },
    })
  const budget = after(today)
  budget.reserve(10)!.release()
  budget.reserve(10)!.spend()
  expect(budget.state().spentToday).toBe(80)
  expect(kept).toEqual([{ day: today, points: 80 }])
  expect(after(today - 1).state().spentToday).toBe(0)
  expect(after(today + 1).state().spentToday).toBe(70) // the clock was put back over midnight
  expect(after(today + 400).state().spentToday).toBe(0)
})
