import type { LatLon } from './geo.ts'

/** Responses about places are cached by hundredths of a degree: off this grid each viewer would pay for its own. */
const DECIMALS = 2

/** The nearest grid point; never `-0`. */
export function onGrid({ lat, lon }: LatLon): LatLon {
  return { lat: Number(lat.toFixed(DECIMALS)) + 0, lon: Number(lon.toFixed(DECIMALS)) + 0 }
}

/** A grid point in the URL, `25.50,120.20`. */
export function placeId(place: LatLon): string {
  const { lat, lon } = onGrid(place)
  return `${lat.toFixed(DECIMALS)},${lon.toFixed(DECIMALS)}`
}
