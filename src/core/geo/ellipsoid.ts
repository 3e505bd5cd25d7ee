/** The WGS 84 ellipsoid. Distances on a sphere would be up to 0.6 % off. */
export const EQUATOR_RADIUS_KM = 6378.137
export const FLATTENING = 1 / 298.257223563
export const POLE_RADIUS_KM = EQUATOR_RADIUS_KM * (1 - FLATTENING)
/** Square of the ratio of the radii: tangent of the geocentric latitude divided by that of the geodetic one. */
export const RADII_RATIO_2 = (1 - FLATTENING) ** 2

/** Minimum length of a degree of latitude. */
export const KM_PER_DEG_LEAST = 110.57
/** Maximum length of a degree of latitude or longitude. */
export const KM_PER_DEG_MOST = 111.7

const RAD = Math.PI / 180

/** A point of the surface in kilometres from the centre of the Earth, with local directions. */
export interface SurfacePoint {
  x: number
  y: number
  z: number
  /** Distance from the centre of the Earth, km. */
  radiusKm: number
  sinLat: number
  cosLat: number
  sinLon: number
  cosLon: number
}

const U = 1 - RADII_RATIO_2
const W = 1 - RADII_RATIO_2 ** 2
const CENTRE_1 = (U - W) / 2
const CENTRE_2 = (3 * U * U - 2 * U * W - W * W) / 8
const CENTRE_3 = (5 * U ** 3 - 3 * U * U * W - U * W * W - W ** 3) / 16

/**
 * Length of the vertical from the surface to the axis, km, by the square of the sine of the latitude. A series, several
 * times as fast as square roots and divisions, and exact to rounding.
 */
export function normalKm(sin2: number): number {
  const u = U * sin2
  return EQUATOR_RADIUS_KM * (1 + u * (1 / 2 + u * (3 / 8 + u * (5 / 16 + u * (35 / 128 + u * (63 / 256))))))
}

/** Distance from the centre of the Earth, km, by the square of the sine of the latitude: within a few centimetres. */
export function centreKm(sin2: number): number {
  return EQUATOR_RADIUS_KM * (1 + sin2 * (CENTRE_1 + sin2 * (CENTRE_2 + sin2 * CENTRE_3)))
}

/** Geodetic latitude and longitude, degrees. */
export function surfacePoint(lat: number, lon: number): SurfacePoint {
  const sinLat = Math.sin(lat * RAD)
  const cosLat = Math.cos(lat * RAD)
  const sinLon = Math.sin(lon * RAD)
  const cosLon = Math.cos(lon * RAD)
  const normal = normalKm(sinLat * sinLat)
  const out = normal * cosLat
  const z = normal * RADII_RATIO_2 * sinLat
  const radiusKm = centreKm(sinLat * sinLat)
  return { x: out * cosLon, y: out * sinLon, z, radiusKm, sinLat, cosLat, sinLon, cosLon }
}

let latest = { lat: Number.NaN, lon: Number.NaN, point: surfacePoint(0, 0) }

/**
 * The same; the latest point is cached, because each strike is compared with many places in turn. Not to be modified.
 */
export function sharedSurfacePoint(lat: number, lon: number): SurfacePoint {
  if (lat !== latest.lat || lon !== latest.lon) latest = { lat, lon, point: surfacePoint(lat, lon) }
  return latest.point
}

/**
 * Surface distance of two points from their chord: the angle at the centre of the Earth times the mean of their radii.
 * Within 0.01 % of the geodesic up to some hundred kilometres, within 0.3 % anywhere.
 */
export function surfaceKm(chord2: number, radiusKm: number, otherRadiusKm: number): number {
  const rise = radiusKm - otherRadiusKm
  const angle2 = Math.max(0, chord2 - rise * rise) / (radiusKm * otherRadiusKm)
  return (radiusKm + otherRadiusKm) * arcsine(angle2 / 4)
}

/** Below it five terms of the arcsine series are as exact as `Math.asin`, and several times as fast. */
const SERIES_SINE2_MAX = 1e-3

/** The angle for a squared sine, radians. */
function arcsine(sine2: number): number {
  const sine = Math.sqrt(sine2)
  if (sine2 > SERIES_SINE2_MAX) return Math.asin(Math.min(1, sine))
  return sine * (1 + sine2 * (1 / 6 + sine2 * (3 / 40 + sine2 * (15 / 336 + sine2 * (105 / 3456)))))
}
