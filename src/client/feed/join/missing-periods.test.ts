import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createMissingPeriods } from './missing-periods.ts'

it('keeps a break with failed polls as one period', async () => {
  const clock = createFakeClock()
  const beganMs = clock.now()
  const deps = { clock, firstJoinMs: 0, hopeless: () => false, coveredMs: () => beganMs, lateMs: () => 7_000 }
  const missing = createMissingPeriods(deps)
  for (let poll = 0; poll < 15; poll++) {
    await clock.advance(25_000)
    missing.missUntilPoll()
    missing.putBack(missing.take())
  }
  expect(missing.take()).toEqual([{ fromMs: beganMs - 7_000, toMs: expect.closeTo(clock.now(), 0), promised: true }])
})
