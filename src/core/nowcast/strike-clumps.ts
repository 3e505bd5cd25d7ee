import { heldOrMade } from '../util/held-or-made.ts'
import type { Clump } from './motion-field.ts'
import { type StrikeBins, squareOf } from './strike-bins.ts'

/** What is recent, and what it is compared with, in minutes before the moment. */
const RECENT_MIN = 10
const OLDER_MIN = 30
/** Squares twice as wide as those in which strikes are kept: a motion needs no more. */
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
 * The strikes of the last ten minutes, and those of the twenty before, each by squares and periods of five minutes. Yields
 * how many squares of a minute it has taken in.
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
