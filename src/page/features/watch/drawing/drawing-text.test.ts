import { expect, it } from 'vitest'
import { geometryOf } from './drawing-store.ts'
import { idFrom, parsePoints, pointsText } from './drawing-text.ts'

const NONE = new Set<string>()
const CORNERS = [
  { lat: 31, lon: 121.5 },
  { lat: 31.25, lon: 121.5 },
  { lat: 31, lon: 122 },
]

it('formats points line by line and parses them, and reports invalid lines', () => {
  expect(parsePoints(`${pointsText(CORNERS)}\n\n`)).toEqual(CORNERS)
  expect(parsePoints('31, 121.5\nsomewhere')).toBe(null)
})

it('makes an id from a name', () => {
  expect(idFrom('  East Wind-Farm No. 7', 0, NONE)).toBe('east-wind-farm-no-7')
  expect(idFrom('风电场', 1_782_892_800_000, NONE)).toMatch(/^place-[a-z0-9]+$/)
})

it('closes an area, and has no geometry with too few points', () => {
  expect(geometryOf('Polygon', CORNERS)?.coordinates).toEqual([
    [
      [121.5, 31],
      [121.5, 31.25],
      [122, 31],
      [121.5, 31],
    ],
  ])
  expect(geometryOf('Polygon', CORNERS.slice(1))).toBe(null)
  expect(geometryOf('Point', CORNERS)).toEqual({ type: 'Point', coordinates: [121.5, 31] })
})

it('makes a unique id for names with the same letters', () => {
  const taken = new Set(['3', '3-2'])
  expect(idFrom('变电站 3 号', 0, taken)).toBe('3-3')
})
