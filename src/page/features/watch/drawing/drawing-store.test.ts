import { beforeEach, expect, it } from 'vitest'
import { placeOf } from '../../../../testing/watch-kit.ts'
import { geometryOf, isBegun, isSimple, useDrawing } from './drawing-store.ts'

const LINE = [
  [121, 31],
  [122, 31],
] as const
const SQUARE = [
  [121, 31],
  [122, 31],
  [122, 32],
  [121, 32],
  [121, 31],
] as const

const lons = () => useDrawing.getState().points.map(({ lon }) => lon)

beforeEach(() => useDrawing.setState(useDrawing.getInitialState(), true))

it.each([
  { type: 'Point', coordinates: [121.8, 31.1] } as const,
  { type: 'LineString', coordinates: LINE } as const,
  { type: 'Polygon', coordinates: [SQUARE] } as const,
])('begins with a $type as it is', (geometry) => {
  const { change } = useDrawing.getState()
  change(placeOf('farm', { geometry }))
  const { shape, points } = useDrawing.getState()
  expect(geometryOf(shape, points)).toEqual(geometry)
})

it('inserts another point of a changed place where the outline grows least', () => {
  const { change, addPoint } = useDrawing.getState()
  change(placeOf('farm', { geometry: { type: 'Polygon', coordinates: [SQUARE] } }))
  addPoint({ lat: 31.5, lon: 122.1 })
  expect(lons()).toEqual([121, 122, 122.1, 122, 121])
  change(placeOf('line', { geometry: { type: 'LineString', coordinates: LINE } }))
  addPoint({ lat: 31, lon: 121.5 })
  addPoint({ lat: 31, lon: 123 })
  addPoint({ lat: 31, lon: 120 })
  expect(lons()).toEqual([120, 121, 121.5, 122, 123])
})

it('adds the points of a new place in order, and moves each', () => {
  const { addPoint, movePoint } = useDrawing.getState()
  for (const lon of [121, 122, 121.5]) addPoint({ lat: 31, lon })
  movePoint(1, { lat: 31, lon: 122.5 })
  expect(lons()).toEqual([121, 122.5, 121.5])
})

it('leaves several areas, and one with a hole, as they are', () => {
  expect(isSimple({ type: 'MultiPolygon', coordinates: [[SQUARE]] })).toBe(false)
  expect(isSimple({ type: 'Polygon', coordinates: [SQUARE, SQUARE] })).toBe(false)
  expect(isSimple({ type: 'Polygon', coordinates: [SQUARE] })).toBe(true)
})

it('undoes the latest step; dragging a point is one', () => {
  const { addPoint, holdPoint, movePoint, undo } = useDrawing.getState()
  for (const lon of [121, 122]) addPoint({ lat: 31, lon })
  holdPoint()
  for (const lon of [122.2, 122.4]) movePoint(1, { lat: 31, lon })
  expect(lons()).toEqual([121, 122.4])
  undo()
  expect(lons()).toEqual([121, 122])
  undo()
  expect(lons()).toEqual([121])
  undo()
  undo()
  expect(lons()).toEqual([])
})

it('undoes an inserted corner, and none of the original ones', () => {
  const { change, addPoint, undo } = useDrawing.getState()
  change(placeOf('farm', { geometry: { type: 'Polygon', coordinates: [SQUARE] } }))
  addPoint({ lat: 31.5, lon: 122.1 })
  undo()
  undo()
  expect(lons()).toEqual([121, 122, 122, 121])
})

it('keeps typed text and the previous points until it is valid', () => {
  const { addPoint, typeCorners, undo } = useDrawing.getState()
  addPoint({ lat: 31, lon: 121 })
  typeCorners('31, 121\nsomewhere')
  expect(useDrawing.getState().corners).toBe('31, 121\nsomewhere')
  expect(lons()).toEqual([121])
  typeCorners('31, 121\n32, 122')
  expect(lons()).toEqual([121, 122])
  undo()
  expect(lons()).toEqual([121])
})

it('keeps one point when the shape becomes a point', () => {
  const { addPoint, setShape } = useDrawing.getState()
  for (const lon of [121, 122]) addPoint({ lat: 31, lon })
  setShape('Point')
  expect(lons()).toEqual([121])
})

it('ends a new area by a tap on its first or its latest point, as soon as it can be one', () => {
  const { addPoint, tapPoint, setPicking } = useDrawing.getState()
  const isPicking = () => useDrawing.getState().isPicking
  setPicking(true)
  for (const lon of [121, 122]) addPoint({ lat: 31, lon })
  tapPoint(1)
  expect(isPicking()).toBe(true)
  addPoint({ lat: 32, lon: 122 })
  tapPoint(1)
  expect(isPicking()).toBe(true)
  tapPoint(0)
  expect(useDrawing.getState()).toMatchObject({ isPicking: false, hasPicked: true })
  setPicking(true)
  tapPoint(2)
  expect(isPicking()).toBe(false)
  expect(lons()).toEqual([121, 122, 122])
})

it('completes nothing by a tap in a changed place, nor by one on the start of a line', () => {
  const { addPoint, change, reset, setShape, setPicking, tapPoint } = useDrawing.getState()
  change(placeOf('farm', { geometry: { type: 'Polygon', coordinates: [SQUARE] } }))
  setPicking(true)
  tapPoint(0)
  expect(useDrawing.getState().isPicking).toBe(true)
  reset()
  setShape('LineString')
  for (const lon of [121, 122]) addPoint({ lat: 31, lon })
  setPicking(true)
  tapPoint(0)
  expect(useDrawing.getState().isPicking).toBe(true)
  tapPoint(1)
  expect(useDrawing.getState().isPicking).toBe(false)
})

it('restores an unfinished drawing after the change of another place', () => {
  const { addPoint, change, reset, say } = useDrawing.getState()
  say({ name: 'West Farm' })
  addPoint({ lat: 31, lon: 121 })
  change(placeOf('farm', { geometry: { type: 'LineString', coordinates: LINE } }))
  change(placeOf('line', { geometry: { type: 'LineString', coordinates: LINE } }))
  expect(useDrawing.getState().said.name).not.toBe('West Farm')
  reset()
  expect(useDrawing.getState()).toMatchObject({ changed: null, aside: null, said: { name: 'West Farm' } })
  expect(lons()).toEqual([121])
  reset()
  expect(isBegun(useDrawing.getState())).toBe(false)
})
