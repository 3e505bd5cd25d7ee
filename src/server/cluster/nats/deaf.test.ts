import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { leaveWhereDeaf } from './deaf.ts'

it('leaves a connection by which nothing is answered, again and again, and no other', async () => {
  const clock = createFakeClock()
  const reconnect = vi.fn()
  const deaf = leaveWhereDeaf({ reconnect, clock })
  for (let second = 0; second < 20; second += 5) {
    await clock.advance(5_000)
    deaf.answered()
  }
  expect(reconnect).not.toHaveBeenCalled()
  await clock.advance(14_500)
  expect(reconnect).toHaveBeenCalledTimes(2)
  deaf.close()
  await clock.advance(60_000)
  expect(reconnect).toHaveBeenCalledTimes(2)
})
