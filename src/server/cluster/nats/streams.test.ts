import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { stepDownIfStuck } from './streams.ts'

it('requests another leader after 12 s without a response, and every 12 s', async () => {
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
  await failFor(24)
  expect(count).toBe(2)
  expect(await watched(Promise.resolve('response'))).toBe('response')
  await failFor(12)
  expect(count).toBe(2)
})
