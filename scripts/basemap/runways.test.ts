import type { LineString, Polygon } from 'geojson'
import { describe, expect, it } from 'vitest'
import { bearingDeg, distanceKm } from '../../src/core/geo/geo.ts'
import { runwayLayers } from './runways.ts'

const fields = ['icao', 'leIdent', 'leLat', 'leLon', 'heIdent', 'heLat', 'heLon', 'lengthM', 'leHeadingDegTrue']
const aerodromes = new Map([['ZSPD', [121.8, 31.15]]])

function runwaysOf(...rows: (string | number | null)[][]) {
  const [lines, labels] = runwayLayers({ fields, rows }, aerodromes)
  return lines!.features.map(({ geometry, properties }, i) => {
    const [[west, south] = [], [east, north] = []] = (geometry as LineString).coordinates
    const from = { lat: south!, lon: west! }
    const to = { lat: north!, lon: east! }
    return {
      ...labels!.features[i]!.properties,
      ...properties,
      from,
      to,
      km: distanceKm(from, to),
      heading: bearingDeg(from, to),
    }
  })
}

describe('a runway', () => {
  it('lies between its ends', () => {
    expect(runwaysOf(['ZSPD', '16L', 31.16, 121.81, '34R', 31.13, 121.83, 3800, 162])).toMatchObject([
      { label: '16L/34R', approximate: 0, from: { lat: 31.16, lon: 121.81 }, to: { lat: 31.13, lon: 121.83 } },
    ])
  })

  it("is drawn by the aerodrome's point, its number and length if its ends are unknown", () => {
    const [runway] = runwaysOf(['ZSPD', '15', null, null, '33', null, null, 3400, null])
    expect(runway).toMatchObject({ label: '15/33 ≈ 3400 m', approximate: 1 })
    expect(runway!.km).toBeCloseTo(3.4, 3)
    expect(runway!.heading).toBeCloseTo(150, 0)
    expect((runway!.from.lat + runway!.to.lat) / 2).toBeCloseTo(31.15, 3)
  })

  it('uses its surveyed direction rather than its number', () => {
    const [runway] = runwaysOf(['ZSPD', '15', null, null, '33', null, null, 3400, 157.5])
    expect(runway!.heading).toBeCloseTo(157.5, 0)
    // A text that reads from the left, turned clockwise.
    expect(runway).toMatchObject({ turn: 67 })
  })

  it('is beside another of the same number', () => {
    const [left, right] = runwaysOf(
      ['ZSPD', '15L', null, null, '33R', null, null, 3400, null],
      ['ZSPD', '15R', null, null, '33L', null, null, 3400, null],
    )
    expect(distanceKm(left!.from, right!.from)).toBeCloseTo(0.4, 2)
  })

  it('has ground around it and adjacent ones, 300 m to each side and beyond the ends', () => {
    const rows = [0, 0.02].map((lat) => ['ZSPD', '09', lat, 10, '27', lat, 10.03, 3300, 90])
    const [, , ground] = runwayLayers({ fields, rows }, aerodromes)
    expect(ground!.features).toHaveLength(1)
    const corners = (ground!.features[0]!.geometry as Polygon).coordinates[0]!
    const [lons, lats] = [0, 1].map((i) => corners.map((corner) => corner[i]!)) as [number[], number[]]
    expect(distanceKm({ lat: Math.min(...lats), lon: 10 }, { lat: 0, lon: 10 })).toBeCloseTo(0.3, 3)
    expect(distanceKm({ lat: Math.max(...lats), lon: 10 }, { lat: 0.02, lon: 10 })).toBeCloseTo(0.3, 3)
    expect(distanceKm({ lat: 0, lon: Math.min(...lons) }, { lat: 0, lon: 10 })).toBeCloseTo(0.3, 3)
  })

  it.each([
    ['length', ['ZSPD', '15', null, null, '33', null, null, null, null]],
    ['direction', ['ZSPD', 'H1', null, null, 'H2', null, null, 30, null]],
    ['aerodrome', ['ZXXX', '15', null, null, '33', null, null, 3400, null]],
  ])('is omitted if its %s is unknown', (_, row) => {
    expect(runwaysOf(row)).toEqual([])
  })
})
