import type { NearestStrike } from '../strikes/strike-minutes.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { STORM_SPEED_MAX_KMH } from './storm-cells.ts'

/** Nearest distances are taken per stretch of this length. */
export const APPROACH_BIN_MS = 5 * MINUTE_MS
/** How many stretches are shown. */
export const APPROACH_BINS = 6
/** How many of the newest stretches the speed is computed from: in older ones the course may have been another. */
const FITTED_BINS = 4
const FITTED_MIN = 3
/** Slower changes are no approach: they also come from cells that grow and die at their edges. */
const SPEED_MIN_KMH = 8
/** The smallest share of the distances' scatter that a straight line must explain (r²). */
const FIT_MIN = 0.8

export type Approach =
  /** Too few stretches with strikes to say anything. */
  | { kind: 'few' }
  /** Enough strikes, but the nearest of them neither steadily come nor steadily go. */
  | { kind: 'unsteady' }
  | { kind: 'leaving'; speedKmh: number }
  | { kind: 'closing'; speedKmh: number; timeTo: readonly TimeToRing[] }

/** In what time strikes that go on at this speed reach a ring that they have not reached yet. */
export interface TimeToRing {
  km: number
  inMs: number
}

/**
 * Reads an approach from the nearest strike of each stretch, the newest first; null where a stretch has none. It
 * follows no single storm, so where the distances do not change steadily it says `unsteady` and no more.
 */
export function readApproach(
  bins: readonly (NearestStrike | null)[],
  rings: readonly number[],
  nowMs: number,
): Approach {
  const seen = bins.slice(0, FITTED_BINS).filter((bin) => bin !== null)
  if (!bins[0] || seen.length < FITTED_MIN) return { kind: 'few' }
  const { slope, fit, at } = line(seen.map(({ atMs, km }) => ({ x: (atMs - nowMs) / HOUR_MS, y: km })))
  const speedKmh = Math.abs(slope)
  if (fit < FIT_MIN || speedKmh < SPEED_MIN_KMH || speedKmh > STORM_SPEED_MAX_KMH) return { kind: 'unsteady' }
  if (slope > 0) return { kind: 'leaving', speedKmh }
  const km = Math.min(bins[0].km, Math.max(0, at(0)))
  const timeTo = rings
    .filter((ring) => ring < bins[0]!.km)
    .map((ring) => ({ km: ring, inMs: (Math.max(0, km - ring) / speedKmh) * HOUR_MS }))
    .sort((a, b) => b.km - a.km)
  return { kind: 'closing', speedKmh, timeTo }
}

/** The straight line that fits best, and which share of the scatter it explains. */
function line(points: readonly { x: number; y: number }[]) {
  const n = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n
  let xx = 0
  let xy = 0
  let yy = 0
  for (const { x, y } of points) {
    xx += (x - meanX) ** 2
    xy += (x - meanX) * (y - meanY)
    yy += (y - meanY) ** 2
  }
  const slope = xx === 0 ? 0 : xy / xx
  const fit = xx === 0 || yy === 0 ? 0 : (xy * xy) / (xx * yy)
  return { slope, fit, at: (x: number) => meanY + slope * (x - meanX) }
}
