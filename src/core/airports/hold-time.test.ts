import { describe, expect, it } from 'vitest'
import { watchOf } from './hold-time.ts'

const MIN = 60_000
const HOLD = 30 * MIN
const NOW = Date.UTC(2026, 6, 1, 8)

describe('how much of the hold time was observed', () => {
  it('is complete without a break', () => {
    expect(watchOf([], NOW, HOLD)).toMatchObject({ observedMs: HOLD, unbrokenSinceMs: NOW - HOLD, gaps: [] })
  })

  it('begins where the history does', () => {
    const missing = [{ fromMs: NOW - HOLD, toMs: NOW - 12 * MIN }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: 12 * MIN, unbrokenSinceMs: NOW - 12 * MIN })
  })

  it('lacks a gap, after which it is unbroken', () => {
    const missing = [{ fromMs: NOW - 9 * MIN, toMs: NOW - 4 * MIN }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: 25 * MIN, unbrokenSinceMs: NOW - 4 * MIN })
  })

  it('is broken while the feed is interrupted', () => {
    const missing = [{ fromMs: NOW - 40_000, toMs: NOW }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: HOLD - 40_000, unbrokenSinceMs: null })
  })

  it('includes the time before its hold time, if reported', () => {
    const missing = [{ fromMs: NOW - 30 * MIN, toMs: NOW - 12 * MIN }]
    expect(watchOf(missing, NOW, 15 * MIN, { lookBackMs: 30 * MIN })).toMatchObject({
      observedMs: 12 * MIN,
      unbrokenSinceMs: NOW - 12 * MIN,
    })
    expect(watchOf(missing, NOW, 10 * MIN, { lookBackMs: 30 * MIN }).observedMs).toBe(10 * MIN)
  })

  it('does not mind the rounding of a join', () => {
    const missing = [{ fromMs: NOW - 9 * MIN, toMs: NOW - 9 * MIN + 900 }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: HOLD, gaps: [] })
  })
})
