import { describe, expect, it } from 'vitest'
import { readHold, watchOf } from './hold-time.ts'

const MIN = 60_000
const HOLD = 30 * MIN
const NOW = Date.UTC(2026, 6, 1, 8)
const hold = (missing: { fromMs: number; toMs: number }[], lastMs: number | null = null, nowMs = NOW) =>
  readHold(lastMs, watchOf(missing, nowMs, HOLD), nowMs, HOLD)

describe('a quiet ring', () => {
  it('is quiet once all of the hold time was watched', () => {
    expect(hold([])).toEqual({ kind: 'quiet' })
  })

  it('is not quiet while the history is short, and counts from where it begins', () => {
    const missing = [{ fromMs: NOW - HOLD, toMs: NOW - 12 * MIN }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: 12 * MIN, unbrokenSinceMs: NOW - 12 * MIN })
    expect(hold(missing)).toEqual({ kind: 'unobserved', remainingMs: 18 * MIN, running: true })
  })

  it('is quiet in the very second that its watch is full', () => {
    expect(hold([{ fromMs: NOW - HOLD, toMs: NOW - HOLD + 1_000 }])).toMatchObject({ remainingMs: 1_000 })
    expect(hold([])).toEqual({ kind: 'quiet' })
  })

  it('begins to count anew after a gap', () => {
    expect(hold([{ fromMs: NOW - 9 * MIN, toMs: NOW - 4 * MIN }])).toEqual({
      kind: 'unobserved',
      remainingMs: 26 * MIN,
      running: true,
    })
  })

  it('stands still while the feed is interrupted', () => {
    const missing = [{ fromMs: NOW - 40_000, toMs: NOW }]
    expect(watchOf(missing, NOW, HOLD)).toMatchObject({ observedMs: HOLD - 40_000, unbrokenSinceMs: null })
    expect(hold(missing)).toEqual({ kind: 'unobserved', remainingMs: HOLD, running: false })
  })

  it('knows the time before its hold time too, where it was told of it', () => {
    const missing = [{ fromMs: NOW - 30 * MIN, toMs: NOW - 12 * MIN }]
    expect(watchOf(missing, NOW, 15 * MIN, { lookBackMs: 30 * MIN })).toMatchObject({
      observedMs: 12 * MIN,
      unbrokenSinceMs: NOW - 12 * MIN,
    })
    expect(watchOf(missing, NOW, 10 * MIN, { lookBackMs: 30 * MIN }).observedMs).toBe(10 * MIN)
  })

  it('does not mind the rounding of a join', () => {
    expect(hold([{ fromMs: NOW - 9 * MIN, toMs: NOW - 9 * MIN + 900 }])).toEqual({ kind: 'quiet' })
  })
})

describe('a ring whose past is still loading', () => {
  const loading = (lastMs: number | null) => {
    const missing = [{ fromMs: NOW - HOLD, toMs: NOW - 12 * MIN }]
    return readHold(lastMs, watchOf(missing, NOW, HOLD, { isLoading: true }), NOW, HOLD)
  }

  it('does not count down, struck or not, and is never quiet', () => {
    expect(loading(null)).toEqual({ kind: 'unobserved', remainingMs: HOLD, running: false })
    expect(loading(NOW - 5 * MIN)).toEqual({ kind: 'struck', remainingMs: HOLD, running: false })
    expect(readHold(null, watchOf([], NOW, HOLD, { isLoading: true }), NOW, HOLD).kind).toBe('unobserved')
  })
})

describe('a ring that was struck', () => {
  it('counts from the strike, or from the gap after it', () => {
    const strike = NOW - 10 * MIN
    expect(hold([], strike)).toEqual({ kind: 'struck', remainingMs: 20 * MIN, running: true })
    const gap = { fromMs: NOW - 5 * MIN, toMs: NOW - 4 * MIN }
    expect(hold([gap], strike)).toEqual({ kind: 'struck', remainingMs: 26 * MIN, running: true })
  })

  it('does not count down while the feed is interrupted', () => {
    const missing = [{ fromMs: NOW - MIN, toMs: NOW }]
    expect(hold(missing, NOW - 10 * MIN)).toEqual({ kind: 'struck', remainingMs: HOLD, running: false })
  })

  it('counts a strike dated ahead of the clock as of now', () => {
    expect(hold([], NOW + 2_500)).toEqual({ kind: 'struck', remainingMs: HOLD, running: true })
  })
})
