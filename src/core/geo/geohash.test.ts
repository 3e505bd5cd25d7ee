import { expect, it } from 'vitest'
import { geohashOf } from './geohash.ts'

it.each([
  [57.64911, 10.40744, 'u4pruydqqvj'],
  [-25.382708, -49.265506, '6gkzwgjzn82'],
  [31, 121, 'wtw03'],
])('the geohash of %d, %d is %s', (lat, lon, hash) => {
  expect(geohashOf({ lat, lon }, hash.length)).toBe(hash)
})
