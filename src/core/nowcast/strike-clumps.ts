import { heldOrMade } from '../util/held-or-made.ts'
import type { Clump } from './motion-field.ts'
import { type StrikeBins, squareOf } from './strike-bins.ts'

/** Length of the recent period, and of the period it is compared with, in minutes before the moment. */
const RECENT_MIN = 10
const OLDER_MIN = 30
/** Twice as wide as the squares of `StrikeBins`: motion needs no finer resolution. */
const SQUARE_DEG = 0.08
/** Strikes of a square within a period of this length are one clump. */
const PERIOD_MIN = 5
/** Keys of squares are multiplied by more than there are periods. */
const PERIODS = 8

interface Clumps {
  recent: Clump[]
  older: Clump[]
}

/**
 * The strikes of the last ten minutes, and of the twenty minutes before, each by squares and periods of five minutes.
 * Yields the number of squares added per minute.
 */
export function* clumpsInSteps(bins: StrikeBins, nowMs: number): Generator<number, Clumps> {
  const recent = new Map<number, Clump>()
  const older = new Map<number, Clump>()
  yield* bins.visitInSteps(nowMs, OLDER_MIN, (n, lat, lon, ageMin) => {
    const key = squareOf(lat, lon, SQUARE_DEG) * PERIODS + Math.floor(ageMin / PERIOD_MIN)
    const clump = heldOrMade(ageMin < RECENT_MIN ? recent : older, key, () => ({ n: 0, lat, lon, ageMin }))
    clump.n += n
    const share = n / clump.n
    clump.lat += (lat - clump.lat) * share
    clump.lon += (lon - clump.lon) * share
    clump.ageMin += (ageMin - clump.ageMin) * share
  })
  return { recent: [...recent.values()], older: [...older.values()] }
}
