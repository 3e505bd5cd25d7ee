import type { Airport } from '../../../../core/airports/airport.ts'
import { type LatLon, wrapLon } from '../../../../core/geo/geo.ts'
import type { PickPoint } from '../../../map/picking/map-pick.ts'

/** How far from its middle an airport is still meant; a finger is wider than a pointer. */
export const REACH_PX = { fine: 12, coarse: 20 }
/** Farther marks are out of reach, even on a globe, whose far side is projected as well. */
const NEAR_DEG = 12
const LISTED_MAX = 4

/** The airports within reach of a spot, the nearest first. */
export function airportsAt(
  airports: readonly Airport[],
  at: PickPoint,
  project: (place: LatLon) => { x: number; y: number },
  reachPx: number,
): Airport[] {
  return airports
    .filter(({ lat, lon }) => Math.abs(lat - at.lat) < NEAR_DEG && Math.abs(wrapLon(lon - at.lon)) < NEAR_DEG)
    .map((airport) => {
      const { x, y } = project(airport)
      return { airport, px: Math.hypot(x - at.x, y - at.y) }
    })
    .filter(({ px }) => px <= reachPx)
    .sort((a, b) => a.px - b.px)
    .slice(0, LISTED_MAX)
    .map(({ airport }) => airport)
}
