import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stormAt } from '../../testing/fakes/fake-storm.ts'
import { destination, distanceKm } from '../geo/geo.ts'
import { shapeOf } from '../places/place-shape.ts'
import { nextStorm } from './arriving-storm.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const HERE = { lat: 31, lon: 121 }
const SHAPE = shapeOf({ type: 'Point', coordinates: [HERE.lon, HERE.lat] })
const RING_KM = 16
/** A circle of 5 km at this distance to the west, moving east. */
const westOf = (km: number, over: object = {}) =>
  stormAt(destination(HERE, 270, km), {
    id: 2,
    majorKm: 5,
    minorKm: 5,
    motion: { kind: 'moving', headingDeg: 90, speedKmh: 60, errorKmh: 5, ...over },
  })
const next = (...storms: Parameters<typeof nextStorm>[0]) =>
  nextStorm(storms, SHAPE, RING_KM, { inProgress: 1, nowMs: NOW })

it('arrives when its outline reaches the ring', () => {
  // 51 km away, less 16 km of the ring and 5 km of the storm: 30 km at 60 km/h.
  const found = next(westOf(51))
  expect(found?.stormId).toBe(2)
  expect((found!.atMs - NOW) / 60_000).toBeCloseTo(30, 0)
})

it('is the first of several', () => {
  expect(next({ ...westOf(51), id: 3 }, westOf(41), { ...westOf(60), id: 4 })?.stormId).toBe(2)
})

it.each([
  ['the storm in progress', { ...westOf(51), id: 1 }],
  ['one that is over the ring already', westOf(15)],
  ['one that moves away', westOf(51, { headingDeg: 270 })],
  ['one that passes beside it', westOf(51, { headingDeg: 30 })],
  ['one that comes in more than an hour', westOf(90)],
  ['one of which the motion is not known', { ...westOf(51), motion: { kind: 'unknown' as const } }],
  ['one whose course is hardly known', westOf(51, { errorKmh: 50 })],
])('is not %s', (_, storm) => {
  expect(next(storm)).toBeNull()
})

it('touches the ring at its arrival time, from any direction', () => {
  const degrees = fc.integer({ min: 0, max: 359 })
  const cases = fc.tuple(degrees, fc.integer({ min: -20, max: 20 }), fc.integer({ min: 25, max: 60 }))
  fc.assert(
    fc.property(cases, ([bearing, aside, km]) => {
      const storm = {
        ...westOf(0, { headingDeg: (bearing + 180 + aside + 360) % 360 }),
        ...destination(HERE, bearing, km),
      }
      const found = next(storm)
      if (!found) return
      const gone = ((found.atMs - NOW) / 3_600_000) * 60
      const at = destination(storm, (bearing + 180 + aside + 360) % 360, gone)
      expect(distanceKm(at, HERE)).toBeGreaterThan(RING_KM + 5 - 0.5)
      expect(distanceKm(at, HERE)).toBeLessThan(RING_KM + 5 + 0.5)
    }),
    { numRuns: 100 },
  )
})
