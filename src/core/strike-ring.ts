import { isSuperseded, isWeak } from './strike-quality.ts'
import { UNIT_MS, unitsBefore, wrapUnits } from './strike-word.ts'

/** Numbers of 32 bits that each record begins with: x, y, time and flags, quality. */
export const WORDS_PER_STRIKE = 4
/** Memory comes and goes by so many records. */
export const SEGMENT = 16_384
/** Times are summed up per so many records, so that scans skip what is too old. */
export const BLOCK = 4_096
/** Records are told apart in time by this: 15 µs. */
export const TICKS_PER_UNIT = 4_096
export const TICKS_PER_MS = TICKS_PER_UNIT / UNIT_MS
/** The index by time: chains of records of the same 2 ms, give or take multiples of four minutes. */
const CHAINS = 131_072
const GRANULE_SHIFT = 7
const GRANULES_PER_UNIT = TICKS_PER_UNIT >> GRANULE_SHIFT
const TICK_BITS = 12
export const TICK_MASK = TICKS_PER_UNIT - 1

/** A part of the ring's memory: 23 bytes a record. */
export class StrikeSegment {
  readonly words = new Uint32Array(SEGMENT * WORDS_PER_STRIKE)
  /** Slot of the next older record of the same chain, and the tick within the unit of time. */
  readonly links = new Uint32Array(SEGMENT)
  readonly delays = new Uint16Array(SEGMENT)
  readonly codes = new Uint8Array(SEGMENT)

  static readonly BYTES = SEGMENT * (WORDS_PER_STRIKE * 4 + 4 + 2 + 1)
}

/**
 * Records in order of arrival, in flat memory that is taken and let go by the segment, so that nothing is ever copied as
 * it grows; and an index that finds those of a moment. A record has a sequence number for as long as it is held.
 */
export class StrikeRing {
  readonly capacity: number
  /** Sequence number of the oldest held. */
  first = 0
  /** Sequence number of the next to come. */
  end = 0
  readonly #segments: (StrikeSegment | null)[]
  #spare: StrikeSegment | null = null
  readonly #chains = new Uint32Array(CHAINS)
  /** Of each block: earliest and latest time in units; records that are not their stroke's best; weak ones of the best. */
  readonly #blockFrom: Float64Array
  readonly #blockTo: Float64Array
  readonly #blockSuperseded: Uint16Array
  readonly #blockWeak: Uint16Array

  constructor(capacity: number) {
    if (!(capacity > 0 && capacity <= 2 ** 20 && capacity % SEGMENT === 0))
      throw new Error(`Unexpected capacity of a ring: ${capacity}.`)
    this.capacity = capacity
    this.#segments = new Array<StrikeSegment | null>(capacity / SEGMENT).fill(null)
    const blocks = capacity / BLOCK
    this.#blockFrom = new Float64Array(blocks)
    this.#blockTo = new Float64Array(blocks)
    this.#blockSuperseded = new Uint16Array(blocks)
    this.#blockWeak = new Uint16Array(blocks)
  }

  get bytes(): number {
    const held = this.#segments.reduce((count, segment) => count + (segment ? 1 : 0), this.#spare ? 1 : 0)
    return held * StrikeSegment.BYTES + this.#chains.byteLength + (this.capacity / BLOCK) * (8 + 8 + 2 + 2)
  }

  /** The memory that holds a sequence number; it lies there at `sequence % SEGMENT`. */
  segmentOf(sequence: number): StrikeSegment {
    return this.#segments[Math.floor((sequence % this.capacity) / SEGMENT)]!
  }

  blockFrom(sequence: number): number {
    return this.#blockFrom[this.#blockOf(sequence)]!
  }
  blockTo(sequence: number): number {
    return this.#blockTo[this.#blockOf(sequence)]!
  }
  blockSuperseded(sequence: number): number {
    return this.#blockSuperseded[this.#blockOf(sequence)]!
  }
  blockWeak(sequence: number): number {
    return this.#blockWeak[this.#blockOf(sequence)]!
  }

  /** True where the oldest block must go before another is begun. */
  get isFull(): boolean {
    return this.end - this.first > this.capacity - BLOCK
  }

  get beginsBlock(): boolean {
    return this.end % BLOCK === 0
  }

