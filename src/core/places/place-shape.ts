import { KM_PER_DEG_LEAST, RADII_RATIO_2, type SurfacePoint, surfaceKm, surfacePoint } from '../geo/ellipsoid.ts'
import { type Box, distanceKm, EARTH_RADIUS_KM, KM_PER_DEG, type LatLon, RAD, wrapLon } from '../geo/geo.ts'
import { pointsBetween, type Vector } from '../geo/geodesic.ts'
import type { PlaceGeometry, Position } from './place.ts'

/**
 * The distance from places, on the ellipsoid. The edges of lines and areas are geodesics: the shortest ways between their
 * points, as a power line or a railway is planned, and not the straight lines of a map in longitude and latitude, from which they
 * differ by metres where points are a few kilometres apart, and by tens of kilometres where they are a thousand. Each edge takes
 * the shorter way around the world. What lies in an area is 0 km from it: it is in an area where an outer ring goes around it,
 * in either direction and as often as it may, and none of the holes of that outer ring does.
 */
export interface PlaceShape {
  /** What is called its middle: that of its box. */
  middle: LatLon
  /** Nothing of it is farther from the middle. */
  reachKm: number
  /** Of all its edges. */
  lengthKm: number
  /** From a point; 0 in an area, infinite where that is certainly farther than `withinKm`. */
  kmFrom(at: LatLon, withinKm: number): number
  /** From a point so many kilometres east and north of the middle, on the plane of `eastKm`; 0 in an area. */
  distanceKm(east: number, north: number): number
}

/** Edges are divided into parts of this length: within a millimetre each of them is a plane section of the ellipsoid. */
const PART_KM = 50
/** Parts of a shape whose edges are longer in all than so many of them are longer. */
const PARTS_MAX = 4_000
/** Parts of this length are a metre off at most. */
const PART_MAX_KM = 500
const LENGTH_MAX_KM = PARTS_MAX * PART_MAX_KM
/** Beyond it the shortest way between two points is not well known, and could as well be another one. */
const EDGE_MAX_DEG = 178
/** An area has to lie within so much of a middle: then it is clear which side of its edge is inside. */
const AREA_REACH_DEG = 85
/** Farther than this the plane around a point shows nothing, and the ends of a part are as near as the part. */
const PLANE_REACH = 0.5

/** What is left of rounding: less than a micrometre. */
const NO_WAY_KM = 1e-9

/** Parts that are looked at together. */
const GROUP_PARTS = 12

export function pathsOf(geometry: PlaceGeometry): readonly (readonly Position[])[] {
  if (geometry.type === 'Point') return [[geometry.coordinates]]
  if (geometry.type === 'LineString') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat()
  return geometry.coordinates
}

