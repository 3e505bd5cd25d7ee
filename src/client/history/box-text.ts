import { type Box, wrapLon } from '../../core/geo/geo.ts'

/** A box as the server is asked for it. Longitudes may count on past ±180°; one of 360° or more is all around. */
export function boxText({ west, south, east, north }: Box): string {
  const [from, to] = east - west >= 360 ? [-180, 180] : [wrapLon(west), wrapLon(east)]
  return [from, south, to, north].map((deg) => deg.toFixed(5)).join()
}
