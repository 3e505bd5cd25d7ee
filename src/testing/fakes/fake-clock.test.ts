import { expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

it('is read like a real clock: no two readings are equal, and none is a whole millisecond', async () => {
  const clock = createFakeClock()
  const readings: number[] = []
  for (let i = 0; i < 2_000; i++) {
    readings.push(clock.now() % 1e6, clock.monotonicMs())
    if (i % 10 === 0) await clock.advance(1)
  }
  expect(readings.filter(Number.isInteger)).toEqual([])
  expect(new Set(readings).size).toBe(readings.length)
})
