import { KM_PER_DEG_LEAST } from './ellipsoid.ts'
import { distanceFrom, type LatLon } from './geo.ts'

/** The nearest place within this distance of `at`, with its distance; null without one. */
export function nearestWithin<Place extends LatLon>(
  places: readonly Place[],
  at: LatLon,
  withinKm: number,
): { place: Place; km: number } | null {
  let nearest: { place: Place; km: number } | null = null
  const kmTo = distanceFrom(at)
  for (const place of places) {
    if (Math.abs(place.lat - at.lat) * KM_PER_DEG_LEAST > withinKm) continue
    const km = kmTo(place.lat, place.lon)
    if (km < (nearest?.km ?? withinKm)) nearest = { place, km }
  }
  return nearest
}
