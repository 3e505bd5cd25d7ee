import type { Hotspot } from '../contract/standard.ts'
import { parseInstantMs } from '../contract/time.ts'
import type { Box } from './geo.ts'
import { type Cell, cellsIn } from './grid.ts'
import { cellHasLand } from './land-mask.ts'

/** Cells that one view asks for at most: China whole. Each costs points, and a wider view shows no single fire anyway. */
export const FIRE_CELLS_MAX = 48

export interface FireCoverage {
  /** Cells of the view with land in them, nearest to its middle first. The sea is not asked for: nothing burns there. */
  wanted: Cell[]
  /** Those of them that are asked for. */
  asked: Cell[]
}

export function fireCoverage(view: Box): FireCoverage {
  const wanted = cellsIn(view).filter(cellHasLand)
  return { wanted, asked: wanted.slice(0, FIRE_CELLS_MAX) }
}

/** A hotspot in our names. */
export interface Fire {
  id: string
  lat: number
  lon: number
  detectedAtMs: number
}

/** The fires of several cells: a hotspot on the edge of two is in both, and counts once. Unreadable times are left out. */
export function firesOf(cells: Iterable<readonly Hotspot[]>): Fire[] {
  const byId = new Map<string, Fire>()
  for (const hotspots of cells) {
    for (const { hotspot_id: id, latitude: lat, longitude: lon, acq_datetime } of hotspots) {
      const detectedAtMs = parseInstantMs(acq_datetime)
      if (detectedAtMs !== null) byId.set(id, { id, lat, lon, detectedAtMs })
    }
  }
  return [...byId.values()]
}
