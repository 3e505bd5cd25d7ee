import { modulo } from '../util/modulo.ts'
import { centreKm, normalKm, RADII_RATIO_2, surfaceKm, surfacePoint } from './ellipsoid.ts'

/** The mean radius of the Earth. */
export const EARTH_RADIUS_KM = 6371.0088
/** A degree of latitude, or of longitude at the equator. */
export const KM_PER_DEG = 111.195
export const RAD = Math.PI / 180

export interface LatLon {
  lat: number
  lon: number
}

/** Surface distance (WGS 84), km: within 0.01 % up to some hundred kilometres, within 0.3 % anywhere. */
export function distanceKm(a: LatLon, b: LatLon): number {
  return distanceFrom(a)(b.lat, b.lon)
}

/** Like `distanceKm`, from a fixed place to many points: terms of the fixed place are computed once. */
export function distanceFrom(from: LatLon): (lat: number, lon: number) => number {
  const fromSin = Math.sin(from.lat * RAD)
  const fromNormal = normalKm(fromSin * fromSin)
  const fromOut = fromNormal * Math.cos(from.lat * RAD)
  const fromZ = fromNormal * RADII_RATIO_2 * fromSin
  const fromCentre = centreKm(fromSin * fromSin)
  const fromLon = from.lon
  return (lat, lon) => {
    const sin = Math.sin(lat * RAD)
    const normal = normalKm(sin * sin)
    const out = normal * Math.cos(lat * RAD)
    const rise = normal * RADII_RATIO_2 * sin - fromZ
    const sinHalf = Math.sin(((lon - fromLon) * RAD) / 2)
    const chord2 = (out - fromOut) * (out - fromOut) + rise * rise + 4 * out * fromOut * sinHalf * sinHalf
    return surfaceKm(chord2, fromCentre, centreKm(sin * sin))
  }
}

/** Initial bearing from `a` to `b`, degrees clockwise from north, 0 to 360. */
export function bearingDeg(a: LatLon, b: LatLon): number {
  const dLon = (b.lon - a.lon) * RAD
  const lat1 = geocentricRad(a.lat)
  const lat2 = geocentricRad(b.lat)
  const y = Math.sin(dLon) * Math.cos(lat2)
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon)
  return (Math.atan2(y, x) / RAD + 360) % 360
}

/** The point at `km`, as measured by `distanceKm`, from `start` along `bearing`. */
export function destination(start: LatLon, bearing: number, km: number): LatLon {
  const lat1 = geocentricRad(start.lat)
  const radius1 = surfacePoint(start.lat, 0).radiusKm
  let radiusKm = radius1
  let end = start
  // The radius at the end point matters too, hence the iteration.
  for (let round = 0; round < 3; round++) {
    const d = km / radiusKm
    const lat2 = Math.asin(Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearing * RAD))
    const east = Math.sin(bearing * RAD) * Math.sin(d) * Math.cos(lat1)
    const lon2 = start.lon * RAD + Math.atan2(east, Math.cos(d) - Math.sin(lat1) * Math.sin(lat2))
    const lat = Math.atan2(Math.sin(lat2), RADII_RATIO_2 * Math.cos(lat2)) / RAD
    end = { lat, lon: wrapLon(lon2 / RAD) }
    radiusKm = (radius1 + surfacePoint(lat, 0).radiusKm) / 2
  }
  return end
}

function geocentricRad(lat: number): number {
  return Math.atan2(RADII_RATIO_2 * Math.sin(lat * RAD), Math.cos(lat * RAD))
}

/** Longitude in [-180, 180). */
export function wrapLon(lon: number): number {
  return modulo(lon + 180, 360) - 180
}

export const MERCATOR_LAT_MAX = 85.051129

/** Web Mercator x, 0 at -180° and 1 at +180°. */
export function mercatorX(lon: number): number {
  return (180 + lon) / 360
}

/** Web Mercator y, 0 in the north; latitudes beyond the projection's edge are clamped. */
export function mercatorY(lat: number): number {
  const clamped = Math.max(-MERCATOR_LAT_MAX, Math.min(MERCATOR_LAT_MAX, lat))
  const sin = Math.sin(clamped * RAD) // cheaper than the tangent of the half, and called for every strike
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

/** A rectangle in degrees; `west` may exceed `east` where it crosses the antimeridian. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The closed ring of a box: longitude and latitude of each corner, counter-clockwise. */
export function ringOfBox({ west, south, east, north }: Box): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

export function isInside({ west, south, east, north }: Box, { lat, lon }: LatLon): boolean {
  if (lat < south || lat > north) return false
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
}

/** The world at zoom 0, CSS pixels. */
export const TILE_PX = 512

/** Area shown by a map of that size (CSS pixels). */
export function viewBox(view: LatLon & { zoom: number }, widthPx: number, heightPx: number): Box {
  const worldPx = TILE_PX * 2 ** view.zoom
  const halfLon = Math.min(180, (widthPx / worldPx) * 180)
  const y = mercatorY(view.lat)
  const halfY = heightPx / worldPx / 2
  return {
    west: halfLon >= 180 ? -180 : wrapLon(view.lon - halfLon),
    east: halfLon >= 180 ? 180 : wrapLon(view.lon + halfLon),
    south: latOfMercatorY(Math.min(1, y + halfY)),
    north: latOfMercatorY(Math.max(0, y - halfY)),
  }
}

/** The latitude at a Web Mercator y. */
export function latOfMercatorY(y: number): number {
  return (Math.atan(Math.exp((1 - 2 * y) * Math.PI)) / RAD - 45) * 2
}
