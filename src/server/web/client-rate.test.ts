import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createClientRate } from './client-rate.ts'

it('admits a burst, then one per interval', async () => {
  const clock = createFakeClock()
  const rate = createClientRate({ clock, burst: 3, perSecond: 2 })
  expect([1, 2, 3].map(() => rate.take('a'))).toEqual([0, 0, 0])
  expect(rate.take('a')).toBe(500)

  await clock.advance(500)
  expect(rate.take('a')).toBe(0)
  expect(rate.take('a')).toBe(500)
})

it('separates clients, and accumulates at most a burst', async () => {
  const clock = createFakeClock()
  const rate = createClientRate({ clock, burst: 1, perSecond: 1 })
  expect(rate.take('a')).toBe(0)
  expect(rate.take('b')).toBe(0)

  await clock.advance(60_000)
  expect([rate.take('a'), rate.take('a')]).toEqual([0, 1_000])
})
