import { distanceKm, type LatLon } from '../../core/geo/geo.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { modulo } from '../../core/util/modulo.ts'

/** The view of a wall, and its start (monotonic ms). */
export type Look =
  | { kind: 'home'; sinceMs: number }
  | { kind: 'stop'; stop: number; sinceMs: number }
  /** `seenMs`: when a storm was last there. */
  | { kind: 'storm'; at: LatLon; perMin: number; sinceMs: number; seenMs: number }

export interface Sights {
  /** How many places the tour has; 0 for no tour. */
  stops: number
  dwellMs: number
  /** The busiest storm; null without one, or if storms are not followed. */
  storm: (LatLon & { perMin: number }) | null
}

/** Nearer storms are the same one, moved or grown. */
const SAME_STORM_KM = 250
/** Maximum movement before the view is corrected. */
const WANDER_KM = 60
/** Required ratio of rates, so that two similar storms do not alternate. */
const BUSIER = 1.5

/**
 * The view at `nowMs`, given the present one: a storm takes precedence over the tour, the tour over the default. It
 * changes at most once in `dwellMs`, except for the first storm, which is shown at once. The same object means no
 * change.
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
    // A lull may be short: the view stays for the usual dwell time.
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

/** One step a minute of this walk moves every bright edge away soon. */
const SHIFT_EVERY_MS = MINUTE_MS

/** The displacement against burn-in at a moment: a slow walk within `reachPx` of the centre. */
export function pixelShift(nowMs: number, reachPx: number): { x: number; y: number } {
  const step = Math.floor(nowMs / SHIFT_EVERY_MS)
  // Line by line: across in both directions, and down more slowly.
  return { x: backAndForth(step, reachPx), y: backAndForth(Math.floor(step / (2 * reachPx + 1)), reachPx) }
}

function backAndForth(step: number, reach: number): number {
  const at = modulo(step, 4 * reach)
  return at <= 2 * reach ? at - reach : 3 * reach - at
}
