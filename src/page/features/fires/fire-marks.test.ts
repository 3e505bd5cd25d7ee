import { expect, it } from 'vitest'
import { cellAt } from '../../../core/geo/grid.ts'
import type { Fire } from '../../../core/weather/fire-cells.ts'
import type { HeldCell } from './fire-field.ts'
import { createFireMarks } from './fire-marks.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 12)
const HOUR_MS = 60 * 60_000
const fire = (id: number, ageHours: number): Fire => ({
  id: String(id),
  lat: 31,
  lon: 111 + id / 10_000,
  detectedAtMs: NOW_MS - ageHours * HOUR_MS,
})
const held = (column: number, ...ages: number[]): HeldCell => ({
  cell: cellAt(column, 24),
  fires: ages.toSorted((a, b) => b - a).map((age, i) => fire(i, age)),
})

it('has a cell as one feature per age class, without repeats', () => {
  const marks = createFireMarks()
  const cells = [held(58, 1, 2, 13)]
  const { add, remove } = marks.next(cells, NOW_MS)!
  expect(add.map(({ properties, geometry }) => [properties.age, geometry.coordinates.length])).toEqual([
    [3, 1],
    [0, 2],
  ])
  expect(remove).toEqual([])
  expect(marks.next(cells, NOW_MS)).toBeNull()
})

it('changes only the cell of a new response, and removes one that left', () => {
  const marks = createFireMarks()
  const near = held(58, 1)
  const far = held(59, 1, 1)
  const first = marks.next([near, far], NOW_MS)!
  const renewed = held(59, 0.5)
  const { add, remove } = marks.next([near, renewed], NOW_MS)!
  expect(remove).toEqual([first.add[1]!.id])
  expect(add).toHaveLength(1)
  expect(marks.next([renewed], NOW_MS)).toEqual({ remove: [first.add[0]!.id], add: [] })
})

it('redraws a cell when one of its fires enters the next class, and not before', () => {
  const marks = createFireMarks()
  const cells = [held(58, 1, 2.5)]
  marks.next(cells, NOW_MS)
  expect(marks.next(cells, NOW_MS + 0.4 * HOUR_MS)).toBeNull()
  expect(marks.next(cells, NOW_MS + 0.6 * HOUR_MS)!.add.map(({ properties }) => properties.age)).toEqual([1, 0])
})

it('splits large changes into steps, and completes them', () => {
  const marks = createFireMarks()
  const cells = [50, 51, 52, 53].map((column) => held(column, ...new Array<number>(1_500).fill(1)))
  const given: number[] = []
  for (let diff = marks.next(cells, NOW_MS); diff; diff = marks.next(cells, NOW_MS)) {
    given.push(diff.add.reduce((sum, { geometry }) => sum + geometry.coordinates.length, 0))
  }
  expect(given).toEqual([3_000, 3_000])
})

it('sends everything again to a new source', () => {
  const marks = createFireMarks()
  const cells = [held(58, 1)]
  marks.next(cells, NOW_MS)
  marks.reset()
  expect(marks.next(cells, NOW_MS)!.add).toHaveLength(1)
})
