import { distanceKm, type LatLon } from '../../core/geo/geo.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { modulo } from '../../core/util/modulo.ts'

/** Where a wall looks, and since when (monotonic ms). */
export type Look =
  | { kind: 'home'; sinceMs: number }
  | { kind: 'stop'; stop: number; sinceMs: number }
  /** `seenMs`: when there last was a storm there. */
  | { kind: 'storm'; at: LatLon; perMin: number; sinceMs: number; seenMs: number }

export interface Sights {
  /** How many places the tour has; 0 for no tour. */
  stops: number
  dwellMs: number
  /** The busiest storm; null while it is quiet, or none is to be followed. */
  storm: (LatLon & { perMin: number }) | null
}

/** Nearer than this it is the same storm, which has moved or grown. */
const SAME_STORM_KM = 250
/** So far it may wander before the view is set right. */
const WANDER_KM = 60
/** Another storm must be so much busier, lest two like storms make the view swing. */
const BUSIER = 1.5

/**
 * Where to look at `nowMs`, given where one has looked: a storm before the tour, the tour before home. It changes at
 * most once in `dwellMs`, but for the first storm, which is turned to at once. The same object is "stay".
 */
export function nextTarget(look: Look, nowMs: number, { stops, dwellMs, storm }: Sights): Look {
  const rested = nowMs - look.sinceMs >= dwellMs
  if (look.kind === 'storm') {
    if (storm) {
      const km = distanceKm(look.at, storm)
      const seen: Look = { ...look, seenMs: nowMs, perMin: km < SAME_STORM_KM ? storm.perMin : look.perMin }
      if (!rested || km < WANDER_KM) return seen
      return km < SAME_STORM_KM || storm.perMin >= look.perMin * BUSIER ? lookAt(storm, nowMs) : seen
    }
    // A lull may be short: the view stays for as long as it would at any other place.
    if (nowMs - look.seenMs < dwellMs) return look
    return stops > 0 ? { kind: 'stop', stop: 0, sinceMs: nowMs } : { kind: 'home', sinceMs: nowMs }
  }
  if (storm) return lookAt(storm, nowMs)
  if (look.kind === 'home') return stops > 0 ? { kind: 'stop', stop: 0, sinceMs: nowMs } : look
  if (stops === 0) return { kind: 'home', sinceMs: nowMs }
  return rested ? { kind: 'stop', stop: (look.stop + 1) % stops, sinceMs: nowMs } : look
}

function lookAt({ lat, lon, perMin }: LatLon & { perMin: number }, nowMs: number): Look {
  return { kind: 'storm', at: { lat, lon }, perMin, sinceMs: nowMs, seenMs: nowMs }
}

/** A step a minute along this walk, and no pixel of a bright edge stays where it was for long. */
const SHIFT_EVERY_MS = MINUTE_MS

/** How far everything is moved at that moment, against burn-in: a slow walk within `reachPx` of the middle. */
export function pixelShift(nowMs: number, reachPx: number): { x: number; y: number } {
  const step = Math.floor(nowMs / SHIFT_EVERY_MS)
  // Line by line: across in every direction, and down as slowly as that takes.
  return { x: backAndForth(step, reachPx), y: backAndForth(Math.floor(step / (2 * reachPx + 1)), reachPx) }
}

function backAndForth(step: number, reach: number): number {
  const at = modulo(step, 4 * reach)
  return at <= 2 * reach ? at - reach : 3 * reach - at
}
