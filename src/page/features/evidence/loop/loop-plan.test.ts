import { expect, it } from 'vitest'
import { loopSize, loopTimes } from './loop-plan.ts'

const LIMITS = { frames: 60, sidePx: 1_280 }

it('has equal steps of whole seconds from one end to the other', () => {
  const times = loopTimes({ fromMs: 10_000, toMs: 1_810_000 }, 61)
  expect(times).toHaveLength(61)
  expect([times[0], times[1], times.at(-1)]).toEqual([10_000, 40_000, 1_810_000])
})

it('has no duplicate moment with fewer seconds than frames', () => {
  expect(loopTimes({ fromMs: 0, toMs: 3_000 }, 60)).toEqual([0, 1_000, 2_000, 3_000])
})

it('keeps the shape of the map within the maximum size, with even numbers', () => {
  expect(loopSize({ width: 3840, height: 2160 }, LIMITS)).toEqual({ width: 1280, height: 720 })
  expect(loopSize({ width: 391, height: 845 }, LIMITS)).toEqual({ width: 392, height: 846 })
  expect(loopSize({ width: 845, height: 2535 }, LIMITS)).toEqual({ width: 426, height: 1280 })
})
