import { KM_PER_DEG_LEAST } from './ellipsoid.ts'
import { distanceFrom, type LatLon } from './geo.ts'

/** The place nearest to `at` that lies within so many km of it, and how far that is; null where none does. */
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