function polygonsOf(geometry: PlaceGeometry): readonly (readonly (readonly Position[])[])[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** What keeps a geometry of the right form from being measured, in words; null where nothing does. */
export function geometryFault(geometry: PlaceGeometry): string | null {
  let lengthKm = 0
  for (const path of pathsOf(geometry)) {
    for (const [from, to] of edgesOf(path)) {
      const km = distanceKm(latLonOf(from), latLonOf(to))
      if (km > EDGE_MAX_DEG * KM_PER_DEG)
        return `has an edge between opposite sides of the Earth, from ${from.join()} to ${to.join()}: put points between`
      lengthKm += km
    }
  }
  if (lengthKm > LENGTH_MAX_KM) return `has edges of ${Math.round(lengthKm)} km in all: at most ${LENGTH_MAX_KM} km`
  for (const [outer = []] of polygonsOf(geometry)) {
    if (isWorldWide(outer))
      return 'has a ring with an edge around the whole world, which is of no length: put points between'
    if (middleOf(outer.map(([lon, lat]) => vectorOf(surfacePoint(lat, lon)))).reach === null)
      return `has an area that is no part of half the Earth (within ${AREA_REACH_DEG}° of a middle): divide it`
  }
  return null
}

/** From -180° to 180° is no way at all; where the ring goes around a pole by its other edges that is as it must be. */
function isWorldWide(ring: readonly Position[]): boolean {
  const isAround = ([from, to]: readonly [Position, Position]) =>
    Math.abs(to[0] - from[0]) === 360 && from[1] === to[1] && Math.abs(from[1]) < 90
  return edgesOf(ring).some(isAround) && turnsAround(ring) === 0
}

/** How often a ring goes around the axis of the Earth, eastward. */
function turnsAround(ring: readonly Position[]): number {
  if (String(ring[0]) !== String(ring.at(-1))) return 0
  return Math.round(edgesOf(ring).reduce((sum, [from, to]) => sum + wrapLon(to[0] - from[0]), 0) / 360)
}

function edgesOf(path: readonly Position[]): (readonly [Position, Position])[] {
  return path.slice(1).map((to, i) => [path[i]!, to] as const)
}

function latLonOf([lon, lat]: Position): LatLon {
  return { lat, lon }
}

function vectorOf({ x, y, z }: SurfacePoint): Vector {
  return [x, y, z]
}

/** The middle of the box around points in space, as a direction, and the largest angle from it as a cosine; null where that is too large. */
function middleOf(points: readonly Vector[]): { direction: Vector; reach: number | null } {
  const sums = [0, 1, 2].map((axis) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of points) {
      least = Math.min(least, point[axis]!)
      most = Math.max(most, point[axis]!)
    }
    return (least + most) / 2
  })
  const length = Math.hypot(...sums) || 1
  const direction: Vector = [sums[0]! / length, sums[1]! / length, sums[2]! / length]
  const reach = Math.min(...points.map((point) => dot(point, direction) / Math.hypot(...point)))
  return { direction, reach: reach > Math.cos(AREA_REACH_DEG * RAD) ? reach : null }
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** The shape of a geometry without a fault. */
export function shapeOf(geometry: PlaceGeometry): PlaceShape {
  return geometry.type === 'Point' ? pointShape(latLonOf(geometry.coordinates)) : partsShape(geometry)
}

function pointShape(middle: LatLon): PlaceShape {
  const own = surfacePoint(middle.lat, middle.lon)
  return {
    ...{ middle, reachKm: 0, lengthKm: 0 },
    kmFrom({ lat, lon }, withinKm) {
      if (isTooFarNorth(lat - middle.lat, withinKm)) return Number.POSITIVE_INFINITY
      const { x, y, z, radiusKm } = located(lat, lon)
      return surfaceKm((x - own.x) ** 2 + (y - own.y) ** 2 + (z - own.z) ** 2, radiusKm, own.radiusKm)
    },
    distanceKm: (east, north) => Math.sqrt(east * east + north * north),
  }
}

function isTooFarNorth(degrees: number, withinKm: number): boolean {
  return Math.abs(degrees) * KM_PER_DEG_LEAST > withinKm
}

/** One point is asked about for many places in turn. */
let latest = { lat: Number.NaN, lon: Number.NaN, point: surfacePoint(0, 0) }

function located(lat: number, lon: number): SurfacePoint {
  if (lat !== latest.lat || lon !== latest.lon) latest = { lat, lon, point: surfacePoint(lat, lon) }
  return latest.point
}

/** A ball in space. */
interface Ball {
  x: number
  y: number
  z: number
  radiusKm: number
}

/** Some parts of one path that follow each other, and a ball around them. */
interface Group extends Ball {
  first: number
  /** The part after the last. */
  end: number
}

interface Area extends Ball {
  direction: Vector
  outer: readonly Group[]
  holes: readonly (readonly Group[])[]
}

