import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createSignInDelay } from './sign-in-delay.ts'

it('lets a client mistype, and then wait twice as long each time, up to a quarter of an hour', async () => {
  const clock = createFakeClock()
  const delay = createSignInDelay(clock)
  const waits: number[] = []
  for (let attempt = 0; attempt < 16; attempt++) {
    expect(delay.attempt('10.0.0.1')).toBe(0)
    const waitMs = delay.attempt('10.0.0.1')
    if (waitMs === 0) continue // the attempt that was to see how long it is counted itself
    waits.push(waitMs / 1_000)
    await clock.advance(waitMs)
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  expect(Math.max(...waits)).toBe(900)
  expect(delay.attempt('10.0.0.2')).toBe(0)
})

it('forgets after a success, and after an hour', async () => {
  const clock = createFakeClock()
  const delay = createSignInDelay(clock)
  for (let attempt = 0; attempt < 3; attempt++) delay.attempt('10.0.0.1')
  expect(delay.attempt('10.0.0.1')).toBe(1_000)
  delay.succeeded('10.0.0.1')
  expect([delay.attempt('10.0.0.1'), delay.attempt('10.0.0.1'), delay.attempt('10.0.0.1')]).toEqual([0, 0, 0])
  expect(delay.attempt('10.0.0.1')).toBe(1_000)
  await clock.advance(60 * 60_000)
  expect([delay.attempt('10.0.0.1'), delay.attempt('10.0.0.1')]).toEqual([0, 0])
})

it('counts attempts that are made at once', () => {
  const delay = createSignInDelay(createFakeClock())
  const admitted = Array.from({ length: 50 }, () => delay.attempt('10.0.0.1')).filter((waitMs) => waitMs === 0)
  expect(admitted).toHaveLength(3)
})
