import { describe, expect, it } from 'vitest'
import { compassPoint } from './compass.ts'
import { bearingDeg, destination, distanceKm, mercatorX, mercatorY, viewBox, wrapLon } from './geo.ts'

const PUDONG = { lat: 31.1434, lon: 121.8052 }
const CAPITAL = { lat: 40.0801, lon: 116.5846 }

it('measures distance and bearing along the great circle', () => {
  expect(distanceKm(PUDONG, CAPITAL)).toBeCloseTo(1098, -1)
  expect(bearingDeg(CAPITAL, PUDONG)).toBeCloseTo(153, 0)
  expect(distanceKm({ lat: 0, lon: 179.9 }, { lat: 0, lon: -179.9 })).toBeCloseTo(22.24, 1)
})

it('arrives where it set out for', () => {
  const arrived = destination(CAPITAL, bearingDeg(CAPITAL, PUDONG), distanceKm(CAPITAL, PUDONG))
  expect(distanceKm(arrived, PUDONG)).toBeLessThan(0.01)
})

it('names the compass points', () => {
  expect([0, 22.5, 180, 359].map((bearing) => compassPoint(bearing))).toEqual(['N', 'NNE', 'S', 'N'])
  expect([0, 22.5, 225, 292.5].map((bearing) => compassPoint(bearing, 'zh'))).toEqual([
    '北',
    '北东北',
    '西南',
    '西西北',
  ])
})

it.each([
  [190, -170],
  [-190, 170],
  [180, -180],
  [540, -180],
])('wraps %i° to %i°', (lon, wrapped) => {
  expect(wrapLon(lon)).toBe(wrapped)
})

describe('the box of a view', () => {
  it('is the whole width of the world when zoomed far out', () => {
    expect(viewBox({ zoom: 0, lat: 0, lon: 0 }, 1000, 512)).toMatchObject({ west: -180, east: 180 })
  })

  it('has the corners that the map projects to its corners', () => {
    const box = viewBox({ zoom: 5, lat: 31, lon: 121 }, 1024, 768)
    const worldPx = 512 * 2 ** 5
    expect((mercatorX(box.east) - mercatorX(box.west)) * worldPx).toBeCloseTo(1024)
    expect((mercatorY(box.south) - mercatorY(box.north)) * worldPx).toBeCloseTo(768)
  })

  it('crosses the antimeridian with its west beyond its east', () => {
    const box = viewBox({ zoom: 4, lat: 0, lon: 179 }, 800, 600)
    expect(box.west).toBeGreaterThan(box.east)
  })
})
