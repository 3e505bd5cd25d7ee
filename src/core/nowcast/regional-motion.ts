import type { StrikeColumns } from '../strikes/strike-columns.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { MotionField } from './motion-field.ts'
import { BINS_KEPT_MIN, StrikeBins } from './strike-bins.ts'
import { clumpsInSteps } from './strike-clumps.ts'

/** The motion of regions is reckoned anew so often. */
const EVERY_MIN = 5
/** After a break longer than this what was known of motion is forgotten. */
const FORGOTTEN_MIN = 120

/** The work of a step, in pairs compared: some milliseconds. A step goes beyond it by hardly a thousand. */
export const WORK_AT_ONCE = 30_000
/** Where more than this share of the strikes came after the motion was reckoned from the others, it is reckoned anew. */
const LATE_SHARE_MAX = 0.02
/** Strikes are taken in so many at a time. */
const STRIKES_AT_ONCE = 20_000

/**
 * The motion of regions, from the strikes that are held; it goes on from moment to moment, and begins anew where time
 * leaps. It is reckoned in steps of bounded work; where lightning is in few places one is enough.
 */
export class RegionalMotion {
  readonly bins = new StrikeBins()
  field = new MotionField()
  #columns: object | null = null
  #seen = 0
  #atMs = Number.NEGATIVE_INFINITY
  #updatedMs = Number.NEGATIVE_INFINITY
  #update: Iterator<number> | null = null
  /** The strikes that came after the motion of their time was reckoned. */
  #late = 0

  /** Takes in what is new in the columns, and does a step of the work that is due at that moment. */
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
    // The past comes in pieces; of a moment that stands still all of it counts, of the present the last seconds' are few.
    if (this.#late > (nowMs === this.#updatedMs ? 0 : LATE_SHARE_MAX * this.bins.strikes)) this.#forget()
    this.begin(nowMs)
    this.step()
  }

  /** Begins to bring the motion to a moment whose strikes are in the bins, where that is due. */
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

  /** Does a step; answers how much that was, 0 where nothing was left to do. */
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
