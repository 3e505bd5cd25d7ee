import { bearingDeg, destination, type LatLon } from '../geo/geo.ts'
import type { PlaceGeometry } from './place.ts'
import { dividedPaths, type PlaceShape } from './place-shape.ts'

/** Step of an arc, degrees. */
const ARC_DEG = 6
/** Step beside an edge, as a share of the ring's radius; longer if there would be more points than the limit. */
const STEP_SHARE = 0.35
const STEPS_MAX = 4_000
/** Tolerance by which a point of the outline may be nearer than the radius. */
const TOLERANCE = 0.005
/** Bisection steps for the ends of a part of the outline. */
const HALVINGS = 8

/** Lines at a distance, km, from the edge of a place, as measured by `PlaceShape.kmFrom`. */
export function ringOutline(geometry: PlaceGeometry, shape: PlaceShape, km: number): LatLon[][] {
  if (geometry.type === 'Point') return [arc(shape.middle, 0, 360, km)]
  const isOnRing = (at: LatLon) => shape.kmFrom(at, km) >= km * (1 - TOLERANCE)
  const coarse = dividedPaths(geometry, Number.POSITIVE_INFINITY)
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
  const stepKm = Math.max(km * STEP_SHARE, shape.lengthKm / STEPS_MAX)
  const paths = dividedPaths(geometry, stepKm).map(withoutRepeats)
  const loops = paths.flatMap((path, i) => {
    if (path.length < 2) return [arc(coarse[i]![0]!, 0, 360, km)]
    return isArea ? [beside(path, km, true), beside([...path].reverse(), km, true)] : [around(path, km)]
  })
  return loops.flatMap((loop) => partsThat(isOnRing, loop))
}

function withoutRepeats(path: readonly LatLon[]): LatLon[] {
  return path.filter(({ lat, lon }, i) => i === 0 || lat !== path[i - 1]!.lat || lon !== path[i - 1]!.lon)
}

/** Points around a centre, clockwise from a bearing over an angle of `degrees`. */
function arc(middle: LatLon, from: number, degrees: number, km: number): LatLon[] {
  const count = Math.max(1, Math.ceil(Math.abs(degrees) / ARC_DEG))
  return Array.from({ length: count + 1 }, (_, i) => destination(middle, from + (degrees * i) / count, km))
}

/** Both sides of a line, and around its ends. */
function around(path: readonly LatLon[], km: number): LatLon[] {
  const back = [...path].reverse()
  const loop = [...beside(path, km, false), ...beside(back, km, false)]
  return [...loop, loop[0]!]
}

/** The right side of a path, around its corners, and around its end unless it is closed. */
function beside(path: readonly LatLon[], km: number, isClosed: boolean): LatLon[] {
  const bearings = path.slice(1).map((to, i) => bearingDeg(path[i]!, to))
  return bearings.flatMap((bearing, i) => {
    const from = path[i]!
    const to = path[i + 1]!
    // The bearing changes along an edge.
    const arriving = bearingDeg(to, from) + 180
    const side = [destination(from, bearing + 90, km), destination(to, arriving + 90, km)]
    const next = bearings[i + 1] ?? (isClosed ? bearings[0]! : arriving + 180)
    const turn = i === bearings.length - 1 && !isClosed ? -180 : ((next - arriving + 540) % 360) - 180
    return turn < 0 ? [...side, ...arc(to, arriving + 90, turn, km).slice(1)] : side
  })
}

/** The parts of a line whose points are all wanted, extended to the exact boundary. */
function partsThat(isWanted: (at: LatLon) => boolean, line: readonly LatLon[]): LatLon[][] {
  const parts: LatLon[][] = []
  let part: LatLon[] | null = null
  let before: LatLon | null = null
  for (const at of line) {
    const isIn = isWanted(at)
    if (isIn && !part) {
      part = before ? [edgeBetween(at, before, isWanted)] : []
      parts.push(part)
    }
    if (isIn) part!.push(at)
    else if (part) {
      part.push(edgeBetween(part.at(-1)!, at, isWanted))
      part = null
    }
    before = at
  }
  return parts.filter(({ length }) => length > 1)
}

/** The last wanted point between a wanted and an unwanted one, by bisection. */
function edgeBetween(wanted: LatLon, other: LatLon, isWanted: (at: LatLon) => boolean): LatLon {
  const east = ((other.lon - wanted.lon + 540) % 360) - 180
  const at = (share: number) => ({
    lat: wanted.lat + share * (other.lat - wanted.lat),
    lon: wanted.lon + share * east,
  })
  let low = 0
  for (let i = 1; i <= HALVINGS; i++) if (isWanted(at(low + 0.5 ** i))) low += 0.5 ** i
  return at(low)
}
