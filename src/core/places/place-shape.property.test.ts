import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, it } from 'vitest'
import { distanceKm, type LatLon, wrapLon } from '../geo/geo.ts'
import { problemText } from '../problems/problem-text.ts'
import type { PlaceGeometry, Position } from './place.ts'
import { boxOf, geometryFault, shapeOf } from './place-shape.ts'
import { readPlaces } from './read-places.ts'

const EARTH = geodesic.Geodesic.WGS84
const ANYWHERE = Number.POSITIVE_INFINITY
/** A point on an edge is found to the millimetre. */
const LEAST_KM = 1e-5

function trueKm(a: LatLon, b: LatLon): number {
  return EARTH.Inverse(a.lat, a.lon, b.lat, b.lon).s12! / 1_000
}

function trueDestination({ lat, lon }: LatLon, bearing: number, km: number): LatLon {
  const { lat2, lon2 } = EARTH.Direct(lat, lon, bearing, km * 1_000)
  return { lat: lat2!, lon: wrapLon(lon2!) }
}

/** The distance from a geodesic, in increasingly fine steps along it. */
function trueKmFromEdge(from: LatLon, to: LatLon, at: LatLon): number {
  const line = EARTH.InverseLine(from.lat, from.lon, to.lat, to.lon)
  const kmAt = (share: number) => {
    const { lat2, lon2 } = line.Position(line.s13! * share)
    return trueKm({ lat: lat2!, lon: lon2! }, at)
  }
  let low = 0
  let high = 1
  for (let steps = 0; steps < 9; steps++) {
    const shares = Array.from({ length: 21 }, (_, i) => low + ((high - low) * i) / 20)
    const distances = shares.map(kmAt)
    const nearest = distances.indexOf(Math.min(...distances))
    low = shares[Math.max(0, nearest - 1)]!
    high = shares[Math.min(20, nearest + 1)]!
  }
  return kmAt((low + high) / 2)
}

const position = ({ lat, lon }: LatLon): Position => [lon, lat]
const lineOf = (...points: LatLon[]): PlaceGeometry => ({ type: 'LineString', coordinates: points.map(position) })
const kmFrom = (geometry: PlaceGeometry, at: LatLon) => shapeOf(geometry).kmFrom(at, ANYWHERE)

function expectNear(measured: number, truth: number): void {
  expect(Math.abs(measured - truth), `${measured} for ${truth}`).toBeLessThan(Math.max(LEAST_KM, truth * 0.005))
}

const onEarth = fc.record({
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, -89.99, 0, 89.99, 90)),
  lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, -179.99, 0, 179.99, 180)),
})
const bearing = fc.double({ min: 0, max: 360, noNaN: true })
/** As likely metres as hundreds of kilometres. */
const between = (least: number, most: number) =>
  fc.double({ min: Math.log10(least), max: Math.log10(most), noNaN: true }).map((power) => 10 ** power)

