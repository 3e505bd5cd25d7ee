import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { strokesAround } from './co-location-query.ts'

const FROM_MS = Date.UTC(2026, 6, 1)
const HOUR_MS = 3_600_000
const fire = { lat: 30, lon: 110 }
const strike = (lat: number, afterMs = 0, mds = 1_000): StrikeRecord => ({
  time: (FROM_MS + afterMs) * 1e6,
  lat,
  lon: 110,
  pol: -1,
  mds,
  arrived_at: '',
})
const around = (...records: StrikeRecord[]) => strokesAround(fire, records, FROM_MS)

it('counts what struck in the same place, and names the nearest within reach', () => {
  const { within, nearest } = around(
    strike(30.02, HOUR_MS),
    strike(29.99, 20 * HOUR_MS),
    strike(30.06, 3 * HOUR_MS),
    strike(31, 4 * HOUR_MS),
  )
  expect(within).toBe(2)
  expect(nearest?.km).toBeCloseTo(1.11, 2)
  expect(nearest?.bearingDeg).toBeCloseTo(180, 5)
  expect(nearest?.timeMs).toBeCloseTo(FROM_MS + 20 * HOUR_MS, 0)
})

it('counts the records of one stroke once, where its best record is', () => {
  expect(around(strike(30.01, HOUR_MS), strike(30.02, HOUR_MS + 0.1)).within).toBe(1)
  expect(around(strike(30.01, HOUR_MS, 9_000), strike(30.2, HOUR_MS + 0.1, 500))).toEqual({ within: 0, nearest: null })
})

it('names a nearby strike in another place, and no distant one', () => {
  expect(around(strike(30.06))).toMatchObject({ within: 0, nearest: { bearingDeg: 0 } })
  expect(around(strike(31))).toEqual({ within: 0, nearest: null })
})
