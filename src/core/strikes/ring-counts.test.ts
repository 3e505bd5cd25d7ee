import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { ringCounts } from './ring-counts.ts'
import { StrikeColumns } from './strike-columns.ts'

const T = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000

function columnsAround(place: { lat: number; lon: number }, strikes: { km: number; bearing: number; ageMs: number }[]) {
  const columns = new StrikeColumns()
  const records = strikes.map(({ km, bearing, ageMs }) => ({
    time: (T - ageMs) * 1e6,
    ...destination(place, bearing, km),
    mds: 9_000,
  }))
  columns.push(records, T, false)
  return columns
}

it.each([
  { lat: 31.14, lon: 121.8 },
  { lat: -17.7, lon: 179.97 },
  { lat: 69.7, lon: 19 },
])('counts strokes within each radius of $lat, $lon', (place) => {
  const columns = columnsAround(place, [
    { km: 1, bearing: 10, ageMs: 1_000 },
    { km: 4.9, bearing: 90, ageMs: 2_000 },
    { km: 5.1, bearing: 90, ageMs: 3_000 },
    { km: 15.9, bearing: 0, ageMs: 4_000 },
    { km: 16.1, bearing: 225, ageMs: 5_000 },
    { km: 2, bearing: 180, ageMs: 20 * MIN },
  ])
  expect(ringCounts(columns, place, [5, 8, 16], T - 15 * MIN)).toEqual([2, 3, 4])
  expect(ringCounts(columns, place, [5, 8, 16], T - 30 * MIN)).toEqual([3, 4, 5])
  expect(ringCounts(columns, place, [16], T - 30 * MIN, { untilMs: T - 10 * MIN })).toEqual([1])
})
