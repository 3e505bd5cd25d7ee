import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Priority } from '../../client/http/http.ts'
import type { RateGate } from '../../client/http/rate-gate.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'

/** Rules for every rate gate engine: 2 calls a second, at least 550 ms apart. */
export function registerRateGateSuite(name: string, create: (clock: Clock) => RateGate): void {
  function setUp() {
    const clock = createFakeClock()
    const gate = create(clock)
    const passed: string[] = []
    const enter = (name: string, priority: Priority = 'rest', signal?: AbortSignal, asker?: string) =>
      gate.enter(priority, signal, asker).then(
        (pass) => {
          passed.push(name)
          void pass.answered()
        },
        () => passed.push(`${name} left`),
      )
    return { clock, gate, passed, enter }
  }

  describe(`a rate gate: ${name}`, () => {
    it('admits the first call at once and each next one 550 ms later', async () => {
      const { clock, passed, enter } = setUp()
      for (const name of ['a', 'b', 'c']) enter(name)
      await clock.advance(0)
      expect(passed).toEqual(['a'])
      await clock.advance(549)
      expect(passed).toEqual(['a'])
      await clock.advance(1)
      expect(passed).toEqual(['a', 'b'])
      await clock.advance(550)
      expect(passed).toEqual(['a', 'b', 'c'])
    })

    it('serves callers in turn: many calls of one delay no other', async () => {
      const { clock, passed, enter } = setUp()
      for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name, 'rest', undefined, 'a')
      const left = new AbortController()
      enter('b1', 'rest', left.signal, 'b')
      enter('b2', 'rest', undefined, 'b')
      enter('c1', 'rest', undefined, 'c')
      left.abort(new Error('gone'))
      await clock.advance(5_000)
      expect(passed).toEqual(['a1', 'b1 left', 'a2', 'b2', 'c1', 'a3', 'a4', 'a5'])
    })

    it('starves no client: a long wait gets every second turn', async () => {
      const { clock, passed, enter } = setUp()
      const flood = () => void enter('join', 'lightning').then(flood)
      flood()
      flood()
      enter('click', 'rest')
      await clock.advance(2_500)
      expect(passed).not.toContain('click')
      await clock.advance(2_000)
      expect(passed).toContain('click')
      expect(passed.filter((name) => name === 'join').length).toBeGreaterThanOrEqual(6)
    })

    it('never has more than two calls arrive at the server in any second, at any time and with any delay', async () => {
      const call = fc.record({
        waitMs: fc.integer({ min: 0, max: 900 }),
        thereMs: fc.integer({ min: 0, max: 4_900 }),
        backMs: fc.integer({ min: 0, max: 1_900 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 3, maxLength: 25 }), async (calls) => {
          const clock = createFakeClock()
          const gate = create(clock)
          const reachedMs: number[] = []
          for (const { waitMs, thereMs, backMs } of calls) {
            void gate.enter('rest').then(({ answered }) => {
              clock.after(thereMs, () => reachedMs.push(clock.monotonicMs()))
              clock.after(thereMs + backMs, answered)
            })
            await clock.advance(waitMs)
          }
          await clock.advance(calls.length * 8_000)
          expect(reachedMs).toHaveLength(calls.length)
          for (let i = 2; i < reachedMs.length; i++) expect(reachedMs[i]! - reachedMs[i - 2]!).toBeGreaterThan(1_000)
        }),
        { numRuns: 50, seed: 7 },
      )
    })

    it('waits for an unanswered call at most its maximum duration', async () => {
      const { clock, gate, passed, enter } = setUp()
      void gate.enter('rest')
      enter('a')
      enter('b')
      await clock.advance(6_009)
      expect(passed).toEqual(['a'])
      await clock.advance(1)
      expect(passed).toEqual(['a', 'b'])
    })

    it('admits urgent kinds first, and each kind in order', async () => {
      const { clock, passed, enter } = setUp()
      enter('first')
      enter('rest 1', 'rest')
      enter('rest 2', 'rest')
      enter('metar', 'metar')
      enter('lightning', 'lightning')
      enter('token', 'token')
      await clock.advance(6 * 550)
      expect(passed).toEqual(['first', 'token', 'lightning', 'metar', 'rest 1', 'rest 2'])
    })

    it('lets a waiter leave without delaying those behind it', async () => {
      const { clock, gate, passed, enter } = setUp()
      const controller = new AbortController()
      enter('a')
      enter('b', 'rest', controller.signal)
      enter('c')
      expect(await gate.queued()).toBe(2)
      controller.abort(new Error('gave up'))
      expect(await gate.queued()).toBe(1)
      await clock.advance(550)
      expect(passed).toEqual(['a', 'b left', 'c'])
    })

    it('rejects aborted calls', async () => {
      const { clock, gate, passed, enter } = setUp()
      enter('a', 'rest', AbortSignal.abort())
      await clock.advance(0)
      expect([passed, await gate.queued()]).toEqual([['a left'], 0])
    })

    it('admits no call while paused, even if the wall clock is corrected meanwhile', async () => {
      const { clock, gate, passed, enter } = setUp()
      await gate.pause(clock.now() + 3_000)
      enter('a')
      clock.step(3_600_000)
      await clock.advance(2_999)
      expect(passed).toEqual([])
      await clock.advance(1)
      expect(passed).toEqual(['a'])
    })

    it('has no timer without waiting calls', async () => {
      const { clock, enter } = setUp()
      enter('a')
      enter('b')
      await clock.advance(2_000)
      expect(clock.pending).toBe(0)
    })
  })
}
