import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createServerClock } from './server-clock.ts'

const SERVER_START_MS = Date.UTC(2026, 6, 1, 12)

/** A display whose wall clock is `wrongMs` off, and a server behind a connection. */
function setUp(wrongMs = 0) {
  const local = createFakeClock(SERVER_START_MS + wrongMs)
  const clock = createServerClock(local)
  const serverNow = () => SERVER_START_MS + local.monotonicMs()
  async function call(thereMs: number, backMs: number, resolutionMs = 1_000) {
    const sentMs = local.monotonicMs()
    await local.advance(thereMs)
    const serverMs = Math.floor(serverNow() / resolutionMs) * resolutionMs
    await local.advance(backMs)
    clock.observe({ serverMs, resolutionMs, sentMs, receivedMs: local.monotonicMs() })
  }
  return { local, clock, call, error: () => clock.now() - serverNow() }
}

describe('createServerClock', () => {
  it('returns the local time before the first sample', () => {
    const { clock, local } = setUp(5_000)
    expect(clock.now()).toBeCloseTo(local.now(), 1)
  })

  it('returns the server’s time on a display whose wall clock is years off', async () => {
    const { call, error } = setUp(-56 * 365 * 86_400_000)
    await call(20, 20)
    expect(Math.abs(error())).toBeLessThanOrEqual(520)
  })

  it('does not notice when the wall clock is set', async () => {
    const { call, local, error } = setUp()
    await call(20, 20)
    const before = error()
    local.step(7_200_000)
    expect(error()).toBeCloseTo(before, 1)
  })

  it('trusts a quick round trip over the slow ones before and after it', async () => {
    const { call, error } = setUp(60_000)
    await call(3_000, 10, 1)
    await call(5, 5, 1)
    await call(10, 4_000, 1)
    expect(Math.abs(error())).toBeLessThanOrEqual(5)
  })

  it('averages out the whole seconds of Date over responses', async () => {
    const { call, local, error } = setUp()
    for (let i = 0; i < 12; i++) {
      await call(15, 15)
      await local.advance(1_090)
    }
    expect(Math.abs(error())).toBeLessThanOrEqual(100)
  })

  it('follows when the server’s clock is set, or the machine slept with its monotonic clock', async () => {
    const { call, local, clock } = setUp()
    await call(10, 10)
    const sentMs = local.monotonicMs()
    clock.observe({ serverMs: SERVER_START_MS + 8 * 3_600_000, resolutionMs: 1, sentMs, receivedMs: sentMs })
    expect(clock.now()).toBeCloseTo(SERVER_START_MS + 8 * 3_600_000, -1)
  })

  it('is never further off than half the quickest round trip and half a step of Date', async () => {
    const trip = fc.record({ there: fc.nat(2_000), back: fc.nat(2_000), pause: fc.nat(60_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(trip, { minLength: 1, maxLength: 8 }), fc.integer(), async (trips, wrongMs) => {
        const { call, local, error } = setUp(wrongMs)
        for (const { there, back, pause } of trips) {
          await call(there, back)
          await local.advance(pause)
        }
        const quickest = Math.min(...trips.map(({ there, back }) => there + back))
        // Bounds held for a while have been widened by the maximum drift of the clocks.
        expect(Math.abs(error())).toBeLessThanOrEqual(quickest / 2 + 500 + 1e-4 * local.monotonicMs() + 1)
      }),
      { numRuns: 100, seed: 3 },
    )
  })

  it('passes timers on', async () => {
    const { clock, local } = setUp()
    const ran: string[] = []
    clock.after(10, () => ran.push('after'))
    const stop = clock.every(4, () => ran.push('every'))
    await local.advance(10)
    stop()
    expect([ran, Math.floor(clock.monotonicMs())]).toEqual([['every', 'every', 'after'], 10])
  })
})
