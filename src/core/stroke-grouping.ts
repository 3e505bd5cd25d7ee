import { FIXED_WORLD } from './mercator-fixed.ts'
import { isSuperseded, qualityRank, RECORDS_MAX, superseded, withRecords } from './strike-quality.ts'
import { SEGMENT, type StrikeRing, TICK_MASK, TICKS_PER_MS, TICKS_PER_UNIT, WORDS_PER_STRIKE } from './strike-ring.ts'
import { withShownOf, wrapUnits } from './strike-word.ts'

/** Solutions of one stroke come out within this of each other … */
export const STROKE_WITHIN_MS = 0.2
/** … and, as far as has been seen, up to 38 km apart. */
export const STROKE_REACH_KM = 40
const WITHIN_TICKS = Math.ceil(STROKE_WITHIN_MS * TICKS_PER_MS)
const EQUATOR_KM = 40_075

/**
 * Tells which records are solutions of one stroke: those that hang together by steps of at most 200 µs and 40 km,
 * whatever order they come in. Its best is the one of the smallest `mds`, then `mcg`, then time. Works on the ring alone
 * and allocates nothing per record.
 */
export class StrokeGrouping {
  readonly #ring: StrikeRing
  readonly #members: number[] = []
  /** Of each member: ticks after the record that was asked about. */
  readonly #ticksAfter: number[] = []

  constructor(ring: StrikeRing) {
    this.#ring = ring
  }

  /** Whether the very record is held: the same moment at the same place. */
  isHeld(tick: number, x: number, y: number): boolean {
    const ring = this.#ring
    const units = Math.floor(tick / TICKS_PER_UNIT)
    const tickInUnit = tick - units * TICKS_PER_UNIT
    const wrapped = wrapUnits(units)
    for (let each = ring.newestOf(ring.granuleOf(tick)); each >= 0; ) {
      const link = ring.linkOf(each)
      if ((link & TICK_MASK) === tickInUnit) {
        const { words } = ring.segmentOf(each)
        const i = (each % SEGMENT) * WORDS_PER_STRIKE
        if (words[i] === x && words[i + 1] === y && ring.unitsBefore(wrapped, each) === 0) return true
      }
      each = ring.olderBy(each, link)
    }
    return false
  }

  /**
   * Makes a record that was just appended part of its stroke. `onSuperseded` hears of each that was best until then; what
   * takes its place goes on with its flash instead of flashing again.
   */
  join(sequence: number, tick: number, onSuperseded: (sequence: number) => void): void {
    const count = this.#gather(sequence, tick)
    if (count === 1 || count > RECORDS_MAX) return // one that seems to go on for ever is no stroke
    const best = this.#bestOf(count)
    for (let i = 0; i < count; i++) {
      const each = this.#members[i]!
      const word = this.#ring.qualityOf(each)
      if (each === best) this.#ring.setQuality(each, withRecords(word, count))
      else if (!isSuperseded(word)) {
        this.#ring.setQuality(each, superseded(word))
        if (each === sequence) continue
        if (best === sequence) this.#ring.setTime(best, withShownOf(this.#ring.timeOf(best), this.#ring.timeOf(each)))
        onSuperseded(each)
      }
    }
  }

  /** The best record of a held record's stroke, itself where it is alone. */
  bestOf(sequence: number, tick: number): number {
    const count = this.#gather(sequence, tick)
    if (count > RECORDS_MAX) return sequence
    for (let i = 0; i < count; i++) if (!isSuperseded(this.#ring.qualityOf(this.#members[i]!))) return this.#members[i]!
    return sequence // its best went before it for want of room
  }

  /** Fills `#members` with all of the stroke; answers how many, or one more than a stroke may have. */
  #gather(sequence: number, tick: number): number {
    const ring = this.#ring
    const members = this.#members
    const ticksAfter = this.#ticksAfter
    const wrapped = wrapUnits(Math.floor(tick / TICKS_PER_UNIT))
    const tickInUnit = tick % TICKS_PER_UNIT
    members[0] = sequence
    ticksAfter[0] = 0
    let count = 1
    for (let m = 0; m < count; m++) {
      const after = ticksAfter[m]!
      const last = ring.granuleOf(tick + after + WITHIN_TICKS)
      for (let granule = ring.granuleOf(tick + after - WITHIN_TICKS); granule <= last; granule++) {
        for (let each = ring.newestOf(granule), link = 0; each >= 0; each = ring.olderBy(each, link)) {
          link = ring.linkOf(each)
          // Most of a chain is told apart by the ticks alone, before anything else of it is read.
          const ticks = (link & TICK_MASK) - tickInUnit
          if (((ticks - after + WITHIN_TICKS) & TICK_MASK) > 2 * WITHIN_TICKS) continue
          const eachAfter = ticks - ring.unitsBefore(wrapped, each) * TICKS_PER_UNIT
          if (Math.abs(eachAfter - after) > WITHIN_TICKS || this.#isMember(each, count)) continue
          if (!this.#isNear(members[m]!, each)) continue
          if (count > RECORDS_MAX) return count
          members[count] = each
          ticksAfter[count] = eachAfter
          count++
        }
      }
    }
    return count
  }

  #isMember(sequence: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.#members[i] === sequence) return true
    return false
  }

  #isNear(a: number, b: number): boolean {
    const wordsA = this.#ring.segmentOf(a).words
    const wordsB = this.#ring.segmentOf(b).words
    const i = (a % SEGMENT) * WORDS_PER_STRIKE
    const j = (b % SEGMENT) * WORDS_PER_STRIKE
    const dx = (wordsA[i]! - wordsB[j]!) | 0
    const dy = wordsA[i + 1]! - wordsB[j + 1]!
    const cosLat = 1 / Math.cosh(Math.PI * (1 - (2 * wordsA[i + 1]!) / FIXED_WORLD))
    return Math.sqrt(dx * dx + dy * dy) * ((EQUATOR_KM * cosLat) / FIXED_WORLD) <= STROKE_REACH_KM
  }

  #bestOf(count: number): number {
    let best = 0
    let bestRank = qualityRank(this.#ring.qualityOf(this.#members[0]!))
    for (let i = 1; i < count; i++) {
      const rank = qualityRank(this.#ring.qualityOf(this.#members[i]!))
      if (rank > bestRank || (rank === bestRank && this.#ticksAfter[i]! >= this.#ticksAfter[best]!)) continue
      best = i
      bestRank = rank
    }
    return this.#members[best]!
  }
}
