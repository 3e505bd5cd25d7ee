import { EQUATOR_RADIUS_KM, FLATTENING, KM_PER_DEG_MOST, POLE_RADIUS_KM } from './ellipsoid.ts'
import { type LatLon, RAD, wrapLon } from './geo.ts'

/** Vincenty's iteration gains three digits a step, except between nearly antipodal points. */
const STEPS_MAX = 50
const PRECISION_RAD = 1e-12

/** A point in kilometres from the centre of the Earth. */
export type Vector = readonly [x: number, y: number, z: number]

/**
 * Points between `a` and `b` on the geodesic, which divide it into parts of at most `stepKm`; empty if it is not
 * longer. Computed on the auxiliary sphere of Vincenty (Survey Review 23, 1975), within a millimetre unless `a` and `b`
 * are nearly antipodal.
 */
export function pointsBetween(a: LatLon, b: LatLon, stepKm: number): Vector[] {
  const lonDeg = wrapLon(b.lon - a.lon)
  // The way along a meridian and a parallel is longer: most edges are recognised as short without iteration.
  if ((Math.abs(b.lat - a.lat) + Math.abs(lonDeg)) * KM_PER_DEG_MOST <= stepKm) return []
  const u1 = reduced(a.lat)
  const u2 = reduced(b.lat)
  const lonDiff = lonDeg * RAD
  let omega = lonDiff
  let course = courseOf(u1, u2, omega)
  for (let step = 0; step < STEPS_MAX; step++) {
    const next = lonDiff + course.lag(course.sigma)
    const change = Math.abs(next - omega)
    omega = next
    course = courseOf(u1, u2, omega)
    if (change < PRECISION_RAD) break
  }
  const { sigma } = course
  const count = Math.max(1, Math.ceil((sigma * EQUATOR_RADIUS_KM) / stepKm))
  if (Math.sin(sigma) === 0) return []
  const points: Vector[] = []
  for (let i = 1; i < count; i++) {
    const at = (sigma * i) / count
    const share1 = Math.sin(sigma - at) / Math.sin(sigma)
    const share2 = Math.sin(at) / Math.sin(sigma)
    const x = share1 * u1.cos + share2 * u2.cos * Math.cos(omega)
    const y = share2 * u2.cos * Math.sin(omega)
    const u = { sin: share1 * u1.sin + share2 * u2.sin, cos: Math.sqrt(x * x + y * y) }
    points.push(onSurface(u, a.lon * RAD + Math.atan2(y, x) - course.lag(at)))
  }
  return points
}

interface Reduced {
  sin: number
  cos: number
}

/** The reduced latitude (on the auxiliary sphere). */
function reduced(lat: number): Reduced {
  const sin = (1 - FLATTENING) * Math.sin(lat * RAD)
  const cos = Math.cos(lat * RAD)
  const length = Math.sqrt(sin * sin + cos * cos)
  return { sin: sin / length, cos: cos / length }
}

function onSurface({ sin, cos }: Reduced, lonRad: number): Vector {
  const out = EQUATOR_RADIUS_KM * cos
  return [out * Math.cos(lonRad), out * Math.sin(lonRad), POLE_RADIUS_KM * sin]
}

/** The great circle of the auxiliary sphere between two points whose longitudes there differ by `omega`. */
function courseOf(u1: Reduced, u2: Reduced, omega: number) {
  const east = u2.cos * Math.sin(omega)
  const north = u1.cos * u2.sin - u1.sin * u2.cos * Math.cos(omega)
  const sinSigma = Math.sqrt(east * east + north * north)
  const sigma = Math.atan2(sinSigma, u1.sin * u2.sin + u1.cos * u2.cos * Math.cos(omega))
  const sinAlpha = sinSigma === 0 ? 0 : (u1.cos * east) / sinSigma
  const cos2Alpha = 1 - sinAlpha * sinAlpha
  const fromEquator = Math.atan2(u1.sin * sinSigma, u1.cos * north)
  const c = (FLATTENING / 16) * cos2Alpha * (4 + FLATTENING * (4 - 3 * cos2Alpha))
  return {
    sigma,
    /** Difference between spherical and ellipsoidal longitude after an arc. */
    lag(arc: number): number {
      const cos2m = Math.cos(2 * fromEquator + arc)
      const inner = cos2m + c * Math.cos(arc) * (2 * cos2m * cos2m - 1)
      return (1 - c) * FLATTENING * sinAlpha * (arc + c * Math.sin(arc) * inner)
    },
  }
}
