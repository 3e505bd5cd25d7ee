import { expect, it } from 'vitest'
import { parseCoordinates } from './coordinates.ts'

it.each([
  ['31.2, 121.5', 31.2, 121.5],
  ['31.2 121.5', 31.2, 121.5],
  ['-33.9;-70.5', -33.9, -70.5],
  ['25，119', 25, 119],
  ['−5, 10', -5, 10],
])('reads %s', (text, lat, lon) => {
  expect(parseCoordinates(text)).toEqual({ lat, lon })
})

it.each(['ZSPD', '31.2', '91, 10', '10, 181', 'a, b', '1,2,3', ''])('does not take %j for a place', (text) => {
  expect(parseCoordinates(text)).toBeNull()
})
