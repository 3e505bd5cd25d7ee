import { bearingDeg, distanceFrom, type LatLon } from '../geo/geo.ts'
import { DAY_MS } from '../time/durations.ts'

/** Up to this distance a hotspot and a strike may be at the same place, as well as either of them is located. */
export const CO_LOCATED_KM = 3
/** How far around a hotspot strikes are looked for. */
export const CO_LOCATION_REACH_KM = 10
/** How long before its detection: lightning fires smoulder before a satellite sees them. */
export const CO_LOCATION_BEFORE_MS = DAY_MS

/** The nearest of some places, or null where there is none. */
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
