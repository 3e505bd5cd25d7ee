import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fake-clock.ts'
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