function partsShape(geometry: Exclude<PlaceGeometry, { type: 'Point' }>): PlaceShape {
  const paths = pathsOf(geometry)
  if (paths.every((path) => path.length === 0)) throw new Error(`A place's ${geometry.type} has no coordinates.`)
  const lengthKm = paths.flatMap(edgesOf).reduce((sum, [from, to]) => sum + distanceKm(latLonOf(from), latLonOf(to)), 0)
  const partKm = Math.max(PART_KM, lengthKm / PARTS_MAX)
  const vectors = paths.map((path) => dividedPath(path, partKm))
  const points = Float64Array.from(vectors.flat(2))
  const groupsOfPaths = groupsOf(vectors)
  const groups = groupsOfPaths.flat()
  const ball = ballAround(vectors.flat())
  const middle = middleOfBox(geometry)
  const own = surfacePoint(middle.lat, middle.lon)
  const reachKm = Math.max(
    ...vectors.flat().map(([x, y, z]) => {
      return surfaceKm((x - own.x) ** 2 + (y - own.y) ** 2 + (z - own.z) ** 2, Math.hypot(x, y, z), own.radiusKm)
    }),
  )
  let path = 0
  const areas = polygonsOf(geometry).map((rings): Area => {
    const [outer = [], ...holes] = rings.map(() => groupsOfPaths[path++]!)
    const ring = vectors[path - rings.length]!
    return { ...ballAround(ring), direction: middleOf(ring).direction, outer, holes }
  })

  function kmFrom({ lat, lon }: LatLon, withinKm: number): number {
    const at = located(lat, lon)
    if (Math.hypot(at.x - ball.x, at.y - ball.y, at.z - ball.z) - ball.radiusKm > withinKm)
      return Number.POSITIVE_INFINITY
    for (const area of areas) if (isIn(points, area, at)) return 0
    return nearestKm(points, groups, at, withinKm)
  }

  return {
    ...{ middle, reachKm, lengthKm, kmFrom },
    distanceKm(east, north) {
      const lat = Math.max(-90, Math.min(90, middle.lat + north / KM_PER_DEG))
      const cos = Math.max(1e-6, Math.cos(((lat + middle.lat) / 2) * RAD))
      return kmFrom({ lat, lon: wrapLon(middle.lon + east / (KM_PER_DEG * cos)) }, Number.POSITIVE_INFINITY)
    },
  }
}

/** The points of a path, and as many between them as make parts of that length; of a single point a part of no length. */
function dividedPath(path: readonly Position[], partKm: number): Vector[] {
  const whole = path.length === 1 ? [path[0]!, path[0]!] : path
  return whole.flatMap((position, i) => {
    const point = vectorOf(surfacePoint(position[1], position[0]))
    const before = whole[i - 1]
    return before ? [...pointsBetween(latLonOf(before), latLonOf(position), partKm), point] : [point]
  })
}

/** The parts of each path by groups, where the points of all paths follow each other. */
function groupsOf(paths: readonly (readonly Vector[])[]): Group[][] {
  let start = 0
  return paths.map((path) => {
    const groups: Group[] = []
    const parts = path.length - 1
    for (let first = 0; first < parts; first += GROUP_PARTS) {
      const end = Math.min(parts, first + GROUP_PARTS)
      groups.push({ first: start + first, end: start + end, ...ballAround(path.slice(first, end + 1)) })
    }
    start += path.length
    return groups
  })
}

function ballAround(points: readonly Vector[]): Ball {
  const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of points) {
      least = Math.min(least, point[axis]!)
      most = Math.max(most, point[axis]!)
    }
    return (least + most) / 2
  })
  let radiusKm = 0
  for (const point of points) radiusKm = Math.max(radiusKm, Math.hypot(point[0] - x, point[1] - y, point[2] - z))
  return { x, y, z, radiusKm }
}

