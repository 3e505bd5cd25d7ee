import { describe, expect, it } from 'vitest'
import { watchOf } from '../../core/airports/hold-time.ts'
import { HoldTimers } from '../../core/airports/lightning-hold-timer.ts'
import { destination } from '../../core/geo/geo.ts'
import { ageText } from '../../core/util/local-format.ts'
import { words } from '../../testing/locales/page-words.ts'
import { countGlances, countTexts, observedShareText, ringTexts } from './hold-timer-words.ts'

const MIN = 60_000
const HOLD = 30 * MIN
const NOW = Date.UTC(2026, 6, 1, 8)
const ZSPD = { icao: 'ZSPD', lat: 31.1434, lon: 121.8052 }
const t = words.getFixedT('en', 'clock')

function told(
  missing: { fromMs: number; toMs: number }[],
  strikes: { km: number; agoMs: number }[] = [],
  errorKm = 0,
  isLoading = false,
  isUnread = false,
) {
  const holdTimers = new HoldTimers([ZSPD], [5, 8, 16], new Map(), errorKm)
  strikes.forEach(({ km, agoMs }) => {
    const { lat, lon } = destination(ZSPD, 225, km)
    holdTimers.add(NOW - agoMs, lat, lon)
  })
  const holdTimer = holdTimers.read('ZSPD', watchOf(missing, NOW, HOLD, { isLoading, isUnread }), NOW, HOLD)!
  const rings = holdTimer.rings.map((ring) => ringTexts(ring, holdTimer, t, { age: (ms) => ageText(ms) }))
  return {
    rings,
    counts: countTexts(holdTimer),
    glances: countGlances(holdTimer),
    share: observedShareText(holdTimer, t),
  }
}

describe('the text of the hold timer', () => {
  it('of strikes missing due to a history error: that loading failed', () => {
    const { rings, share, counts } = told([], [{ km: 6, agoMs: 12_000 }], 0, true, true)
    expect(rings.slice(0, 2)).toEqual([['History error'], ['≥\u00a01 stroke', 'last 12 s ago']])
    expect(share).toEqual({ text: 'history error', isBroken: true })
    expect(counts[0]).toBe('?')
    expect(told([], [], 0, true).rings[0]).toEqual(['Loading'])
  })

  it('of a ring that was struck: how many, how long ago', () => {
    const { rings, share } = told([], [{ km: 6, agoMs: 12_000 }])
    expect(rings.slice(0, 2)).toEqual([['none detected'], ['1 stroke', 'last 12 s ago']])
    expect(share).toBeNull()
  })

  it('states strikes inside and possible ones by location error, which count as inside', () => {
    const strikes = [3, 4.5, 5.7].map((km) => ({ km, agoMs: 12_000 }))
    const { rings, counts, glances } = told([], strikes, 1)
    expect(rings[0]).toEqual(['1 inside, 2 possible', 'last 12 s ago'])
    expect(rings[1]![0]).toBe('3 strokes')
    expect(counts).toEqual(['1+2?', '3', '3'])
    expect(glances).toEqual(['3?', '3', '3'])
  })

  it('of an incomplete history: the observed share, and never that it was quiet', () => {
    const { rings, share } = told([{ fromMs: NOW - HOLD, toMs: NOW - 12 * MIN }])
    expect(rings[0]).toEqual(['none detected so far'])
    expect(share).toEqual({ text: 'data 40% of 30 min', isBroken: false })
    const strikes = Array.from({ length: 1_234 }, (_, i) => ({ km: 3, agoMs: 12_000 + i }))
    expect(told([{ fromMs: NOW - HOLD, toMs: NOW - 12 * MIN }], strikes).rings[0]).toContain('≥\u00a01,234 strokes')
    expect(told([], strikes).rings[0]).toContain('1,234 strokes')
  })

  it('of a past that is still loading: that it is, and no count-down and no "no strike" before it is whole', () => {
    const missing = [{ fromMs: NOW - HOLD, toMs: NOW - MIN }]
    const struck = told(missing, [{ km: 6, agoMs: 12_000 }], 0, true)
    expect(struck.rings.slice(0, 2)).toEqual([['Loading'], ['≥\u00a01 stroke', 'last 12 s ago']])
    expect(struck.glances).toEqual(['?', '1', '1'])
    expect(told(missing, [], 0, true).share).toEqual({ text: 'loading', isBroken: false })
  })

  it('states that it is paused while the feed is interrupted', () => {
    const { share } = told([{ fromMs: NOW - MIN, toMs: NOW }], [{ km: 3, agoMs: 5 * MIN }])
    expect(share).toEqual({ text: 'no data', isBroken: true })
  })
})
