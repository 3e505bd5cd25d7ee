import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CELLS, cellOf } from './degree-cells.ts'
import { DRIFT_SIZE, driftsInSteps, indexDrifts, LASTING, LAT, LON } from './drifts.ts'
import { MotionField } from './motion-field.ts'
import { StrikeBins } from './strike-bins.ts'

const NOW = Date.UTC(2026, 6, 1, 8)

it('looks up the motion of a few squares in each step, for any number of struck ones', () => {
  const bins = new StrikeBins()
  for (let i = 0; i < 500; i++) bins.add(NOW - 60_000, 20 + (i % 25), 80 + i / 5)
  let asked = 0
  const field = new MotionField()
  field.at = () => {
    asked++
    return null
  }
  const askedBy: number[] = []
  const steps = driftsInSteps(bins, field, NOW)
  let found = steps.next()
  for (; !found.done; found = steps.next()) askedBy.push(asked)
  askedBy.push(asked)
  expect(found.value).toHaveLength(500 * DRIFT_SIZE)
  expect(asked).toBe(500)
  expect(Math.max(...askedBy.map((count, i) => count - (askedBy[i - 1] ?? 0)))).toBe(20)
})

it('finds every drift once, by its cell and its coarse square', () => {
  const place = fc.record({
    lat: fc.integer({ min: -9_000, max: 9_000 }),
    lon: fc.integer({ min: -18_000, max: 18_000 }),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 200 }), (places) => {
      const rows = new Float32Array(places.length * DRIFT_SIZE)
      places.forEach(({ lat, lon }, i) => {
        rows[i * DRIFT_SIZE + LAT] = lat / 100
        rows[i * DRIFT_SIZE + LON] = lon / 100
        rows[i * DRIFT_SIZE + LASTING] = i + 1
      })
      const { fine, coarse, coarseStarts, fineStarts } = indexDrifts(rows)
      const found: number[] = []
      for (let cell = 0; cell < CELLS; cell++) {
        for (let row = coarseStarts[cell]!; row < coarseStarts[cell + 1]!; row++) {
          let sum = 0
          for (let at = fineStarts[row]!; at < fineStarts[row + 1]!; at += DRIFT_SIZE) {
            expect(cellOf({ lat: fine[at + LAT]!, lon: fine[at + LON]! })).toBe(cell)
            sum += fine[at + LASTING]!
            found.push(fine[at + LASTING]!)
          }
          expect(coarse[row * DRIFT_SIZE + LASTING]).toBe(sum)
        }
      }
      expect(found.sort((a, b) => a - b)).toEqual(places.map((_, i) => i + 1))
    }),
    { numRuns: 50 },
  )
})
