import { expect, it } from 'vitest'
import { StrikeColumns } from '../strikes/strike-columns.ts'
import { busiestStorm } from './busiest-storm.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const WORLD = { west: -180, south: -85, east: 180, north: 85 }

function strikesAt(lat: number, lon: number, count: number, ageMs = 60_000) {
  return Array.from({ length: count }, (_, i) => ({
    time: (NOW_MS - ageMs - i * 1_000 - Math.round((lat + lon) * 77)) * 1e6, // far enough apart to be strokes of their own
    lat: lat + (i % 7) * 0.01,
    lon: lon + (i % 5) * 0.01,
    pol: 0,
    arrived_at: '',
  }))
}

function columnsOf(...groups: ReturnType<typeof strikesAt>[]): StrikeColumns {
  const columns = new StrikeColumns()
  columns.push(groups.flat() as Parameters<StrikeColumns['push']>[0], NOW_MS, false)
  return columns
}

const lookBack = (columns: StrikeColumns, area = WORLD) => busiestStorm(columns, NOW_MS - 600_000, area)

it('finds the middle of the busiest storm', () => {
  const storm = lookBack(columnsOf(strikesAt(30, 115, 80), strikesAt(22, 108, 50), strikesAt(45, 90, 25)))
  expect(storm?.lat).toBeCloseTo(30.03, 1)
  expect(storm?.lon).toBeCloseTo(115.02, 1)
  expect(storm?.strikes).toBe(80)
})

it('counts a storm as one that lies across squares of the grid', () => {
  const across = [strikesAt(29.6, 112.4, 30), strikesAt(29.6, 112.6, 30), strikesAt(30.2, 112.5, 30)]
  expect(lookBack(columnsOf(strikesAt(45, 90, 60), ...across))?.strikes).toBe(90)
})

it('lets what is old, and what is elsewhere, not count', () => {
  const columns = columnsOf(strikesAt(30, 115, 90, 1_200_000), strikesAt(0, 20, 90), strikesAt(22, 108, 40))
  expect(lookBack(columns, { west: 73, south: 15, east: 136, north: 54 })?.strikes).toBe(40)
})

it('calls a few strikes no storm', () => {
  expect(lookBack(columnsOf(strikesAt(30, 115, 10)))).toBeNull()
  expect(lookBack(columnsOf())).toBeNull()
})

it('finds a storm on the antimeridian', () => {
  const storm = lookBack(columnsOf(strikesAt(10, 179.9, 40), strikesAt(10, -179.98, 40)))
  expect(storm?.strikes).toBe(80)
  expect(Math.abs(storm?.lon ?? 0)).toBeGreaterThan(179.8)
})
