import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { stepDownIfStuck } from './streams.ts'

it('requests another leader after 12 s without a response, and after ever longer times', async () => {
  const clock = createFakeClock()
  let count = 0
  const watched = stepDownIfStuck(clock, () => count++)
  const failFor = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      await expect(watched(Promise.reject(new Error('timeout')))).rejects.toThrow('timeout')
      await clock.advance(1_000)
    }
  }
  await failFor(12)
  expect(count).toBe(0)
  await failFor(2)
  expect(count).toBe(1)
  await failFor(22)
  expect(count).toBe(1)
  await failFor(2)
  expect(count).toBe(2)
  expect(await watched(Promise.resolve('response'))).toBe('response')
  await failFor(12)
  expect(count).toBe(2)
  await failFor(2)
  expect(count).toBe(3)
})
