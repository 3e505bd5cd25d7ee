import { describe, expect, it } from 'vitest'
import { ObservedTime } from './observed-time.ts'

const MIN = 60_000
const T = Date.UTC(2026, 6, 1, 8)
const KEPT = 120 * MIN

describe('observed time', () => {
  it('is unknown before its start', () => {
    const observed = new ObservedTime(KEPT)
    expect(observed.observedMs(T - 30 * MIN, T, T)).toBe(0)
    expect(observed.missing(T - 30 * MIN, T, T)).toEqual([{ fromMs: T - 30 * MIN, toMs: T }])
  })

  it('begins with the five minutes of the join', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T - 5 * MIN)
    expect(observed.observedMs(T - 30 * MIN, T, T)).toBe(5 * MIN)
    expect(observed.observedMs(T - 23 * MIN, T + 7 * MIN, T + 7 * MIN)).toBe(12 * MIN)
    expect(observed.observedMs(T, T + 30 * MIN, T + 30 * MIN)).toBe(30 * MIN)
  })

  it('keeps the earlier of two starts: a later join of five minutes removes nothing', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    observed.begin(T + 60 * MIN)
    observed.begin(T - 5 * MIN)
    expect(observed.observedMs(T - 5 * MIN, T + 10 * MIN, T + 10 * MIN)).toBe(15 * MIN)
  })

  it('leaves out gaps, and counts overlapping ones once', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    observed.gap(T + 5 * MIN, T + 9 * MIN)
    observed.gap(T + 8 * MIN, T + 10 * MIN)
    expect(observed.observedMs(T, T + 30 * MIN, T + 30 * MIN)).toBe(25 * MIN)
    expect(observed.missing(T, T + 30 * MIN, T + 30 * MIN)).toEqual([{ fromMs: T + 5 * MIN, toMs: T + 10 * MIN }])
  })

  it('cuts a gap at the edges of the requested period', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    observed.gap(T + 5 * MIN, T + 9 * MIN)
    expect(observed.observedMs(T + 8 * MIN, T + 18 * MIN, T + 18 * MIN)).toBe(9 * MIN)
  })

  it('counts the time since the line fell silent as unobserved, for as long as it lasts', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    const silentSince = T + 20 * MIN
    expect(observed.observedMs(T, T + 30 * MIN, silentSince)).toBe(20 * MIN)
    expect(observed.observedMs(T, T + 30 * MIN, T + 30 * MIN)).toBe(30 * MIN) // the feed reconnected and filled it
  })

  it('drops gaps beyond every window, and ignores empty ones', () => {
    const observed = new ObservedTime(10 * MIN)
    observed.begin(T)
    observed.gap(T, T + MIN)
    observed.gap(T + 30 * MIN, T + 30 * MIN)
    observed.gap(T + 60 * MIN, T + 61 * MIN)
    expect(observed.missing(T, T + 70 * MIN, T + 70 * MIN)).toEqual([{ fromMs: T + 60 * MIN, toMs: T + 61 * MIN }])
  })

  it('extends into the past with observed periods, gap by gap', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    observed.observed(T - 10 * MIN, T - 4 * MIN)
    expect(observed.missing(T - 20 * MIN, T, T)).toEqual([
      { fromMs: T - 20 * MIN, toMs: T - 10 * MIN },
      { fromMs: T - 4 * MIN, toMs: T },
    ])
    observed.observed(T - 20 * MIN, T - 10 * MIN)
    observed.observed(T - 5 * MIN, T + MIN)
    expect(observed.observedMs(T - 20 * MIN, T, T)).toBe(20 * MIN)
  })

  it('withdraws a gap, or its backfilled part', () => {
    const observed = new ObservedTime(KEPT)
    observed.begin(T)
    observed.gap(T + 5 * MIN, T + 25 * MIN)
    observed.observed(T + 10 * MIN, T + 12 * MIN)
    observed.observed(T + 20 * MIN, T + 30 * MIN)
    expect(observed.missing(T, T + 30 * MIN, T + 30 * MIN)).toEqual([
      { fromMs: T + 5 * MIN, toMs: T + 10 * MIN },
      { fromMs: T + 12 * MIN, toMs: T + 20 * MIN },
    ])
  })
})