/** Whether a point lies in an area. The ball around its outer ring holds all of it, as it is less than half of the Earth. */
function isIn(points: Float64Array, area: Area, at: SurfacePoint): boolean {
  const away2 = (at.x - area.x) ** 2 + (at.y - area.y) ** 2 + (at.z - area.z) ** 2
  if (away2 > area.radiusKm ** 2) return false
  const [x, y, z] = area.direction
  if (x * at.x + y * at.y + z * at.z <= 0 || turns(points, area.outer, at) === 0) return false
  return area.holes.every((hole) => turns(points, hole, at) === 0)
}

/**
 * How often a ring goes around the vertical of a point. The vertical leaves the Earth nearly opposite the point, which is outside
 * of an area that the point is on the same half of the Earth as.
 */
function turns(points: Float64Array, groups: readonly Group[], at: SurfacePoint): number {
  const { x, y, z, sinLat, cosLat, sinLon, cosLon } = at
  let count = 0
  for (const { first, end, ...ball } of groups) {
    if (Math.abs((ball.y - y) * cosLon - (ball.x - x) * sinLon) > ball.radiusKm) continue
    let before = 0
    let beforeEast = 0
    for (let i = first; i <= end; i++) {
      const [px, py, pz] = [points[i * 3]! - x, points[i * 3 + 1]! - y, points[i * 3 + 2]! - z]
      const east = py * cosLon - px * sinLon
      const north = pz * cosLat - (px * cosLon + py * sinLon) * sinLat
      if (i > first && east > 0 !== beforeEast > 0) {
        const crossing = before + ((north - before) * beforeEast) / (beforeEast - east)
        if (crossing > 0) count += east > 0 ? 1 : -1
      }
      before = north
      beforeEast = east
    }
  }
  return count
}

/**
 * The distance from the nearest part; infinite where none is within `withinKm`. Seen from the middle of the Earth below a point, on
 * the plane that touches the Earth there, plane sections are straight and what is nearer on the Earth is nearer.
 */
function nearestKm(points: Float64Array, groups: readonly Group[], at: SurfacePoint, withinKm: number): number {
  let best = withinKm
  let found = false
  for (const group of groups) {
    const away2 = (group.x - at.x) ** 2 + (group.y - at.y) ** 2 + (group.z - at.z) ** 2
    if (away2 > (best + group.radiusKm) ** 2) continue
    const km = groupKm(points, group, at)
    if (km > best) continue
    best = km
    found = true
  }
  if (best < NO_WAY_KM) return 0
  return found ? best : Number.POSITIVE_INFINITY
}

/** Of tens of thousands of calls a second each part costs two dozen multiplications and one division. */
function groupKm(points: Float64Array, { first, end }: Group, at: SurfacePoint): number {
  const { x, y, z, sinLat, cosLat, sinLon, cosLon } = at
  let best2 = Number.POSITIVE_INFINITY
  let farKm = Number.POSITIVE_INFINITY
  let fromEast = 0
  let fromNorth = 0
  let isFromNear = false
  for (let i = first; i <= end; i++) {
    const dx = points[i * 3]! - x
    const dy = points[i * 3 + 1]! - y
    const dz = points[i * 3 + 2]! - z
    const out = dx * cosLon + dy * sinLon
    const scale = 1 + (out * cosLat + dz * sinLat) / EARTH_RADIUS_KM
    const isNear = scale >= PLANE_REACH
    const toEast = (dy * cosLon - dx * sinLon) / scale
    const toNorth = (dz * cosLat - out * sinLat) / scale
    if (!isNear) farKm = Math.min(farKm, endKm(points, i, at))
    else if (i > first && isFromNear) {
      const east = toEast - fromEast
      const north = toNorth - fromNorth
      const length2 = east * east + north * north
      const along = length2 === 0 ? 0 : -(fromEast * east + fromNorth * north) / length2
      const share = along > 0 ? Math.min(along, 1) : 0
      const offEast = fromEast + share * east
      const offNorth = fromNorth + share * north
      const off2 = offEast * offEast + offNorth * offNorth
      if (off2 < best2) best2 = off2
    }
    fromEast = toEast
    fromNorth = toNorth
    isFromNear = isNear
  }
  return Math.min(
    farKm,
    best2 === Number.POSITIVE_INFINITY ? best2 : EARTH_RADIUS_KM * Math.atan(Math.sqrt(best2) / EARTH_RADIUS_KM),
  )
}

