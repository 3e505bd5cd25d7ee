import {
  KM_PER_DEG_LEAST,
  RADII_RATIO_2,
  type SurfacePoint,
  sharedSurfacePoint,
  surfaceKm,
  surfacePoint,
} from '../geo/ellipsoid.ts'
import {
  type Box,
  distanceFrom,
  distanceKm,
  EARTH_RADIUS_KM,
  KM_PER_DEG,
  type LatLon,
  RAD,
  wrapLon,
} from '../geo/geo.ts'
import { pointsBetween, type Vector } from '../geo/geodesic.ts'
import { type Fault, faultOf } from '../problems/problem.ts'
import type { PlaceGeometry, Position } from './place.ts'

/**
 * Distance from places, on the ellipsoid. Edges of lines and areas are geodesics, as power lines and railways are
 * planned, not straight lines on a longitude/latitude map, from which they differ by metres at a few kilometres between
 * points, and by tens of kilometres at a thousand. Each edge takes the shorter way around the world. The distance
 * inside an area is 0: inside means enclosed by an outer ring, in any orientation, and by none of its holes.
 */
export interface PlaceShape {
  middle: LatLon
  /** Maximum distance of any part from the centre. */
  reachKm: number
  /** Total length of its edges. */
  lengthKm: number
  /** From a point; 0 inside an area, infinite if certainly beyond `withinKm`. */
  kmFrom(at: LatLon, withinKm: number): number
  /** From a point east and north of the centre, km, on the plane of `eastKm`; 0 inside an area. */
  distanceKm(east: number, north: number): number
}

/** Length of edge parts: within a millimetre each is a plane section of the ellipsoid. */
const PART_KM = 50
/** Shapes with longer total edges get longer parts. */
const PARTS_MAX = 4_000
/** Parts of this length are a metre off at most. */
const PART_MAX_KM = 500
const LENGTH_MAX_KM = PARTS_MAX * PART_MAX_KM
/** Beyond it the geodesic between two points is ambiguous. */
const EDGE_MAX_DEG = 178
/** Maximum angle from the centre to an area's edge, so that its inside is unambiguous. */
const AREA_REACH_DEG = 85
/** Beyond this distance the tangent plane is not used: the ends of a part represent the part. */
const PLANE_REACH = 0.5

/** Rounding tolerance: less than a micrometre. */
const NO_WAY_KM = 1e-9

/** Parts per bounding ball. */
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

/** Why a geometry of valid form cannot be measured; null if it can. */
export function geometryFault(geometry: PlaceGeometry): Fault | null {
  let lengthKm = 0
  for (const path of pathsOf(geometry)) {
    for (const [from, to] of edgesOf(path)) {
      const km = distanceKm(latLonOf(from), latLonOf(to))
      if (km > EDGE_MAX_DEG * KM_PER_DEG) return faultOf('geometry-opposite', { from: from.join(), to: to.join() })
      lengthKm += km
    }
  }
  if (lengthKm > LENGTH_MAX_KM) return faultOf('geometry-length', { km: Math.round(lengthKm), most: LENGTH_MAX_KM })
  for (const [outer = []] of polygonsOf(geometry)) {
    if (isWorldWide(outer)) return faultOf('geometry-worldwide')
    const points = outer.flatMap(([lon, lat]) => vectorOf(surfacePoint(lat, lon)))
    if (middleOf(points, 0, outer.length - 1).reach === null)
      return faultOf('geometry-half', { degrees: AREA_REACH_DEG })
  }
  return null
}

/** -180° and 180° are the same meridian; such an edge is valid if the ring encloses a pole by its other edges. */
function isWorldWide(ring: readonly Position[]): boolean {
  const isAround = ([from, to]: readonly [Position, Position]) =>
    Math.abs(to[0] - from[0]) === 360 && from[1] === to[1] && Math.abs(from[1]) < 90
  return edgesOf(ring).some(isAround) && turnsAround(ring) === 0
}

