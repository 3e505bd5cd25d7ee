import type { StrikeColumns } from '../strikes/strike-columns.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { MotionField } from './motion-field.ts'
import { BINS_KEPT_MIN, StrikeBins } from './strike-bins.ts'
import { clumpsOf } from './strike-clumps.ts'

/** The motion of regions is reckoned anew so often. */
const EVERY_MIN = 5
/** After a break longer than this what was known of motion is forgotten. */
const FORGOTTEN_MIN = 120

/** The motion of regions, from the strikes that are held; it goes on from moment to moment, and begins anew where time leaps. */
export class RegionalMotion {
  readonly bins = new StrikeBins()
  field = new MotionField()
  #columns: object | null = null
  #seen = 0
  #atMs = Number.NEGATIVE_INFINITY
  #updatedMs = Number.NEGATIVE_INFINITY

  /** Takes in what is new in the columns, and brings the motion to that moment. */
  take(columns: Pick<StrikeColumns, 'end' | 'firstSince' | 'visit'>, nowMs: number): void {
    if (columns !== this.#columns || nowMs < this.#atMs) {
      this.bins.clear()
      this.#seen = columns.firstSince(nowMs - BINS_KEPT_MIN * MINUTE_MS)
      this.#columns = columns
      if (nowMs < this.#atMs) this.#forget()
    }
    columns.visit(this.#seen, columns.end, (_, timeMs, lat, lon) => this.bins.add(timeMs, lat, lon))
    this.#seen = columns.end
    this.update(nowMs)
  }

  /** Brings the motion to a moment whose strikes are in the bins. */
  update(nowMs: number): void {
    this.#atMs = nowMs
    this.bins.expire(nowMs)
    const passedMin = (nowMs - this.#updatedMs) / MINUTE_MS
    if (passedMin < EVERY_MIN) return
    if (passedMin > FORGOTTEN_MIN) this.#forget()
    const { recent, older } = clumpsOf(this.bins, nowMs)
    this.field.update(recent, older, Math.min(passedMin, EVERY_MIN))
    this.#updatedMs = nowMs
  }

  #forget(): void {
    this.field = new MotionField()
    this.#updatedMs = Number.NEGATIVE_INFINITY
  }
}
