import type { StrikeCounts } from '../../../contract/strike-history.ts'
import type { Accumulations } from '../../../contract/verification/accumulations.ts'
import { areaKm2 } from '../../../core/accumulations/cell-sums.ts'
import type { Airport } from '../../../core/airports/airport.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import { type Report, reportAge } from '../../../core/metar/report.ts'

/** Beaufort 6, strong breeze: m/s. */
const STRONG_WIND_MPS = 10.8

/** The number of strokes in the cells of a density: the server rounds to four digits, which is exact below 10,000 a cell. */
export function strokesOf({ cells, cellDeg }: Pick<Accumulations, 'cells' | 'cellDeg'>): number {
  return cells.reduce(
    (sum, [south, , perKm2]) => sum + Math.round(perKm2 * areaKm2(south, south + cellDeg, cellDeg)),
    0,
  )
}

/** The middle of the cell with the most; null without any. */
export function densestCell({ cells, cellDeg }: Pick<Accumulations, 'cells' | 'cellDeg'>): LatLon | null {
  const most = cells.reduce<Accumulations['cells'][number] | null>((a, b) => (a && a[2] >= b[2] ? a : b), null)
  return most && { lat: most[0] + cellDeg / 2, lon: most[1] + cellDeg / 2 }
}

/** The latest step with records, Unix ms; null without any. */
export function lastStruck({ fromMs, stepMs, counts }: Pick<StrikeCounts, 'fromMs' | 'stepMs' | 'counts'>) {
  const at = counts.findLastIndex((count) => count > 0)
  return at < 0 ? null : { fromMs: fromMs + at * stepMs, toMs: fromMs + (at + 1) * stepMs }
}

export interface StrongWind {
  airport: Airport
  speedMps: number
  isGust: boolean
}

/** The strongest winds of reports that are not outdated, from Beaufort 6 on, the strongest first. */
export function strongWinds(
  airports: readonly Airport[],
  latest: (icao: string) => Report | undefined,
  nowMs: number,
  most: number,
): StrongWind[] {
  return airports
    .flatMap((airport) => {
      const report = latest(airport.icao)
      if (!report || reportAge(report.obsTimeMs, nowMs) === 'outdated') return []
      const { windSpeedMps, windGustMps } = report
      const speedMps = Math.max(windGustMps ?? 0, windSpeedMps ?? 0)
      return speedMps >= STRONG_WIND_MPS ? [{ airport, speedMps, isGust: windGustMps !== null }] : []
    })
    .toSorted((a, b) => b.speedMps - a.speedMps)
    .slice(0, most)
}
