import type { Airport } from '../airports/airport.ts'
import { type Box, distanceKm as greatCircleKm, KM_PER_DEG, type LatLon, RAD, wrapLon } from '../geo/geo.ts'

/** Longitude and latitude, as GeoJSON has them. */
type Position = readonly [lon: number, lat: number]

/** The geometries of GeoJSON (RFC 7946) that a place may have. */
export type PlaceGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString'; coordinates: readonly (readonly Position[])[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }

/** What is guarded: an airport, a golf course, a power line. */
export interface Place {
  id: string
  name: string
  /** Null where it has no Chinese name. */
  nameZh: string | null
  geometry: PlaceGeometry
  /** One to four distances from the geometry, from the inside out. */
  ringsKm: readonly number[]
  /** How long the rings have to be without a strike. */
  holdMin: number
  /** What it is listed under; null where it is in no group. */
  group: string | null
  /** IANA; null where nothing says. */
  timeZone: string | null
  /** When it is guarded, by the clocks of its time zone, such as `Mo-Fr 06:00-22:00`; null for always. */
  hours: string | null
  /** When the report of the day before goes out to whom its alarms reach by e-mail, by those clocks, such as `07:00`; absent for never. */
  dailyReport?: string
}

/** The group of all airports of the list. */
const AIRPORTS = 'airports'

export function placeOfAirport(airport: Airport, ringsKm: readonly number[], holdMin: number): Place {
  return {
    id: airport.icao,
    name: airport.nameEn ?? airport.icao,
    nameZh: airport.name,
    geometry: { type: 'Point', coordinates: [airport.lon, airport.lat] },
    ringsKm,
    holdMin,
    group: AIRPORTS,
    timeZone: null,
    hours: null,
  }
}

/** A geometry on a plane around its middle, for distances up to a few hundred kilometres. */
export interface PlaceShape {
  middle: LatLon
  /** Nothing of it is farther from the middle. */
  reachKm: number
  /** From a point so many kilometres east and north of the middle; 0 inside of an area. */
  distanceKm(east: number, north: number): number
}

export function shapeOf(geometry: PlaceGeometry): PlaceShape {
  if (geometry.type === 'Point') {
    const [lon, lat] = geometry.coordinates
    return { middle: { lat, lon }, reachKm: 0, distanceKm: (east, north) => Math.sqrt(east * east + north * north) }
  }
  const paths = pathsOf(geometry)
  const points = paths.flat()
  if (points.length === 0) throw new Error(`A place's ${geometry.type} has no coordinates.`)
  const middle = middleOf(points)
  const cos = Math.cos(middle.lat * RAD)
  const planes = paths.map((path) =>
    path.map(([lon, lat]) => [wrapLon(lon - middle.lon) * KM_PER_DEG * cos, (lat - middle.lat) * KM_PER_DEG] as const),
  )
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
  return {
    middle,
    reachKm: Math.max(...planes.flat().map(([x, y]) => Math.hypot(x, y))),
    distanceKm: (east, north) => {
      // Each ring that goes around the point turns outside into inside, and a hole's ring back again.
      if (isArea && planes.filter((ring) => goesAround(ring, east, north)).length % 2 === 1) return 0
      return Math.min(...planes.map((path) => toPath(path, east, north)))
    },
  }
}

/** How far a point is from a place's edge, km; infinite where that is certainly farther than `withinKm`. */
export function kmFrom({ type }: PlaceGeometry, shape: PlaceShape, at: LatLon, withinKm: number): number {
  const { lat, lon } = shape.middle
  const north = (at.lat - lat) * KM_PER_DEG
  if (Math.abs(north) > withinKm + shape.reachKm + 1) return Number.POSITIVE_INFINITY
  if (type === 'Point') return greatCircleKm(shape.middle, at)
  const east = wrapLon(at.lon - lon) * KM_PER_DEG * Math.cos(((at.lat + lat) / 2) * RAD)
  return shape.distanceKm(east, north)
}

type Path = readonly (readonly [x: number, y: number])[]

function pathsOf(geometry: Exclude<PlaceGeometry, { type: 'Point' }>): readonly (readonly Position[])[] {
  if (geometry.type === 'LineString') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat()
  return geometry.coordinates
}

/** The middle of the box around it, on the shorter way around the world from its first point. */
function middleOf(points: readonly Position[]): LatLon {
  const first = points[0]![0]
  const east = points.map(([lon]) => wrapLon(lon - first))
  const north = points.map(([, lat]) => lat)
  return {
    lat: (Math.min(...north) + Math.max(...north)) / 2,
    lon: wrapLon(first + (Math.min(...east) + Math.max(...east)) / 2),
  }
}

/** The box around a geometry, on the shorter way around the world from its first point. */
export function boxOf(geometry: PlaceGeometry): Box {
  const points = geometry.type === 'Point' ? [geometry.coordinates] : pathsOf(geometry).flat()
  const first = points[0]?.[0] ?? 0
  const east = points.map(([lon]) => wrapLon(lon - first))
  const north = points.map(([, lat]) => lat)
  return {
    west: wrapLon(first + Math.min(...east)),
    east: wrapLon(first + Math.max(...east)),
    south: Math.min(...north),
    north: Math.max(...north),
  }
}

function toPath(path: Path, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < path.length; i++) {
    const [ax, ay] = path[i]!
    const [bx, by] = path[i + 1] ?? path[i]!
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2
    const along = length2 === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2
    const share = Math.max(0, Math.min(1, along))
    nearest = Math.min(nearest, Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)))
  }
  return nearest
}

function goesAround(ring: Path, x: number, y: number): boolean {
  let inside = false
  for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
    const [ax, ay] = ring[i]!
    const [bx, by] = ring[before]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
