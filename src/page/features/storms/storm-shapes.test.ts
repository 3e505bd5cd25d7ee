import { expect, it } from 'vitest'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { stormShapes } from './storm-shapes.ts'

const storm: StormCell = {
  ...{ id: 1, lat: 31, lon: 121, strokes: 40, strokesPerMin: 4, changePerMin: null, trend: null },
  motion: { kind: 'moving', headingDeg: 90, speedKmh: 40, errorKmh: 5 },
  ...{ majorKm: 20, minorKm: 10, axisDeg: 0 },
}
const shapesOf = (areOutlined: boolean) =>
  Object.entries(
    stormShapes([storm], new Map(), () => ({ number: '4', text: 'a', name: 'b' }), {
      areOutlined,
      watched: 1,
    }) as object,
  ).map(([name, { features }]) => [name, features.length])

it('outlines storms only where outlines are to be seen', () => {
  expect(shapesOf(true)).toEqual([
    ['middles', 1],
    ['outlines', 1],
    ['arrows', 1],
    ['arrowMarks', 2],
    ['labels', 1],
  ])
  expect(shapesOf(false)).toEqual([
    ['middles', 1],
    ['outlines', 0],
    ['arrows', 0],
    ['arrowMarks', 0],
    ['labels', 0],
  ])
})
