import { describe, expect, it } from 'vitest'
import type { Storm } from '../../contract/nowcast.ts'
import { stormAt } from '../../testing/fakes/fake-storm.ts'
import { activityOf, busiestFirst } from './storm-order.ts'

const area = { west: 73, south: 17, east: 136, north: 54 }
const GUANGZHOU = { lat: 23.4, lon: 113.3 }
const storm = (id: number, lat: number, lon: number, strokesPerMin: number) =>
  stormAt({ lat, lon }, { id, strokesPerMin })
const ids = (storms: readonly Storm[]) => storms.map(({ id }) => id)

const DOMESTIC = [storm(1, 23, 113, 60), storm(2, 22.5, 114, 40)]
const WEAK = storm(3, 24, 112.5, 5)
const ABROAD = storm(4, 20, 102, 500)
const OUTSIDE = storm(5, 60, 10, 900)
const ALL = [OUTSIDE, ABROAD, WEAK, ...DOMESTIC]

describe('the order of storms', () => {
  it('lists domestic storms before busier ones abroad, and those before storms outside of the area', () => {
    expect(ids(busiestFirst(ALL, 1, { area, airports: [GUANGZHOU] }))).toEqual([1, 2, 3, 4, 5])
  })

  it('is by rate alone in an area without listed airports', () => {
    expect(ids(busiestFirst(ALL, 1, { area, airports: [] }))).toEqual([4, 1, 2, 3, 5])
  })

  it('counts the observed minutes of a storm whose present rate is unknown', () => {
    const unknown = stormAt({ lat: 23, lon: 113 }, { id: 6, strokes: 500, strokesPerMin: null })
    const order = (observed: number) => ids(busiestFirst([...DOMESTIC, unknown], observed, { area, airports: [] }))
    expect(order(1)).toEqual([1, 2, 6])
    expect(order(0.5)).toEqual([6, 1, 2])
  })
})

describe('the activity to show', () => {
  it('is that of domestic storms, without the last tenth of their strokes', () => {
    expect(ids(activityOf(ALL, 1, { area, airports: [GUANGZHOU] }))).toEqual([1, 2])
  })

  it('is that of the area if no storm is domestic, and nothing outside of it', () => {
    expect(ids(activityOf([OUTSIDE, ABROAD], 1, { area, airports: [GUANGZHOU] }))).toEqual([4])
    expect(activityOf([OUTSIDE], 1, { area, airports: [] })).toEqual([])
    expect(activityOf([], 1, { area, airports: [] })).toEqual([])
  })
})
