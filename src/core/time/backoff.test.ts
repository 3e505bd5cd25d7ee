import { describe, expect, it } from 'vitest'
import { BACKOFF_MAX_MS, BACKOFF_MIN_MS, backoffMs, doublingMs } from './backoff.ts'

describe('backoffMs', () => {
  it('starts between half a second and a second', () => {
    expect(backoffMs(0, () => 0)).toBe(500)
    expect(backoffMs(0, () => 1)).toBe(1_000)
  })

  it('doubles its ceiling with each attempt, up to 30 s', () => {
    const ceilings = [0, 1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(attempt, () => 1))
    expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('stays within its bounds after any number of attempts', () => {
    for (const attempt of [0, 5, 50, 2_000]) {
      expect(backoffMs(attempt, () => 0.999)).toBeLessThanOrEqual(BACKOFF_MAX_MS)
      expect(backoffMs(attempt, () => 0)).toBe(BACKOFF_MIN_MS)
    }
  })
})

it('doubles without jitter from the first delay to the longest', () => {
  expect([0, 1, 2, 3, 2_000].map((attempt) => doublingMs(attempt, 500, 3_000))).toEqual([
    500, 1_000, 2_000, 3_000, 3_000,
  ])
})
