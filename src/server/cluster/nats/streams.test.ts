import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { stepDownIfStuck } from './streams.ts'

it('requests another leader after 12 s without a response, and after ever longer times', async () => {
  const clock = createFakeClock()
  let count = 0
  const watched = stepDownIfStuck(clock, () => count++)
  /** The number of requested leaders after so many failed seconds. */
  const afterFailed = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      await expect(watched(Promise.reject(new Error('timeout')))).rejects.toThrow('timeout')
      await clock.advance(1_000)
    }
    return count
  }
  expect(await afterFailed(12)).toBe(0)
  expect(await afterFailed(2)).toBe(1)
  expect(await afterFailed(22)).toBe(1)
  expect(await afterFailed(2)).toBe(2)
  expect(await watched(Promise.resolve('response'))).toBe('response')
  expect(await afterFailed(12)).toBe(2)
  expect(await afterFailed(2)).toBe(3)
})
