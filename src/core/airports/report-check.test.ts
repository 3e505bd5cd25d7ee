import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { watchOf } from './hold-time.ts'
import { HoldTimers } from './lightning-hold-timer.ts'
import { checkReport } from './report-check.ts'

const MIN = 60_000
const NOW = Date.UTC(2026, 6, 1, 8)
const ZSPD = { icao: 'ZSPD', lat: 31.1434, lon: 121.8052 }
const WATCHED = watchOf([], NOW, 30 * MIN)

/** Result of the check of a report with this weather, after strikes at this distance and age. */
function check(weather: string[], strikes: { km: number; agoMs: number }[] = [], watch = WATCHED) {
  const clocks = new HoldTimers([ZSPD], [1])
  strikes.forEach(({ km, agoMs }) => {
    const { lat, lon } = destination(ZSPD, 300, km)
    clocks.add(NOW - agoMs, lat, lon)
  })
  return checkReport({ weather }, clocks.read('ZSPD', watch, NOW, 10 * MIN)!)
}

it('requires thunder in the report, with strikes within 8 km', () => {
  const strikes = [
    { km: 3, agoMs: MIN },
    { km: 7.9, agoMs: 9 * MIN },
  ]
  expect(check([], strikes)).toEqual({ kind: 'ts-missing', count: 2, fromKm: 0, toKm: 8 })
  expect(check(['VCTS'], strikes)).toMatchObject({ kind: 'ts-missing' })
  for (const code of ['TS', '-TSRA', '+TSRAGR']) expect(check([code], strikes)).toBeNull()
})

it('requires thunder in the vicinity, with strikes from 8 to 16 km', () => {
  const strikes = [{ km: 12, agoMs: MIN }]
  expect(check(['-RA'], strikes)).toEqual({ kind: 'vcts-missing', count: 1, fromKm: 8, toKm: 16 })
  expect(check(['VCTS'], strikes)).toBeNull()
  expect(check(['TSRA'], strikes)).toBeNull()
})

it('considers a strike for ten minutes, within 16 km', () => {
  expect(check([], [{ km: 3, agoMs: 10 * MIN - 1_000 }])).toMatchObject({ kind: 'ts-missing' })
  expect(check([], [{ km: 3, agoMs: 10 * MIN }])).toBeNull()
  expect(check([], [{ km: 16.1, agoMs: MIN }])).toBeNull()
})

it('questions reported thunder without strikes nearby for half an hour', () => {
  expect(check(['TS'])).toEqual({ kind: 'ts-stands', lastMs: null })
  expect(check(['VCTS'], [{ km: 10, agoMs: 30 * MIN }])).toEqual({ kind: 'ts-stands', lastMs: NOW - 30 * MIN })
  expect(check(['TS'], [{ km: 10, agoMs: 29 * MIN }])).toBeNull()
  expect(check(['TS'], [{ km: 20, agoMs: MIN }])).toMatchObject({ kind: 'ts-stands' })
})

it('never doubts it where the half hour was not watched', () => {
  const gap = { fromMs: NOW - 20 * MIN, toMs: NOW - 18 * MIN }
  expect(check(['TS'], [], watchOf([gap], NOW, 10 * MIN, { lookBackMs: 30 * MIN }))).toBeNull()
  expect(
    check(['TS'], [], watchOf([{ fromMs: NOW - MIN, toMs: NOW }], NOW, 10 * MIN, { lookBackMs: 30 * MIN })),
  ).toBeNull()
})

it('is empty if both are quiet', () => {
  expect(check([])).toBeNull()
  expect(check(['-RA', 'BR'])).toBeNull()
})
