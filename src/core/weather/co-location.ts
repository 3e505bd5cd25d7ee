import { bearingDeg, distanceFrom, type LatLon } from '../geo/geo.ts'
import { DAY_MS } from '../time/durations.ts'

/** Up to this distance a hotspot and a strike may coincide, given the location accuracy of both. */
export const CO_LOCATED_KM = 3
/** Search radius for strikes around a hotspot. */
export const CO_LOCATION_REACH_KM = 10
/** Search period before the detection: lightning fires smoulder before a satellite detects them. */
export const CO_LOCATION_BEFORE_MS = DAY_MS

/** The nearest place, or null without any. */
export function nearestPlace<Place extends LatLon>(
  from: LatLon,
  places: Iterable<Place>,
): { place: Place; km: number; bearingDeg: number } | null {
  let nearest: { place: Place; km: number } | null = null
  const kmTo = distanceFrom(from)
  for (const place of places) {
    const km = kmTo(place.lat, place.lon)
    if (!nearest || km < nearest.km) nearest = { place, km }
  }
  return nearest && { ...nearest, bearingDeg: bearingDeg(from, nearest.place) }
}