describe('against the geodesics of GeographicLib', () => {
  it('measures from points', () => {
    fc.assert(
      fc.property(onEarth, bearing, between(1e-3, 15_000), (place, towards, km) => {
        const at = trueDestination(place, towards, km)
        expectNear(kmFrom({ type: 'Point', coordinates: position(place) }, at), km)
        expectNear(distanceKm(at, place), km)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 700 },
    )
  })

  it('measures from edges of a metre to 4,000 km, beside them, before and behind them', () => {
    fc.assert(
      fc.property(
        onEarth,
        bearing,
        between(1e-3, 4_000),
        fc.double({ min: -0.2, max: 1.2, noNaN: true }),
        fc.boolean(),
        between(1e-3, 300),
        (from, towards, lengthKm, share, isRight, offKm) => {
          const to = trueDestination(from, towards, lengthKm)
          const { lat2, lon2, azi2 } = EARTH.Direct(from.lat, from.lon, towards, lengthKm * 1_000 * share)
          const at = trueDestination({ lat: lat2!, lon: lon2! }, azi2! + (isRight ? 90 : -90), offKm)
          expectNear(kmFrom(lineOf(from, to), at), trueKmFromEdge(from, to, at))
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 250 },
    )
  })

  it('is 0 km from each point of a line, and millimetres from points on its edges', () => {
    fc.assert(
      fc.property(
        fc.array(onEarth, { minLength: 2, maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (points, share) => {
          const line = lineOf(...points)
          fc.pre(geometryFault(line) === null)
          const shape = shapeOf(line)
          for (const point of points) expect(shape.kmFrom(point, 5)).toBe(0)
          const [from, to] = points as [LatLon, LatLon]
          const edge = EARTH.InverseLine(from.lat, from.lon, to.lat, to.lon)
          const { lat2, lon2 } = edge.Position(edge.s13! * share)
          expect(shape.kmFrom({ lat: lat2!, lon: wrapLon(lon2!) }, 5)).toBeLessThan(LEAST_KM)
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 200 },
    )
  })
})

/** A ring around a centre, in either direction and with any number of turns. */
function ringAround(
  middle: LatLon,
  km: number,
  { corners = 7, isLeft = true, rounds = 1, turned = 0 } = {},
): Position[] {
  const points = Array.from({ length: corners * rounds + 1 }, (_, i) => {
    return position(trueDestination(middle, turned + ((isLeft ? -1 : 1) * i * 360) / corners, km))
  })
  points[points.length - 1] = points[0]!
  return points
}

const ringKm = between(0.01, 3_000)
const ringShape = fc.record({
  corners: fc.integer({ min: 4, max: 9 }),
  isLeft: fc.boolean(),
  rounds: fc.integer({ min: 1, max: 3 }),
  turned: bearing,
})

describe('areas anywhere', () => {
  it('are 0 km from points inside, for any direction and number of windings', () => {
    fc.assert(
      fc.property(onEarth, ringKm, ringShape, bearing, (middle, km, ring, towards) => {
        const area: PlaceGeometry = { type: 'Polygon', coordinates: [ringAround(middle, km, ring)] }
        const shape = shapeOf(area)
        expect(geometryFault(area)).toBeNull()
        expect(shape.kmFrom(middle, 5)).toBe(0)
        expect(shape.kmFrom(trueDestination(middle, towards, km * 0.5), 5)).toBe(0)
        const outside = trueDestination(middle, towards, km * 1.3)
        const edges = area.coordinates[0]!.slice(1).map(([lon, lat], i) => {
          const [lonBefore, latBefore] = area.coordinates[0]![i]!
          return trueKmFromEdge({ lat: latBefore, lon: lonBefore }, { lat, lon }, outside)
        })
        expectNear(shape.kmFrom(outside, ANYWHERE), Math.min(...edges))
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 60 },
    )
  })

  it('exclude their holes, and fill those of others', () => {
    fc.assert(
      fc.property(onEarth, between(0.1, 1_000), ringShape, ringShape, (middle, km, ring, other) => {
        const hole = ringAround(middle, km / 2, other)
        const area = [ringAround(middle, km, ring), hole]
        const inHole = trueDestination(middle, 10, km / 100)
        const island = [ringAround(middle, km / 20, ring)]
        expect(kmFrom({ type: 'Polygon', coordinates: area }, inHole)).toBeGreaterThan(km / 4)
        expect(kmFrom({ type: 'MultiPolygon', coordinates: [area, island] }, inHole)).toBe(0)
        expect(kmFrom({ type: 'MultiPolygon', coordinates: [area, [hole]] }, inHole)).toBe(0)
        expect(kmFrom({ type: 'MultiPolygon', coordinates: [area, area] }, inHole)).toBeGreaterThan(km / 4)
        const inRing = trueDestination(middle, 10, km * 0.55)
        expect(kmFrom({ type: 'MultiPolygon', coordinates: [area, area] }, inRing)).toBe(0)
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 60 },
    )
  })

  it('have a box that contains them, and a centre within reach of all of them', () => {
    fc.assert(
      fc.property(onEarth, between(0.1, 2_000), ringShape, (middle, km, ring) => {
        const area: PlaceGeometry = { type: 'Polygon', coordinates: [ringAround(middle, km, ring)] }
        const { west, east, south, north } = boxOf(area)
        const shape = shapeOf(area)
        for (const [lon, lat] of area.coordinates[0]!) {
          expect(lat).toBeGreaterThan(south - 1e-9)
          expect(lat).toBeLessThan(north + 1e-9)
          const isWithin =
            west <= east ? lon >= west - 1e-9 && lon <= east + 1e-9 : lon >= west - 1e-9 || lon <= east + 1e-9
          expect(isWithin || Math.abs(lat) > 89.9999, `${lon} in ${west} to ${east}`).toBe(true)
          expect(distanceKm(shape.middle, { lat, lon })).toBeLessThan(shape.reachKm * 1.0001 + 1e-6)
        }
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 120 },
    )
  })
})

it('is 0 km on each point of long lines and large areas, and in the middle of a ring that is wound twice', () => {
  const read = readPlaces(readFileSync(new URL('./long-lines.geojson', import.meta.url), 'utf8'))
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
  expect(read.value.problems).toEqual([])
  const byId = new Map(read.value.places.map(({ id, geometry }) => [id, geometry]))
  for (const id of ['railway', 'uhv', 'province', 'twice']) {
    const geometry = byId.get(id)!
    const points = (geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates) as Position[]
    for (const [lon, lat] of points) expect(kmFrom(geometry, { lat, lon })).toBe(0)
  }
  expect(kmFrom(byId.get('twice')!, { lat: 31.5, lon: 121.5 })).toBe(0)
  expect(kmFrom(byId.get('province')!, { lat: 25, lon: 113 })).toBe(0)
})

const number = fc.oneof(fc.double(), fc.integer({ min: -200, max: 200 }), fc.constantFrom(-180, 180, 90, -90, 1e300))
const coordinates = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, number, fc.constant(null), fc.array(tie('any'), { maxLength: 5 })),
})).any
const onGrid = fc
  .tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -2, max: 2 }))
  .map(([x, y]) => [x * 45, y * 45])
const ringOnGrid = fc.array(onGrid, { minLength: 3, maxLength: 6 }).map((points) => [...points, points[0]!])
const geometries = fc.oneof(
  fc.record({
    type: fc.constantFrom('Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'),
    coordinates,
  }),
  fc.record({ type: fc.constant('Polygon'), coordinates: fc.array(ringOnGrid, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant('MultiPolygon'),
    coordinates: fc.array(fc.array(ringOnGrid, { maxLength: 2 }), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('LineString'), coordinates: fc.array(onGrid, { maxLength: 6 }) }),
)

it('measures every valid place, and names invalid ones', () => {
  fc.assert(
    fc.property(geometries, onEarth, (geometry, at) => {
      const feature = { type: 'Feature', geometry, properties: { id: 'a', name: 'A' } }
      const read = readPlaces(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
      if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
      const { places, problems } = read.value
      expect(places.length + problems.length).toBe(1)
      for (const problem of problems) expect(problemText(problem)).toContain('feature 1 (a): geometry')
      for (const place of places) {
        const shape = shapeOf(place.geometry!)
        expect(shape.kmFrom(at, ANYWHERE)).toBeGreaterThanOrEqual(0)
        expect(shape.kmFrom(at, ANYWHERE)).toBeLessThan(20_100)
        expect(Number.isFinite(shape.middle.lat + shape.middle.lon + shape.reachKm)).toBe(true)
      }
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 1_000 },
  )
})
