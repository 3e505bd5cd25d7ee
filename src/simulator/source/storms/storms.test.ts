import { expect, it } from 'vitest'
import { distanceKm } from '../../../core/geo/geo.ts'
import { OUTBREAK_RECORDS_PER_SECOND, RECORDS_PER_STROKE, STORM_NAMES, type StormName } from '../scenarios/scenarios.ts'
import { createStormField } from './storms.ts'
import { LIFE_SHAPE_MEAN, lifeShape } from './storms-cell.ts'

const START = Date.UTC(2026, 6, 1, 8)
const HOUR_MS = 3_600_000
const HOURS = Array.from({ length: 24 }, (_, hour) => START + hour * HOUR_MS)
const CHINA = { west: 73, south: 15, east: 135, north: 54 }

const fieldOf = (scenario: StormName, recordsPerSecond = 60, seed = 1) =>
  createStormField({ seed, scenario, startedAtMs: START, recordsPerSecond })

function strokesPerSecond(field: ReturnType<typeof fieldOf>, ms: number, box?: typeof CHINA): number {
  const cells = field.cellsAt(ms).filter(({ lat, lon }) => {
    return !box || (lon > box.west && lon < box.east && lat > box.south && lat < box.north)
  })
  return cells.reduce((sum, cell) => sum + cell.strokesPerSecond, 0)
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it.each(STORM_NAMES)('returns the same cells in any order of requests: %s', (name) => {
  const moments = [START, START + 90_000, START + 5 * HOUR_MS, START - 7 * HOUR_MS, START + 30 * 24 * HOUR_MS]
  const one = fieldOf(name)
  const other = fieldOf(name)
  const forward = moments.map((ms) => one.cellsAt(ms))
  const backward = moments.toReversed().map((ms) => other.cellsAt(ms))
  expect(backward.toReversed()).toEqual(forward)
})

it('creates another world from another seed', () => {
  expect(fieldOf('summer_afternoon', 60, 2).cellsAt(START)).not.toEqual(fieldOf('summer_afternoon').cellsAt(START))
})

it('has the requested rate over a day of the default world', () => {
  for (const rate of [10, 60, 200]) {
    const field = fieldOf('summer_afternoon', rate)
    const records = mean(HOURS.map((ms) => strokesPerSecond(field, ms))) * RECORDS_PER_STROKE
    expect(records / rate).toBeCloseTo(1, 1)
  }
})

it('creates no strikes at a rate of 0', () => {
  expect(strokesPerSecond(fieldOf('summer_afternoon', 0), START)).toBe(0)
})

it('always has storms over China, most of them in the afternoon', () => {
  const field = fieldOf('summer_afternoon')
  const byHour = HOURS.map((ms) => strokesPerSecond(field, ms, CHINA) * RECORDS_PER_STROKE)
  expect(Math.min(...byHour)).toBeGreaterThan(6)
  const localHour = (index: number) => (new Date(HOURS[index]!).getUTCHours() + 8) % 24
  const strongest = byHour.indexOf(Math.max(...byHour))
  expect(localHour(strongest)).toBeGreaterThanOrEqual(14)
  expect(localHour(strongest)).toBeLessThanOrEqual(19)
})

it('keeps its own rate in the worst case, for any requested rate', () => {
  for (const rate of [10, 60]) {
    const field = fieldOf('outbreak', rate)
    for (const ms of HOURS) {
      expect(strokesPerSecond(field, ms) * RECORDS_PER_STROKE).toBeCloseTo(OUTBREAK_RECORDS_PER_SECOND, 0)
    }
  }
})

it.each(['typhoon_bands', 'squall_line'] as const)('never runs dry: %s', (name) => {
  const field = fieldOf(name)
  for (const ms of HOURS) expect(strokesPerSecond(field, ms)).toBeGreaterThan(20)
})

it('is empty if quiet', () => {
  expect(fieldOf('quiet').cellsAt(START)).toEqual([])
})

it('leaves Asia almost without lightning in winter', () => {
  const field = fieldOf('quiet_winter')
  expect(mean(HOURS.map((ms) => strokesPerSecond(field, ms, CHINA)))).toBeLessThan(0.3)
  expect(strokesPerSecond(field, START)).toBeGreaterThan(5)
})

it('moves each cell at its speed along its heading, without jumps', () => {
  const field = fieldOf('summer_afternoon')
  const later = new Map(field.cellsAt(START + 60_000).map((cell) => [cell.id, cell]))
  const kept = field.cellsAt(START).filter((cell) => later.has(cell.id))
  expect(kept.length).toBeGreaterThan(200)
  for (const cell of kept) {
    expect(distanceKm(cell, later.get(cell.id)!) / (cell.speedKmh / 60)).toBeCloseTo(1, 1)
    expect(Math.abs(cell.intensity - later.get(cell.id)!.intensity)).toBeLessThan(0.25)
  }
})

it('gives each cell a life of growth, peak and decay', () => {
  const field = fieldOf('summer_afternoon')
  const { id } = field.cellsAt(START).find((cell) => cell.id.includes('ordinary') && cell.intensity > 0.9)!
  const strengthAt = (minutes: number) => {
    return field.cellsAt(START + minutes * 60_000).find((cell) => cell.id === id)?.intensity ?? 0
  }
  expect(strengthAt(0)).toBeGreaterThan(strengthAt(-12))
  expect(strengthAt(0)).toBeGreaterThan(strengthAt(20))
  expect(strengthAt(-60)).toBe(0)
  expect(strengthAt(60)).toBe(0)
})

it('has 70 % of the flashes of a cell in 30 % of its life', () => {
  const steps = Array.from({ length: 1_000 }, (_, i) => lifeShape((i + 0.5) / 1_000)).sort((a, b) => b - a)
  const busiest = steps.slice(0, 300).reduce((sum, value) => sum + value, 0) / 1_000
  expect(busiest / LIFE_SHAPE_MEAN).toBeCloseTo(0.7, 1)
})

it('winds the bands of the typhoon around a centre that is nearly silent', () => {
  const field = fieldOf('typhoon_bands')
  const bands = field.cellsAt(START + 12 * HOUR_MS).filter((cell) => cell.id.startsWith('typhoon-'))
  const centre = { lat: mean(bands.map((cell) => cell.lat)), lon: mean(bands.map((cell) => cell.lon)) }
  const radii = bands.map((cell) => distanceKm(centre, cell))
  expect(bands).toHaveLength(60)
  expect(Math.max(...radii)).toBeLessThan(750)
  expect(radii.filter((km) => km > 100).length).toBeGreaterThan(54)
})

it('lays the squall line out over 500 km with many positive strokes behind it', () => {
  const cells = fieldOf('squall_line').cellsAt(START + 3 * HOUR_MS)
  const line = cells.filter((cell) => /^squall-\d+-line/.test(cell.id))
  const rear = cells.filter((cell) => /^squall-\d+-rear/.test(cell.id))
  const rate = (some: typeof cells) => some.reduce((sum, cell) => sum + cell.strokesPerSecond, 0)
  expect(distanceKm(line[0]!, line.at(-1)!)).toBeCloseTo((500 * 31) / 32, -1)
  expect(rate(rear) / rate(line)).toBeCloseTo(1 / 8, 5)
  expect(new Set(rear.map((cell) => cell.positiveShare))).toEqual(new Set([0.4]))
})
