import { expect, it } from 'vitest'
import { destination, type LatLon } from '../../../core/geo/geo.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { findStorm, nameStorm, parseStormName, stormName } from './storm-choice.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const HOUR_MS = 3_600_000
const SHANGHAI = { lat: 31.1434, lon: 121.8052 }

const storm = (id: number, at: LatLon) => stormAt(at, { id })

it('names a storm by when and where it was, and reads that', () => {
  expect(stormName(SHANGHAI, NOW)).toBe('1782892800,31.14,121.81')
  expect(parseStormName('1782892800,31.14,121.81')).toEqual({ atS: 1_782_892_800, lat: 31.14, lon: 121.81 })
  for (const text of ['', '31.14,121.81', '1782892800,91,0', '1782892800,31.14,121.81,5']) {
    expect(parseStormName(text)).toBeNull()
  }
})

it('finds a selected storm at any later position, even if another is nearer to its former one', () => {
  const name = nameStorm(storm(7, SHANGHAI), NOW)
  const gone = storm(7, destination(SHANGHAI, 90, 200))
  const other = storm(8, SHANGHAI)
  expect(findStorm(name, [other, gone], NOW + HOUR_MS)).toBe(gone)
})

it('finds by a link a storm near its former position, within a radius that grows with time', () => {
  const near = storm(3, destination(SHANGHAI, 90, 20))
  const far = storm(4, destination(SHANGHAI, 90, 70))
  expect(findStorm(stormName(SHANGHAI, NOW), [far, near], NOW)).toBe(near)
  const another = stormName(SHANGHAI, NOW - 1_000)
  expect(findStorm(another, [far], NOW)).toBeNull()
  expect(findStorm(another, [far], NOW + HOUR_MS)).toBe(far)
  expect(findStorm('nonsense', [near], NOW)).toBeNull()
  expect(findStorm(null, [near], NOW)).toBeNull()
})
