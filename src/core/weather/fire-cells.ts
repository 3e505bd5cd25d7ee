import type { Hotspot } from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Box } from '../geo/geo.ts'
import { type Cell, cellsIn, isOfCell } from '../geo/grid.ts'
import { cellHasLand } from '../geo/land-mask.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** Maximum cells per view: all of China. Each costs points, and a wider view shows no single fires. */
export const FIRE_CELLS_MAX = 48

export interface FireCoverage {
  /** Cells of the view with land, nearest to its centre first. Sea cells have no fires. */
  wanted: Cell[]
  asked: Cell[]
}

export function fireCoverage(view: Box): FireCoverage {
  const wanted = cellsIn(view).filter(cellHasLand)
  return { wanted, asked: wanted.slice(0, FIRE_CELLS_MAX) }
}

/** A hotspot with our field names. */
export interface Fire {
  id: string
  lat: number
  lon: number
  detectedAtMs: number
}

/**
 * Fires of a response, oldest first, without duplicates. Fires at different positions are distinct, because some lists
 * repeat or omit ids. Fires without a readable time are dropped.
 */
export function readFires(hotspots: readonly Hotspot[]): Fire[] {
  const byId = new Map<string, Fire>()
  // A satellite detects many fires at the same time, so each distinct time is parsed once.
  const instants = new Map<string, number | null>()
  for (const { hotspot_id: id, latitude: lat, longitude: lon, acq_datetime } of hotspots) {
    const detectedAtMs = heldOrMade(instants, acq_datetime, () => parseInstantMs(acq_datetime))
    if (detectedAtMs === null) continue
    const known = byId.get(id)
    const isAnother = known !== undefined && (known.lat !== lat || known.lon !== lon)
    const own = isAnother || id.trim() === '' ? `${id.trim()} ${lat},${lon}`.trim() : id
    byId.set(own, { id: own, lat, lon, detectedAtMs })
  }
  return [...byId.values()].sort((a, b) => a.detectedAtMs - b.detectedAtMs)
}

/** Fires that belong to a cell: one on a shared edge is in two responses, and counts once. */
export function firesOfCell(cell: Cell, hotspots: readonly Hotspot[]): Fire[] {
  return readFires(hotspots.filter(({ latitude, longitude }) => isOfCell(cell, latitude, longitude)))
}