function endKm(points: Float64Array, i: number, at: SurfacePoint): number {
  const [x, y, z] = [points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!]
  return surfaceKm((x - at.x) ** 2 + (y - at.y) ** 2 + (z - at.z) ** 2, Math.hypot(x, y, z), at.radiusKm)
}

/** The middle of the box of a geometry; the pole where a ring of it goes around one. */
function middleOfBox(geometry: PlaceGeometry): LatLon {
  const pole = poleWithin(pathsOf(geometry))
  if (pole !== null) return { lat: pole, lon: 0 }
  const { west, south, east, north } = boxOf(geometry)
  const width = east >= west ? east - west : east + 360 - west
  return { lat: (south + north) / 2, lon: wrapLon(west + width / 2) }
}

/** The latitude of the pole that a ring goes around; null where none does. */
function poleWithin(paths: readonly (readonly Position[])[]): 90 | -90 | null {
  const ring = paths.find((path) => turnsAround(path) !== 0)
  if (!ring) return null
  return ring.reduce((sum, [, lat]) => sum + lat, 0) > 0 ? 90 : -90
}

/** The lines of a geometry, with so many points that its edges are straight from one to the next. */
export function dividedPaths(geometry: PlaceGeometry, stepKm: number): LatLon[][] {
  return pathsOf(geometry).map((path) =>
    path.flatMap((position, i) => {
      const at = latLonOf(position)
      const before = path[i - 1]
      return before ? [...pointsBetween(latLonOf(before), at, stepKm).map(latLonOfVector), at] : [at]
    }),
  )
}

/** The same geometry for maps that draw edges straight, going on beyond the antimeridian. */
export function drawnGeometry(geometry: PlaceGeometry): PlaceGeometry {
  if (geometry.type === 'Point') return geometry
  const paths = dividedPaths(geometry, PART_KM).map((path) => {
    let before = path[0]?.lon ?? 0
    return path.map(({ lat, lon }): Position => {
      before += wrapLon(lon - before)
      return [before, lat]
    })
  })
  if (geometry.type === 'LineString') return { ...geometry, coordinates: paths[0]! }
  if (geometry.type !== 'MultiPolygon') return { ...geometry, coordinates: paths }
  let next = 0
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(() => paths[next++]!)) }
}

function latLonOfVector([x, y, z]: Vector): LatLon {
  return { lat: Math.atan2(z, RADII_RATIO_2 * Math.hypot(x, y)) / RAD, lon: Math.atan2(y, x) / RAD }
}

/** The box around a geometry with its edges. */
export function boxOf(geometry: PlaceGeometry): Box {
  const paths = dividedPaths(geometry, PART_KM)
  const first = paths[0]?.[0]?.lon ?? 0
  const box = { west: 0, east: 0, south: 90, north: -90 }
  for (const path of paths) {
    let east: number | null = null
    for (const { lat, lon } of path) {
      // A way goes on beyond the antimeridian; another path begins on the shorter way around the world from the first.
      east = east === null ? wrapLon(lon - first) : east + wrapLon(lon - first - east)
      box.west = Math.min(box.west, east)
      box.east = Math.max(box.east, east)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  }
  const pole = poleWithin(pathsOf(geometry))
  if (pole !== null) return { ...box, west: -180, east: 180, ...(pole === 90 ? { north: 90 } : { south: -90 }) }
  if (box.east - box.west >= 360) return { ...box, west: -180, east: 180 }
  return { ...box, west: wrapLon(first + box.west), east: wrapLon(first + box.east) }
}
