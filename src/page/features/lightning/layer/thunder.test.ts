import { expect, it } from 'vitest'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { THUNDER_MS, thunderOf, thunderStrength } from './thunder.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)

it('is drawn close in alone', () => {
  expect(thunderStrength(8)).toBe(0)
  expect(thunderStrength(8.85)).toBeCloseTo(0.5)
  expect(thunderStrength(12)).toBe(1)
})

it('is shown for a little more than a minute', () => {
  expect(THUNDER_MS).toBeGreaterThan(70_000)
  expect(THUNDER_MS).toBeLessThan(75_000)
})

it('is shown for the newest few in view, and those audible at the selected place', () => {
  const columns = new StrikeColumns()
  const strikes = Array.from({ length: 60 }, (_, i) => ({
    time: (NOW_MS - (60 - i) * 1_000) * 1e6,
    lat: 31,
    lon: i % 2 === 0 ? 121 : 110,
  }))
  columns.push(strikes, NOW_MS, false)
  const view = { west: 109, south: 30, east: 111, north: 32 }
  const heard = (around: LatLon | null) =>
    [...thunderOf(columns, view, { chosen: {}, past: false, around }, NOW_MS)].map((each) => columns.at(each)!.lon)
  expect(heard(null)).toEqual([110, 110, 110, 110])
  expect(heard({ lat: 31.1, lon: 121.1 })).toEqual([...new Array(4).fill(110), ...new Array(8).fill(121)])
})
