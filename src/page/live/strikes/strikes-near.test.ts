import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { strikesNear } from './strikes-near.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const strike = (lat: number, lon: number, ageMs: number): StrikeRecord => ({
  time: (NOW_MS - ageMs) * 1e6,
  lat,
  lon,
  pol: -1,
  arrived_at: '',
})

function holding(...records: StrikeRecord[]) {
  const columns = new StrikeColumns()
  columns.push(records, NOW_MS, false)
  return columns
}

it('counts strikes within the radius since that moment, with the nearest', () => {
  const columns = holding(
    strike(30.1, 110, 60_000),
    strike(30.3, 110, 30_000),
    strike(31, 110, 1_000),
    strike(30, 110, 20 * 60_000),
  )
  const { total, nearest } = strikesNear(columns, { lat: 30, lon: 110 }, { radiusKm: 50, sinceMs: NOW_MS - 600_000 })
  expect(total).toBe(2)
  expect(nearest?.km).toBeCloseTo(11.1, 1)
  expect(nearest?.bearingDeg).toBeCloseTo(0, 5)
  expect(nearest?.timeMs).toBeCloseTo(NOW_MS - 60_000, 0)
})

it('reaches across the antimeridian', () => {
  const columns = holding(strike(0, -179.9, 1_000))
  expect(strikesNear(columns, { lat: 0, lon: 179.9 }, { radiusKm: 50, sinceMs: NOW_MS - 60_000 }).total).toBe(1)
})

it('reports that none is near', () => {
  expect(strikesNear(holding(), { lat: 0, lon: 0 }, { radiusKm: 50, sinceMs: 0 })).toEqual({ total: 0, nearest: null })
})