/** Winding number of a ring around the axis of the Earth, eastward. */
function turnsAround(ring: readonly Position[]): number {
  const first = ring[0]
  const last = ring.at(-1)
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return 0
  let sumDeg = 0
  for (let i = 1; i < ring.length; i++) sumDeg += wrapLon(ring[i]![0] - ring[i - 1]![0])
  return Math.round(sumDeg / 360)
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

/**
 * Centre of the box around points in space, as a direction, and the cosine of the largest angle from it; null if that
 * is too large.
 */
function middleOf(points: Points, first: number, end: number): { direction: Vector; reach: number | null } {
  const { x, y, z } = boxMiddle(points, first, end)
  const length = Math.hypot(x, y, z) || 1
  const direction: Vector = [x / length, y / length, z / length]
  let reach = 1
  for (let i = first; i <= end; i++) {
    const point = vectorAt(points, i)
    reach = Math.min(reach, dot(point, direction) / Math.hypot(...point))
  }
  return { direction, reach: reach > Math.cos(AREA_REACH_DEG * RAD) ? reach : null }
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function shapeOf(geometry: PlaceGeometry): PlaceShape {
  return geometry.type === 'Point' ? pointShape(latLonOf(geometry.coordinates)) : partsShape(geometry)
}

function pointShape(middle: LatLon): PlaceShape {
  let own: SurfacePoint | null = null
  return {
    middle,
    reachKm: 0,
    lengthKm: 0,
    kmFrom({ lat, lon }, withinKm) {
      if (isTooFarNorth(lat - middle.lat, withinKm)) return Number.POSITIVE_INFINITY
      own ??= surfacePoint(middle.lat, middle.lon)
      const { x, y, z, radiusKm } = sharedSurfacePoint(lat, lon)
      const chord2 = (x - own.x) ** 2 + (y - own.y) ** 2 + (z - own.z) ** 2
      if (chord2 > withinKm * withinKm) return Number.POSITIVE_INFINITY
      return surfaceKm(chord2, radiusKm, own.radiusKm)
    },
    distanceKm: (east, north) => Math.sqrt(east * east + north * north),
  }
}

function isTooFarNorth(degrees: number, withinKm: number): boolean {
  return Math.abs(degrees) * KM_PER_DEG_LEAST > withinKm
}

/** Points in kilometres from the centre of the Earth: x, y and z of each, interleaved. */
type Points = ArrayLike<number>

/** A bounding ball. */
interface Ball {
  x: number
  y: number
  z: number
  radiusKm: number
}

/** Consecutive parts of a path with a bounding ball. */
interface Group extends Ball {
  first: number
  /** One past the last part. */
  end: number
}

interface Area extends Ball {
  direction: Vector
  outer: readonly Group[]
  holes: readonly (readonly Group[])[]
}

/** Bounding ball and parts, created on demand. */
interface Parts extends Ball {
  points: Points
  groups: readonly Group[]
  areas: readonly Area[]
}

function partsShape(geometry: Exclude<PlaceGeometry, { type: 'Point' }>): PlaceShape {
  const paths = pathsOf(geometry)
  if (paths.every((path) => path.length === 0)) throw new Error(`A place's ${geometry.type} has no coordinates.`)
  const divided = dividedPaths(geometry, PART_KM)
  const middle = middleOfBox(geometry, divided)
  const kmFromMiddle = distanceFrom(middle)
  let reachKm = 0
  for (const path of divided) for (const { lat, lon } of path) reachKm = Math.max(reachKm, kmFromMiddle(lat, lon))
  // Of ten thousand places most are never near a strike: their parts are created on first use.
  let parts: Parts | null = null

  function kmFrom({ lat, lon }: LatLon, withinKm: number): number {
    if (isTooFarNorth(lat - middle.lat, withinKm + reachKm)) return Number.POSITIVE_INFINITY
    parts ??= partsOf(geometry)
    const { x, y, z, radiusKm, points, groups, areas } = parts
    const at = sharedSurfacePoint(lat, lon)
    const dx = at.x - x
    const dy = at.y - y
    const dz = at.z - z
    if (dx * dx + dy * dy + dz * dz > (withinKm + radiusKm) * (withinKm + radiusKm)) return Number.POSITIVE_INFINITY
    for (const area of areas) if (isIn(points, area, at)) return 0
    return nearestKm(points, groups, at, withinKm)
  }

  return {
    middle,
    reachKm,
    kmFrom,
    get lengthKm() {
      return lengthOf(paths)
    },
    distanceKm(east, north) {
      const lat = Math.max(-90, Math.min(90, middle.lat + north / KM_PER_DEG))
      const cos = Math.max(1e-6, Math.cos(((lat + middle.lat) / 2) * RAD))
      return kmFrom({ lat, lon: wrapLon(middle.lon + east / (KM_PER_DEG * cos)) }, Number.POSITIVE_INFINITY)
    },
  }
}

function partsOf(geometry: PlaceGeometry): Parts {
  const paths = pathsOf(geometry)
  const { points, spans } = dividedPoints(paths, Math.max(PART_KM, lengthOf(paths) / PARTS_MAX))
  const groupsOfPaths = spans.map(({ first, end }) => groupsOf(points, first, end))
  let path = 0
  const areas = polygonsOf(geometry).map((rings): Area => {
    const { first, end } = spans[path]!
    const [outer = [], ...holes] = rings.map(() => groupsOfPaths[path++]!)
    return { ...ballAround(points, first, end), direction: middleOf(points, first, end).direction, outer, holes }
  })
  return { ...ballAround(points, 0, points.length / 3 - 1), points, groups: groupsOfPaths.flat(), areas }
}

function lengthOf(paths: readonly (readonly Position[])[]): number {
  let lengthKm = 0
  for (const path of paths) {
    for (let i = 1; i < path.length; i++) lengthKm += distanceKm(latLonOf(path[i - 1]!), latLonOf(path[i]!))
  }
  return lengthKm
}

/**
 * Points of each path, with intermediate points for parts of that length; a single point gives a part of zero length.
 */
function dividedPoints(
  paths: readonly (readonly Position[])[],
  partKm: number,
): { points: Float64Array; spans: { first: number; end: number }[] } {
  const points: number[] = []
  const spans = paths.map((path) => {
    const first = points.length / 3
    for (let i = 0; i < Math.max(2, path.length) && path.length > 0; i++) {
      const position = path[i] ?? path[0]!
      const before = path[i - 1]
      if (before && i < path.length) {
        for (const [x, y, z] of pointsBetween(latLonOf(before), latLonOf(position), partKm)) points.push(x, y, z)
      }
      const { x, y, z } = surfacePoint(position[1], position[0])
      points.push(x, y, z)
    }
    return { first, end: points.length / 3 - 1 }
  })
  return { points: Float64Array.from(points), spans }
}

/** Parts between the points `first` and `end` of a path, in groups. */
function groupsOf(points: Points, first: number, end: number): Group[] {
  const groups: Group[] = []
  for (let start = first; start < end; start += GROUP_PARTS) {
    const last = Math.min(end, start + GROUP_PARTS)
    groups.push({ first: start, end: last, ...ballAround(points, start, last) })
  }
  return groups
}

/** A bounding ball of the points from `first` to `end`. */
function ballAround(points: Points, first: number, end: number): Ball {
  const { x, y, z } = boxMiddle(points, first, end)
  let radius2 = 0
  for (let i = first * 3; i <= end * 3; i += 3) {
    radius2 = Math.max(radius2, (points[i]! - x) ** 2 + (points[i + 1]! - y) ** 2 + (points[i + 2]! - z) ** 2)
  }
  return { x, y, z, radiusKm: Math.sqrt(radius2) }
}

function boxMiddle(points: Points, first: number, end: number): { x: number; y: number; z: number } {
  const middle = (axis: number) => {
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let i = first * 3 + axis; i <= end * 3 + axis; i += 3) {
      least = Math.min(least, points[i]!)
      most = Math.max(most, points[i]!)
    }
    return (least + most) / 2
  }
  return { x: middle(0), y: middle(1), z: middle(2) }
}

function vectorAt(points: Points, i: number): Vector {
  return [points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!]
}

/**
 * Whether a point is inside an area. The bounding ball of its outer ring holds it completely, as it is smaller than
 * half of the Earth.
 */
function isIn(points: Points, area: Area, at: SurfacePoint): boolean {
  const away2 = (at.x - area.x) ** 2 + (at.y - area.y) ** 2 + (at.z - area.z) ** 2
  if (away2 > area.radiusKm ** 2) return false
  const [x, y, z] = area.direction
  if (x * at.x + y * at.y + z * at.z <= 0 || turns(points, area.outer, at) === 0) return false
  return area.holes.every((hole) => turns(points, hole, at) === 0)
}

/**
 * Winding number of a ring around the vertical of a point. The vertical leaves the Earth nearly opposite the point,
 * which is outside an area on the point's half of the Earth.
 */
function turns(points: Points, groups: readonly Group[], at: SurfacePoint): number {
  const { x, y, z, sinLat, cosLat, sinLon, cosLon } = at
  let count = 0
  for (const group of groups) {
    const { first, end } = group
    if (Math.abs((group.y - y) * cosLon - (group.x - x) * sinLon) > group.radiusKm) continue
    let before = 0
    let beforeEast = 0
    for (let i = first; i <= end; i++) {
      const px = points[i * 3]! - x
      const py = points[i * 3 + 1]! - y
      const pz = points[i * 3 + 2]! - z
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
 * Distance of the nearest part; infinite if none is within `withinKm`. In gnomonic projection from the centre of the
 * Earth onto the tangent plane, plane sections are straight and the order of distances is preserved.
 */
function nearestKm(points: Points, groups: readonly Group[], at: SurfacePoint, withinKm: number): number {
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

/** Called tens of thousands of times a second: two dozen multiplications and one division per part. */
function groupKm(points: Points, { first, end }: Group, at: SurfacePoint): number {
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
    const shrink = 1 / scale
    const toEast = (dy * cosLon - dx * sinLon) * shrink
    const toNorth = (dz * cosLat - out * sinLat) * shrink
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

function endKm(points: Points, i: number, at: SurfacePoint): number {
  const [x, y, z] = vectorAt(points, i)
  return surfaceKm((x - at.x) ** 2 + (y - at.y) ** 2 + (z - at.z) ** 2, Math.hypot(x, y, z), at.radiusKm)
}

/** Centre of the box of a geometry; the pole if a ring encloses one. */
function middleOfBox(geometry: PlaceGeometry, divided: readonly (readonly LatLon[])[]): LatLon {
  const pole = poleWithin(pathsOf(geometry))
  if (pole !== null) return { lat: pole, lon: 0 }
  const { west, south, east, north } = boxOfPaths(divided)
  const width = east >= west ? east - west : east + 360 - west
  return { lat: (south + north) / 2, lon: wrapLon(west + width / 2) }
}

/** Latitude of an enclosed pole; null without one. */
function poleWithin(paths: readonly (readonly Position[])[]): 90 | -90 | null {
  const ring = paths.find((path) => turnsAround(path) !== 0)
  if (!ring) return null
  return ring.reduce((sum, [, lat]) => sum + lat, 0) > 0 ? 90 : -90
}

/** The lines of a geometry with intermediate points, so that straight segments approximate its edges. */
export function dividedPaths(geometry: PlaceGeometry, stepKm: number): LatLon[][] {
  return pathsOf(geometry).map((path) => {
    const divided: LatLon[] = []
    for (const position of path) {
      const at = latLonOf(position)
      const before = divided.at(-1)
      if (before) for (const point of pointsBetween(before, at, stepKm)) divided.push(latLonOfVector(point))
      divided.push(at)
    }
    return divided
  })
}

/** The same geometry for maps that draw straight edges, continued beyond the antimeridian. */
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

export function boxOf(geometry: PlaceGeometry): Box {
  const box = boxOfPaths(dividedPaths(geometry, PART_KM))
  const pole = poleWithin(pathsOf(geometry))
  return pole === null ? box : { ...box, west: -180, east: 180, ...(pole === 90 ? { north: 90 } : { south: -90 }) }
}

function boxOfPaths(paths: readonly (readonly LatLon[])[]): Box {
  const first = paths[0]?.[0]?.lon ?? 0
  const box = { west: 0, east: 0, south: 90, north: -90 }
  for (const path of paths) {
    let east: number | null = null
    for (const { lat, lon } of path) {
      // A path continues beyond the antimeridian; another path starts on the shorter way around the world from the
      // first.
      east = east === null ? wrapLon(lon - first) : east + wrapLon(lon - first - east)
      box.west = Math.min(box.west, east)
      box.east = Math.max(box.east, east)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  }
  if (box.east - box.west >= 360) return { ...box, west: -180, east: 180 }
  return { ...box, west: wrapLon(first + box.west), east: wrapLon(first + box.east) }
}
