import { destination } from '../../../core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { LiveCell } from '../storms/storms-cell.ts'
import { CROSSING_STROKES_PER_SECOND } from './scenarios.ts'

/**
 * The storm `crossing`: a short, strong line whose centre passes over Shanghai Pudong ten minutes after the start. It
 * starts 15 km to the west-north-west and is 15 km to the east-south-east at +20 min, so that it crosses every ring
 * around the airport within 20 minutes. The next one follows an hour later.
 */
export const CROSSING = {
  icao: 'ZSPD',
  lat: 31.1434,
  lon: 121.8052,
  headingDeg: 105,
  speedKmh: 90,
  passesAfterMs: 10 * MINUTE_MS,
  everyMs: 60 * MINUTE_MS,
  /** Cells across its direction of motion; the middle one passes the airport itself. */
  cells: 7,
  spacingKm: 5,
  sigmaKm: 2.5,
  /** Of all its cells together, at the airport. */
  peakStrokesPerSecond: CROSSING_STROKES_PER_SECOND,
} as const

const POSITIVE_SHARE = 0.11
const MIDDLE = (CROSSING.cells - 1) / 2
const SHARES = shares()

export function crossingCells(ms: number, startedAtMs: number, peakStrokesPerSecond: number): LiveCell[] {
  const { everyMs, headingDeg, speedKmh } = CROSSING
  const sinceFirstPassMs = ms - startedAtMs - CROSSING.passesAfterMs
  const pass = Math.round(sinceFirstPassMs / everyMs)
  const sincePassMs = sinceFirstPassMs - pass * everyMs
  const intensity = Math.cos((Math.PI * sincePassMs) / everyMs) ** 2
  const centre = destination(CROSSING, headingDeg, (speedKmh * sincePassMs) / HOUR_MS)
  return SHARES.map((share, i) => ({
    id: `crossing-${pass}-${i}`,
    ...destination(centre, headingDeg + 90, (i - MIDDLE) * CROSSING.spacingKm),
    sigmaKm: CROSSING.sigmaKm,
    intensity,
    headingDeg,
    speedKmh,
    strokesPerSecond: peakStrokesPerSecond * share * intensity,
    positiveShare: POSITIVE_SHARE,
    sparse: false,
  }))
}

/** Share of each cell in the line's rate: highest in the middle. */
function shares(): number[] {
  const weights = Array.from({ length: CROSSING.cells }, (_, i) => Math.exp(-(((i - MIDDLE) / 2) ** 2) / 2))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
