import { expect, it } from 'vitest'
import { subsolarPoint } from '../../../core/geo/sun.ts'
import { nightAreas } from './night.ts'

const MOMENTS = ['2026-03-20T14:46:00Z', '2026-06-21T08:25:00Z', '2026-11-21T14:00:00Z', '2026-12-21T00:00:00Z']
const areasAt = (text: string) => nightAreas(subsolarPoint(Date.parse(text)))

it.each(MOMENTS)('stays within the world and closes its rings at %s', (moment) => {
  for (const { geometry } of areasAt(moment).features) {
    const points = geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.coordinates
    for (const [lon, lat] of points) {
      expect(Math.abs(lon!)).toBeLessThanOrEqual(180)
      expect(Math.abs(lat!)).toBeLessThanOrEqual(90)
    }
    if (geometry.type === 'Polygon') expect(points.at(-1)).toEqual(points[0])
  }
})

it('covers the winter pole and leaves the summer pole light', () => {
  const rings = areasAt('2026-12-21T00:00:00Z').features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates[0]!] : [],
  )
  const lats = rings.flat().map(([, lat]) => lat!)
  expect(Math.max(...lats)).toBe(90)
  expect(Math.min(...lats)).toBeGreaterThan(-70)
})

it('draws no line along a pole', () => {
  const lines = areasAt('2026-12-21T00:00:00Z').features.filter(({ geometry }) => geometry.type === 'LineString')
  expect(lines.length).toBeGreaterThan(0)
  for (const { geometry } of lines) {
    for (const [, lat] of geometry.coordinates as number[][]) expect(Math.abs(lat!)).toBeLessThan(90)
  }
})
