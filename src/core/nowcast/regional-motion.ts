import type { StrikeColumns } from '../strikes/strike-columns.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { type Clump, MotionField } from './motion-field.ts'
import { BINS_KEPT_MIN, StrikeBins, squareOf } from './strike-bins.ts'

/** Length of the recent period, and of the period it is compared with, in minutes before the moment. */
const RECENT_MIN = 10

const OLDER_MIN = 30

/** Twice as wide as the squares of `StrikeBins`: motion needs no finer resolution. */
const SQUARE_DEG = 0.08

/** Strikes of a square within a period of this length are one clump. */
const PERIOD_MIN = 5

/** Keys of squares are multiplied by more than there are periods. */
const PERIODS = 8

/** Interval between computations of regional motion. */
const EVERY_MIN = 5
/** After a longer break the known motion is discarded. */
const FORGOTTEN_MIN = 120

/** Work per step, in compared pairs: some milliseconds. A step exceeds it by hardly a thousand. */
export const WORK_AT_ONCE = 30_000
/** If more than this share of the strikes arrived after the computation of the motion, it is recomputed. */
const LATE_SHARE_MAX = 0.02
/** Strikes added per step. */
const STRIKES_AT_ONCE = 20_000

/**
 * Regional motion, from the held strikes; continues from moment to moment, and restarts after a time jump. Computed in
 * steps of bounded work; with lightning in few places one step suffices.
 */
export class RegionalMotion {
  readonly bins = new StrikeBins()
  field = new MotionField()
  #columns: object | null = null
  #seen = 0
  #atMs = Number.NEGATIVE_INFINITY
  #updatedMs = Number.NEGATIVE_INFINITY
  #update: Iterator<number> | null = null
  /** Number of strikes that arrived after the computation of their motion. */
  #late = 0

  /** Adds new strikes of the columns, and runs one step of due work. */
  take(columns: Pick<StrikeColumns, 'end' | 'firstSince' | 'visit'>, nowMs: number): void {
    if (columns !== this.#columns || minuteOf(nowMs) < minuteOf(this.#atMs)) {
      this.bins.clear()
      this.#late = 0
      this.#seen = columns.firstSince(nowMs - BINS_KEPT_MIN * MINUTE_MS)
      this.#columns = columns
    }
    if (nowMs < this.#atMs) this.#forget()
    const end = Math.min(columns.end, this.#seen + STRIKES_AT_ONCE)
    columns.visit(this.#seen, end, (_, timeMs, lat, lon) => {
      this.bins.add(timeMs, lat, lon)
      if (timeMs < this.#updatedMs) this.#late++
    })
    this.#seen = end
    this.#atMs = nowMs
    if (end < columns.end) return
    // Past data arrive in pieces: at a fixed moment every late strike counts, while in live operation those of the last
    // seconds are few.
    if (this.#late > (nowMs === this.#updatedMs ? 0 : LATE_SHARE_MAX * this.bins.strikes)) this.#forget()
    this.begin(nowMs)
    this.step()
  }

  /** Begins the computation for a moment whose strikes are in the bins, if due. */
  begin(nowMs: number): void {
    this.#atMs = nowMs
    this.bins.expire(nowMs)
    const passedMin = (nowMs - this.#updatedMs) / MINUTE_MS
    if (this.#update || passedMin < EVERY_MIN) return
    if (passedMin > FORGOTTEN_MIN) this.#forget()
    this.#late = 0
    this.#update = this.#updateInSteps(nowMs, Math.min(passedMin, EVERY_MIN))
    this.#updatedMs = nowMs
  }

  /** Runs a step; returns its amount of work, 0 if complete. */
  step(): number {
    let work = 0
    while (this.#update && work < WORK_AT_ONCE) {
      const { done, value } = this.#update.next()
      if (done) this.#update = null
      else work += value
    }
    return work
  }

  *#updateInSteps(nowMs: number, passedMin: number): Generator<number> {
    const { recent, older } = yield* clumpsInSteps(this.bins, nowMs)
    yield* this.field.updateInSteps(recent, older, passedMin)
  }

  #forget(): void {
    this.field = new MotionField()
    this.#update = null
    this.#updatedMs = Number.NEGATIVE_INFINITY
  }
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}

/**
 * The strikes of the last ten minutes, and of the twenty minutes before, each by squares and periods of five minutes.
 * Yields the number of squares added per minute.
 */
function* clumpsInSteps(bins: StrikeBins, nowMs: number): Generator<number, { recent: Clump[]; older: Clump[] }> {
  const recent = new Map<number, Clump>()
  const older = new Map<number, Clump>()
  yield* bins.visitInSteps(nowMs, OLDER_MIN, (n, lat, lon, ageMin) => {
    const key = squareOf(lat, lon, SQUARE_DEG) * PERIODS + Math.floor(ageMin / PERIOD_MIN)
    const clump = heldOrMade(ageMin < RECENT_MIN ? recent : older, key, () => ({ n: 0, lat, lon, ageMin, strength: 0 }))
    clump.n += n
    const share = n / clump.n
    clump.lat += (lat - clump.lat) * share
    clump.lon += (lon - clump.lon) * share
    clump.ageMin += (ageMin - clump.ageMin) * share
  })
  return { recent: [...recent.values()], older: [...older.values()] }
}
