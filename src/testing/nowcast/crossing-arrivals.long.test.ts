import { expect, it } from 'vitest'
import { crossingArrivals } from './crossing-arrivals.ts'

/** The figures are in docs/nowcast.md; change both together. */
const SEEDS = Array.from({ length: 24 }, (_, i) => i + 1)
const OFF_BY_MAX_MIN = 5

it('tells the arrival of the crossing storm at the inner ring 20 minutes before, whatever its strokes', () => {
  const told = SEEDS.flatMap((seed) => crossingArrivals(seed))
  const lateMin = (beforeMin: number) => told.filter((look) => look.beforeMin === beforeMin).map((look) => look.lateMin)
  // Of one it has yet fewer than the twelve strokes that make a storm.
  expect(lateMin(20).filter((late) => late !== null).length).toBeGreaterThanOrEqual(SEEDS.length - 1)
  expect(lateMin(19)).not.toContain(null)
  const off = told.filter(({ beforeMin }) => beforeMin <= 20).map((look) => Math.abs(look.lateMin ?? 0))
  expect(off).toHaveLength(20 * SEEDS.length)
  expect(Math.max(...off)).toBeLessThan(OFF_BY_MAX_MIN)
  const after = told.filter(({ beforeMin, lateMin }) => beforeMin <= 19 && lateMin === null)
  expect(after).toEqual([])
})
