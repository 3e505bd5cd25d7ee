import { expect, it } from 'vitest'
import { onGrid, placeId } from './place-grid.ts'

it('maps places a few hundred metres apart to the same cell', () => {
  const spots = [
    { lat: 25.4951, lon: 120.2049 },
    { lat: 25.5049, lon: 120.1951 },
  ]
  expect(spots.map(onGrid)).toEqual(spots.map(() => ({ lat: 25.5, lon: 120.2 })))
  expect(spots.map(placeId)).toEqual(['25.50,120.20', '25.50,120.20'])
})

it('has no negative zero', () => {
  expect(placeId({ lat: -0.001, lon: -0.004 })).toBe('0.00,0.00')
  expect(Object.is(onGrid({ lat: -0.001, lon: 0 }).lat, 0)).toBe(true)
})
