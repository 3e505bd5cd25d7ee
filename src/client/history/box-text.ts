import { type Box, wrapLon } from '../../core/geo/geo.ts'

/** A box as a query parameter. Longitudes may exceed ±180°; a box of 360° or more covers all. */
export function boxText({ west, south, east, north }: Box): string {
  const [from, to] = east - west >= 360 ? [-180, 180] : [wrapLon(west), wrapLon(east)]
  return [from, south, to, north].map((deg) => deg.toFixed(5)).join()
}