  /** Appends a record at `tick` (since 1970); there must be room for it. Answers its sequence number. */
  append(tick: number, x: number, y: number, timeWord: number, quality: number): number {
    const sequence = this.end
    const units = Math.floor(tick / TICKS_PER_UNIT)
    const segment = this.#segmentFor(sequence)
    const block = this.#blockOf(sequence)
    if (sequence % BLOCK === 0 || this.first === sequence) {
      this.#blockFrom[block] = units
      this.#blockTo[block] = units
      this.#blockSuperseded[block] = 0
      this.#blockWeak[block] = 0
    } else {
      this.#blockFrom[block] = Math.min(this.#blockFrom[block]!, units)
      this.#blockTo[block] = Math.max(this.#blockTo[block]!, units)
    }
    const at = sequence % SEGMENT
    const i = at * WORDS_PER_STRIKE
    segment.words[i] = x
    segment.words[i + 1] = y
    segment.words[i + 2] = timeWord
    segment.words[i + 3] = quality
    this.#blockWeak[block]! += Number(isWeak(quality))

    const tickInUnit = tick - units * TICKS_PER_UNIT
    const chain = chainOf(wrapUnits(units) * GRANULES_PER_UNIT + (tickInUnit >> GRANULE_SHIFT))
    const slot = sequence % this.capacity
    const older = this.#newestIn(chain)
    segment.links[at] = ((older < 0 ? slot : older % this.capacity) << TICK_BITS) | tickInUnit
    this.#chains[chain] = slot + 1
    this.end++
    return sequence
  }

  timeOf(sequence: number): number {
    return this.segmentOf(sequence).words[(sequence % SEGMENT) * WORDS_PER_STRIKE + 2]!
  }

  setTime(sequence: number, word: number): void {
    this.segmentOf(sequence).words[(sequence % SEGMENT) * WORDS_PER_STRIKE + 2] = word
  }

  qualityOf(sequence: number): number {
    return this.segmentOf(sequence).words[(sequence % SEGMENT) * WORDS_PER_STRIKE + 3]!
  }

  /** Changes the quality word of a held record. */
  setQuality(sequence: number, quality: number): void {
    const block = this.#blockOf(sequence)
    const before = this.qualityOf(sequence)
    const wasBest = !isSuperseded(before)
    const isBest = !isSuperseded(quality)
    if (wasBest !== isBest) {
      this.#blockSuperseded[block]! += isBest ? -1 : 1
      if (isWeak(before)) this.#blockWeak[block]! += isBest ? 1 : -1
    }
    this.segmentOf(sequence).words[(sequence % SEGMENT) * WORDS_PER_STRIKE + 3] = quality
  }

  /** Lets go of what comes before a sequence number, and of the memory that then holds nothing. */
  dropTo(first: number): void {
    if (first <= this.first) return
    const segments = this.#segments.length
    for (let number = Math.floor(this.first / SEGMENT); number < Math.floor(first / SEGMENT); number++) {
      // Of a full ring the newest records share the memory of the oldest.
      if (Math.ceil(this.end / SEGMENT) > number + segments) continue
      this.#spare ??= this.#segments[number % segments]!
      this.#segments[number % segments] = null
    }
    this.first = first
  }

  /** How many units before the moment `wrapped` a record was; negative for later ones. */
  unitsBefore(wrapped: number, sequence: number): number {
    return unitsBefore(wrapped, this.timeOf(sequence))
  }

  tickInUnit(sequence: number): number {
    return this.segmentOf(sequence).links[sequence % SEGMENT]! & TICK_MASK
  }

  /** What the chains go by: `newestOf` finds a record through the granule of its tick. */
  granuleOf(tick: number): number {
    return Math.floor(tick / 2 ** GRANULE_SHIFT)
  }

  /**
   * The newest record of a granule's chain, which also holds others; -1 for none. Where a chain has lost all its records
   * it may lead into another one, in which nothing is of that granule.
   */
  newestOf(granule: number): number {
    return this.#newestIn(chainOf(granule))
  }

  /** What leads on from a record, for `olderBy`, and in its lowest 12 bits its tick within the unit of time. */
  linkOf(sequence: number): number {
    return this.segmentOf(sequence).links[sequence % SEGMENT]!
  }

  /** The next older record of the same chain; -1 for none. */
  olderBy(sequence: number, link: number): number {
    const older = sequence - (((sequence % this.capacity) - (link >>> TICK_BITS) + this.capacity) % this.capacity)
    return older === sequence || older < this.first ? -1 : older
  }

  #newestIn(chain: number): number {
    const slot = this.#chains[chain]! - 1
    if (slot < 0) return -1
    const newest = this.end - 1
    const sequence = newest - (((newest % this.capacity) - slot + this.capacity) % this.capacity)
    return sequence < this.first ? -1 : sequence
  }

  #segmentFor(sequence: number): StrikeSegment {
    const number = Math.floor((sequence % this.capacity) / SEGMENT)
    const held = this.#segments[number]
    if (held) return held
    const segment = this.#spare ?? new StrikeSegment()
    this.#spare = null
    this.#segments[number] = segment
    return segment
  }

  #blockOf(sequence: number): number {
    return Math.floor((sequence % this.capacity) / BLOCK)
  }
}

export const blockStart = (sequence: number) => sequence - (sequence % BLOCK)
export const blockEnd = (sequence: number) => blockStart(sequence) + BLOCK

function chainOf(granule: number): number {
  return granule % CHAINS
}
