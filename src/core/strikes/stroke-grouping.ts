import { FIXED_WORLD } from '../geo/mercator-fixed.ts'
import { withShownOf } from './packed-strike-time.ts'
import { isSuperseded, qualityRank, RECORDS_MAX, superseded, withRecords } from './strike-quality.ts'
import { QUALITY, type StrikeRing, TICKS_PER_MS, TICKS_PER_UNIT, TIME, X, Y } from './strike-ring.ts'
import { StrokeNeighbours } from './stroke-neighbours.ts'

/** Records of one stroke follow each other within this time … */
export const STROKE_WITHIN_MS = 0.2
/** … and within this distance; up to 38 km have been seen. */
export const STROKE_REACH_KM = 40
const TICKS_PER_SECOND = TICKS_PER_MS * 1_000
const WITHIN_TICKS = Math.ceil(STROKE_WITHIN_MS * TICKS_PER_MS)
/** Reach of the first search: it covers most strokes, and a second search costs more than a wide one. */
const LOOK_TICKS = 3 * WITHIN_TICKS
/** The distance in units of x and y at the equator, where the projection is true to scale. */
const REACH = (STROKE_REACH_KM / 40_075) * FIXED_WORLD
/** The same at the projection's edge, where the scale is largest. */
const REACH_MAX = REACH * Math.cosh(Math.PI)

/**
 * Groups records into strokes: connected by steps of at most 200 µs and 40 km, in any order of arrival. The best one
 * has the smallest `mds`, then `mcg`, then time. All data are in the ring; no allocation per record.
 */
export class StrokeGrouping {
  readonly #ring: StrikeRing
  /** Records around the time in question: first those of the stroke, then others. */
  readonly #found = new StrokeNeighbours()
  #units = 0
  #tickInUnit = 0

  constructor(ring: StrikeRing) {
    this.#ring = ring
  }

  /** Whether a record of the same time and position is held. */
  isHeld(units: number, tickInUnit: number, x: number, y: number): boolean {
    this.#lookAround(units, tickInUnit)
    const { slots, ticksAfter, count } = this.#found
    for (let i = 0; i < count; i++)
      if (ticksAfter[i] === 0 && this.#ring.wordAt(slots[i]!, X) === x && this.#ring.wordAt(slots[i]!, Y) === y)
        return true
    return false
  }

  /**
   * Adds the record last checked by `isHeld`, and then appended, to its stroke. `onSuperseded` is called for each
   * record that was best until then; its successor continues the flash instead of flashing again.
   */
  join(sequence: number, onSuperseded: (sequence: number) => void): void {
    const found = this.#found
    if (found.count === 0) return
    const ring = this.#ring
    const slot = ring.slotOf(sequence)
    found.add(slot, 0)
    const count = this.#gather(found.count - 1)
    if (count === 1 || count > RECORDS_MAX) return // groups larger than any stroke are ignored
    const best = this.#bestAmong(count)
    for (let i = 0; i < count; i++) {
      const each = found.slots[i]!
      const word = ring.wordAt(each, QUALITY)
      if (each === best) ring.setQualityAt(each, withRecords(word, count))
      else if (!isSuperseded(word)) {
        ring.setQualityAt(each, superseded(word))
        if (each === slot) continue
        if (best === slot) ring.setTimeAt(best, withShownOf(ring.wordAt(best, TIME), ring.wordAt(each, TIME)))
        onSuperseded(ring.sequenceAt(each))
      }
    }
  }

  /** The best record of a held record's stroke, possibly itself. */
  bestOf(sequence: number, units: number, tickInUnit: number): number {
    const ring = this.#ring
    this.#lookAround(units, tickInUnit)
    const { slots, count: all } = this.#found
    const count = this.#gather(slots.subarray(0, all).indexOf(ring.slotOf(sequence)))
    if (count > RECORDS_MAX) return sequence
    for (let i = 0; i < count; i++) {
      const each = this.#found.slots[i]!
      if (!isSuperseded(ring.wordAt(each, QUALITY))) return ring.sequenceAt(each)
    }
    return sequence // the best one was dropped for capacity
  }

  #lookAround(units: number, tickInUnit: number): void {
    this.#units = units
    this.#tickInUnit = tickInUnit
    this.#found.count = 0
    this.#ring.collect(units, tickInUnit, -LOOK_TICKS, LOOK_TICKS, this.#found)
  }

  /** Moves the records of the stroke of `own` to the front; returns their number, at most one more than the limit. */
  #gather(own: number): number {
    const found = this.#found
    found.swap(0, own)
    let count = 1
    let from = -LOOK_TICKS
    let to = LOOK_TICKS
    for (let m = 0; m < count; m++) {
      const after = found.ticksAfter[m]!
      if (after + WITHIN_TICKS > to) {
        this.#ring.collect(this.#units, this.#tickInUnit, to + 1, after + WITHIN_TICKS, found)
        to = after + WITHIN_TICKS
      }
      if (after - WITHIN_TICKS < from) {
        this.#ring.collect(this.#units, this.#tickInUnit, after - WITHIN_TICKS, from - 1, found)
        from = after - WITHIN_TICKS
      }
      for (let i = count; i < found.count; i++) {
        if (Math.abs(found.ticksAfter[i]! - after) > WITHIN_TICKS) continue
        if (found.ticksAfter[i] === after && this.#isWholeSecond(after)) continue
        if (!this.#isNear(found.slots[m]!, found.slots[i]!)) continue
        if (count > RECORDS_MAX) return count
        found.swap(i, count) // the record at that position was compared before
        count++
      }
    }
    return count
  }

  /**
   * Records with the same whole second come from a source with coarse times, such as a recorded feed of flashes: they
   * may belong to different strokes.
   */
  #isWholeSecond(ticksAfter: number): boolean {
    return (this.#units * TICKS_PER_UNIT + this.#tickInUnit + ticksAfter) % TICKS_PER_SECOND === 0
  }

  #isNear(a: number, b: number): boolean {
    const ring = this.#ring
    const dx = (ring.wordAt(a, X) - ring.wordAt(b, X)) | 0 // wraps around the antimeridian
    if (dx > REACH_MAX || dx < -REACH_MAX) return false
    const yA = ring.wordAt(a, Y)
    const yB = ring.wordAt(b, Y)
    const dy = yA - yB
    if (dy > REACH_MAX || dy < -REACH_MAX) return false
    const squared = dx * dx + dy * dy
    if (squared <= REACH * REACH) return true
    const reach = REACH * Math.cosh(Math.PI * (1 - (yA + yB) / FIXED_WORLD)) // scaled by the latitude between them
    return squared <= reach * reach
  }

  /**
   * The best record. Equal quality and time are decided by the westernmost position, independent of the order of
   * arrival.
   */
  #bestAmong(count: number): number {
    const { slots, ticksAfter } = this.#found
    let best = 0
    let bestRank = this.#rankOf(0)
    for (let i = 1; i < count; i++) {
      const rank = this.#rankOf(i)
      const order =
        rank - bestRank ||
        ticksAfter[i]! - ticksAfter[best]! ||
        this.#ring.wordAt(slots[i]!, X) - this.#ring.wordAt(slots[best]!, X) ||
        this.#ring.wordAt(slots[i]!, Y) - this.#ring.wordAt(slots[best]!, Y)
      if (order >= 0) continue
      best = i
      bestRank = rank
    }
    return slots[best]!
  }

  #rankOf(i: number): number {
    return qualityRank(this.#ring.wordAt(this.#found.slots[i]!, QUALITY))
  }
}
