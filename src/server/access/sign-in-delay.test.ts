import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
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

it('takes a network of IPv6 for one client, since whoever has one address has them all', () => {
  const delay = createSignInDelay(createFakeClock())
  for (const address of ['2001:db8:0:7::1', '2001:db8::7:0:0:0:2', '2001:0DB8:0:7:ffff::3']) {
    expect(delay.attempt(address)).toBe(0)
  }
  expect(delay.attempt('2001:db8:0:7::4')).toBeGreaterThan(0)
  expect(delay.attempt('2001:db8:0:8::4')).toBe(0)
})
