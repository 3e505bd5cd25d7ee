import type { LatLon } from './geo.ts'

/**
 * Answers about places are shared by hundredths of a degree: a question off that grid is paid for by one viewer alone.
 */
const DECIMALS = 2

/** The place of the grid that is nearest; never `-0`. */
export function onGrid({ lat, lon }: LatLon): LatLon {
  return { lat: Number(lat.toFixed(DECIMALS)) + 0, lon: Number(lon.toFixed(DECIMALS)) + 0 }
}

/** A place of the grid as it stands in the address, `25.50,120.20`. */
export function placeId(place: LatLon): string {
  const { lat, lon } = onGrid(place)
  return `${lat.toFixed(DECIMALS)},${lon.toFixed(DECIMALS)}`
}
