import { expect, it } from 'vitest'
import type { Box } from '../../core/geo/geo.ts'
import { START_MS, setUpHistory, strikeAt } from '../../testing/history-kit.ts'
import { createMinuteCounts } from './minute-cells.ts'

const MINUTE = 60_000
const MINUTES = START_MS / MINUTE

/** A minute of strikes at some places: final, or still under way. */
async function setUp(places: readonly { lat: number; lon: number }[], { isFinal = true } = {}) {
  const { batch, clock, history } = setUpHistory()
  batch(...places.map((place, i) => strikeAt(START_MS + i, place)))
  if (isFinal) {
    await clock.advance(20 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
  }
  const counts = createMinuteCounts(history.strikes)
  return { counts, count: (box: Box) => counts.within(box)(MINUTES) }
}

const PLACES = [
  { lat: 30.05, lon: 110.05 },
  { lat: 30.06, lon: 110.04 },
  { lat: 31, lon: 120 },
  { lat: -20, lon: 179.95 },
  { lat: -20, lon: -179.95 },
]

it.each([true, false])('counts strikes in a box, also across the antimeridian (final: %s)', async (isFinal) => {
  const { count } = await setUp(PLACES, { isFinal })
  expect(await count({ west: 110, south: 30, east: 110.1, north: 30.1 })).toBe(2)
  expect(await count({ west: 100, south: 20, east: 130, north: 40 })).toBe(3)
  expect(await count({ west: 170, south: -30, east: -170, north: 0 })).toBe(2)
  expect(await count({ west: -180, south: -90, east: 180, north: 90 })).toBe(5)
  expect(await count({ west: 0, south: 0, east: 10, north: 10 })).toBe(0)
})

it('counts a cell at the edge by its share inside', async () => {
  const { count } = await setUp(PLACES)
  expect(await count({ west: 110, south: 30, east: 110.05, north: 30.1 })).toBeCloseTo(1, 6)
  expect(await count({ west: 110, south: 30, east: 110.05, north: 30.05 })).toBeCloseTo(0.5, 6)
})

it('reads a final minute once, and one under way each time', async () => {
  const box = { west: 0, south: 0, east: 180, north: 90 }
  const final = await setUp(PLACES)
  await final.count(box)
  expect(final.counts.isHeld(MINUTES)).toBe(true)
  const underWay = await setUp(PLACES, { isFinal: false })
  await underWay.count(box)
  expect(underWay.counts.isHeld(MINUTES)).toBe(false)
})
