import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createPeakMeter, createSlidingWindow } from './sliding-window.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

describe('sliding window', () => {
  it('never admits more than its limit in any second, wherever the second begins', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), async (pauses) => {
        const clock = createFakeClock()
        const window = createSlidingWindow(clock, 2)
        const admitted: number[] = []
        for (const pause of pauses) {
          await clock.advance(pause)
          if (window.take() === 0) admitted.push(clock.monotonicMs())
        }
        for (const [i, at] of admitted.entries()) {
          expect(admitted.slice(i).filter((later) => later - at < 1_000).length).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('returns the delay, without charging a rejected attempt', async () => {
    const clock = createFakeClock()
    const window = createSlidingWindow(clock, 2)
    window.take()
    await clock.advance(300)
    window.take()
    await clock.advance(100)
    expect(window.take()).toBeCloseTo(600, 0)
    expect(window.take()).toBeCloseTo(600, 0)
    await clock.advance(600)
    expect(window.take()).toBe(0)
  })

  it('admits its fair share if others use all of it, and one a second if that is less', async () => {
    const admittedBeside = async (limit: number, processes: number) => {
      const clock = createFakeClock()
      const window = createSlidingWindow(clock, limit, () => ({ count: 100, processes }))
      let admitted = 0
      for (let step = 0; step < 100; step++) {
        if (window.take() === 0) admitted++
        await clock.advance(100)
      }
      return admitted / 10
    }
    expect(await admittedBeside(10, 1)).toBe(5)
    expect(await admittedBeside(2, 1)).toBe(1)
    expect(await admittedBeside(2, 9)).toBe(1)
  })

  it('admits everything without a limit', () => {
    const window = createSlidingWindow(createFakeClock(), Infinity)
    expect(Array.from({ length: 100 }, () => window.take()).every((waitMs) => waitMs === 0)).toBe(true)
  })

  it('is not moved by a step of the wall clock', async () => {
    const clock = createFakeClock()
    const window = createSlidingWindow(clock, 1)
    window.take()
    clock.step(3_600_000)
    expect(window.take()).toBeCloseTo(1_000, 0)
  })
})

describe('peak meter', () => {
  it('has the maximum of any second', async () => {
    const clock = createFakeClock()
    const meter = createPeakMeter(clock)
    for (const pause of [0, 500, 400, 200, 5_000, 10]) {
      await clock.advance(pause)
      meter.mark()
    }
    expect(meter.peak()).toBe(3)
  })
})
