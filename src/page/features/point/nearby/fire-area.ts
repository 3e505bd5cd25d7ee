import type { Position } from 'geojson'
import { FIRE_BOX_SIDE_DEG_RECOMMENDED } from '../../../../contract/limits.ts'
import { type Box, destination, distanceKm, type LatLon, ringOfBox, wrapLon } from '../../../../core/geo/geo.ts'
import { onGrid } from '../../../../core/geo/place-grid.ts'

export type FireArea = { shape: 'circle'; at: LatLon; radiusKm: number } | { shape: 'box'; box: Box }

const STEP_DEG = 4

/**
 * The box between two opposite corners, on the grid of places; null if it has no area. The upstream recommends sides of
 * at most 5°, and no box crosses the antimeridian: the second corner is moved towards the first one accordingly.
 */
export function boxBetween(first: LatLon, second: LatLon): Box | null {
  const corner = onGrid({
    lat: first.lat + limited(second.lat - first.lat),
    lon: Math.max(-180, Math.min(180, first.lon + limited(wrapLon(second.lon - first.lon)))),
  })
  const start = onGrid(first)
  const box = {
    west: Math.min(start.lon, corner.lon),
    south: Math.min(start.lat, corner.lat),
    east: Math.max(start.lon, corner.lon),
    north: Math.max(start.lat, corner.lat),
  }
  return box.west < box.east && box.south < box.north ? box : null
}

function limited(deg: number): number {
  return Math.max(-FIRE_BOX_SIDE_DEG_RECOMMENDED, Math.min(FIRE_BOX_SIDE_DEG_RECOMMENDED, deg))
}

/** Width at the middle latitude, and height. */
export function boxSizeKm({ west, south, east, north }: Box): { width: number; height: number } {
  const lat = (south + north) / 2
  return {
    width: distanceKm({ lat, lon: west }, { lat, lon: east }),
    height: distanceKm({ lat: south, lon: west }, { lat: north, lon: west }),
  }
}

/** The closed outline of an area; longitudes of a circle are continuous across the antimeridian. */
export function outlineOf(area: FireArea): Position[] {
  if (area.shape === 'circle') {
    const { at, radiusKm } = area
    return Array.from({ length: 360 / STEP_DEG + 1 }, (_, i) => {
      const { lat, lon } = destination(at, i * STEP_DEG, radiusKm)
      return [at.lon + wrapLon(lon - at.lon), lat]
    })
  }
  return ringOfBox(area.box)
}
