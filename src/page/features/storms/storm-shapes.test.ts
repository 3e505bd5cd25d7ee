import { expect, it } from 'vitest'
import type { Motion } from '../../../contract/nowcast.ts'
import { bearingDeg, distanceKm } from '../../../core/geo/geo.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { stormShapes } from './storm-shapes.ts'

const HERE = { lat: 31, lon: 121 }
const MOVING: Motion = { kind: 'moving', headingDeg: 90, speedKmh: 40, errorKmh: 5 }
const shapesOf = (motion: Motion, areOutlined = true) =>
  stormShapes([stormAt(HERE, { motion })], () => ({ number: '4', text: 'a', name: 'b' }), { areOutlined, observed: 1 })
const counts = (shapes: object) => Object.entries(shapes).map(([name, { features }]) => [name, features.length])

it('outlines storms only where outlines are to be seen', () => {
  expect(counts(shapesOf(MOVING))).toEqual([
    ['middles', 1],
    ['outlines', 1],
    ['cones', 1],
    ['ticks', 4],
    ['labels', 1],
  ])
  expect(counts(shapesOf(MOVING, false))).toEqual([
    ['middles', 1],
    ['outlines', 0],
    ['cones', 0],
    ['ticks', 0],
    ['labels', 0],
  ])
})

it('draws a cone as wide as the error, with a tick where the storm may be after each of its minutes', () => {
  const { ticks } = shapesOf(MOVING)
  expect(ticks.features.map(({ properties }) => properties.minutes)).toEqual([15, 15, 30, 30])
  for (const { properties, geometry } of ticks.features) {
    if (geometry.type === 'Point') continue
    const ends = [geometry.coordinates[0]!, geometry.coordinates.at(-1)!].map(([lon, lat]) => ({
      lon: lon!,
      lat: lat!,
    }))
    for (const end of ends) expect(distanceKm(HERE, end)).toBeCloseTo((40 * properties.minutes) / 60, 0)
    const half = (Math.atan2(5, 40) * 180) / Math.PI
    expect(ends.map((end) => Math.round(bearingDeg(HERE, end)))).toEqual([Math.round(90 - half), Math.round(90 + half)])
  }
})

it.each<Motion>([
  { kind: 'moving', headingDeg: 90, speedKmh: 127, errorKmh: 50 },
  { kind: 'slow', belowKmh: 20 },
  { kind: 'unknown' },
])('draws no cone for $kind, with an uncertain direction', (motion) => {
  const { cones, ticks } = shapesOf(motion)
  expect([cones.features, ticks.features]).toEqual([[], []])
})
