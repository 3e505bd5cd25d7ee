import type { Hotspot } from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Box } from '../geo/geo.ts'
import { type Cell, cellsIn, isOfCell } from '../geo/grid.ts'
import { cellHasLand } from '../geo/land-mask.ts'

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

/**
 * The fires of an answer, the oldest first; one that is in it twice counts once. Two at different places are two, whatever the
 * list calls them: some give many rows one id, or none. Fires without a readable time are left out.
 */
export function readFires(hotspots: readonly Hotspot[]): Fire[] {
  const byId = new Map<string, Fire>()
  // A satellite sees many fires at the same moment, so each different time is read only once.
  const instants = new Map<string, number | null>()
  for (const { hotspot_id: id, latitude: lat, longitude: lon, acq_datetime } of hotspots) {
    let detectedAtMs = instants.get(acq_datetime)
    if (detectedAtMs === undefined) {
      detectedAtMs = parseInstantMs(acq_datetime)
      instants.set(acq_datetime, detectedAtMs)
    }
    if (detectedAtMs === null) continue
    const known = byId.get(id)
    const isAnother = known !== undefined && (known.lat !== lat || known.lon !== lon)
    const own = isAnother || id.trim() === '' ? `${id.trim()} ${lat},${lon}`.trim() : id
    byId.set(own, { id: own, lat, lon, detectedAtMs })
  }
  return [...byId.values()].sort((a, b) => a.detectedAtMs - b.detectedAtMs)
}

/** The fires of a cell's answer that are its own: one on the edge of two cells is in both answers, and counts once. */
export function firesOfCell(cell: Cell, hotspots: readonly Hotspot[]): Fire[] {
  return readFires(hotspots.filter(({ latitude, longitude }) => isOfCell(cell, latitude, longitude)))
}
