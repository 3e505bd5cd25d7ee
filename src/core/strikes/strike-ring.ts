import { UNIT_MS, unitsBefore, wrapUnits } from './packed-strike-time.ts'
import { isSuperseded, isWeak } from './strike-quality.ts'
import type { StrokeNeighbours } from './stroke-neighbours.ts'

/** Each record has four 32-bit words: x, y, time and flags (`packed-strike-time.ts`), quality (`strike-quality.ts`). */
export const WORDS_PER_STRIKE = 4
export const X = 0
export const Y = 1
export const TIME = 2
export const QUALITY = 3
/** Memory is allocated and freed in segments of this many records. */
const SEGMENT_BITS = 13
export const SEGMENT = 1 << SEGMENT_BITS
/** Time range per block of this many records, so that scans can skip old blocks. */
const BLOCK_BITS = 12
export const BLOCK = 1 << BLOCK_BITS
/** Ticks per unit of time: records are distinguished by a tick of 15 µs. */
export const TICKS_PER_UNIT = 4_096
export const TICKS_PER_MS = TICKS_PER_UNIT / UNIT_MS
/** Index by time: each chain links records of the same 2 ms; chains are reused after four minutes. A small ring has fewer chains. */
const CHAINS_MAX = 131_072
const GRANULE_BITS = 7
const TICK_BITS = 12
const TICK_MASK = TICKS_PER_UNIT - 1

const SLOT_MASK = SEGMENT - 1

/** A segment of memory: 23 bytes per record. */
export class StrikeSegment {
  readonly words = new Uint32Array(SEGMENT * WORDS_PER_STRIKE)
  /** Slot of the next older record in the chain, and the tick within the unit of time. */
  readonly links = new Uint32Array(SEGMENT)
  readonly delays = new Uint16Array(SEGMENT)
  readonly codes = new Uint8Array(SEGMENT)

  static readonly BYTES = SEGMENT * (WORDS_PER_STRIKE * 4 + 4 + 2 + 1)
}

/**
 * Ring buffer of records in order of arrival. Memory is allocated and freed in segments, so that growth copies nothing,
 * and an index finds records by time. Sequence numbers are increasing and stable.
 */
export class StrikeRing {
  readonly capacity: number
  /** Sequence number of the oldest held. */
  first = 0
  /** Sequence number of the next record. */
  end = 0
  /** Its slot: sequence number modulo the capacity. */
  #endSlot = 0
  readonly #segments: (StrikeSegment | null)[]
  #spare: StrikeSegment | null = null
  readonly #chains: Uint32Array
  readonly #chainMask: number
  /**
   * Per block: earliest and latest time in units; number of superseded records; number of weak ones among the others.
   */
  readonly #blockFrom: Float64Array
  readonly #blockTo: Float64Array
  readonly #blockSuperseded: Uint16Array
  readonly #blockWeak: Uint16Array
  /** The latest time of a block and all blocks before it, so that a search for later records can stop. */
  readonly #latestUpTo: Float64Array
  /** Version per block, which differs after each change. */
  readonly #versions: Float64Array
  #changes = 0

  constructor(capacity: number) {
    if (!(capacity > 0 && capacity <= 2 ** 20 && capacity % SEGMENT === 0))
      throw new Error(`Unexpected capacity of a ring: ${capacity}.`)
    this.capacity = capacity
    this.#chains = new Uint32Array(Math.min(CHAINS_MAX, 2 ** Math.ceil(Math.log2(capacity))))
    this.#chainMask = this.#chains.length - 1
    this.#segments = new Array<StrikeSegment | null>(capacity / SEGMENT).fill(null)
    const blocks = capacity / BLOCK
    this.#blockFrom = new Float64Array(blocks)
    this.#blockTo = new Float64Array(blocks)
    this.#blockSuperseded = new Uint16Array(blocks)
    this.#blockWeak = new Uint16Array(blocks)
    this.#latestUpTo = new Float64Array(blocks)
    this.#versions = new Float64Array(blocks)
  }

  get bytes(): number {
    const held = this.#segments.reduce((count, segment) => count + (segment ? 1 : 0), this.#spare ? 1 : 0)
    return held * StrikeSegment.BYTES + this.#chains.byteLength + (this.capacity / BLOCK) * (8 + 8 + 8 + 8 + 2 + 2)
  }

  /** The memory of a sequence number, at index `sequence % SEGMENT`. */
  segmentOf(sequence: number): StrikeSegment {
    return this.#segments[(sequence % this.capacity) >> SEGMENT_BITS]!
  }

  blockFrom(sequence: number): number {
    return this.#blockFrom[this.blockOf(sequence)]!
  }
  blockTo(sequence: number): number {
    return this.#blockTo[this.blockOf(sequence)]!
  }
  blockSuperseded(sequence: number): number {
    return this.#blockSuperseded[this.blockOf(sequence)]!
  }
  blockWeak(sequence: number): number {
    return this.#blockWeak[this.blockOf(sequence)]!
  }

  /** Version of the block of a sequence number, which differs after each change. */
  blockVersion(sequence: number): number {
    return this.#versions[this.blockOf(sequence)]!
  }

  /** True if the oldest block must be dropped before a new one. */
  get isFull(): boolean {
    return this.end - this.first > this.capacity - BLOCK
  }

  get beginsBlock(): boolean {
    return this.end % BLOCK === 0
  }

  /** Appends a record by unit of time and tick; there must be capacity. Returns its sequence number. */
  append(units: number, tickInUnit: number, x: number, y: number, timeWord: number, quality: number): number {
    const slot = this.#endSlot
    const block = slot >> BLOCK_BITS
    const segment = this.#segments[slot >> SEGMENT_BITS] ?? this.#begin(slot >> SEGMENT_BITS)
    if ((slot & (BLOCK - 1)) === 0 || this.first === this.end) this.#beginBlock(block, units)
    else if (units > this.#blockTo[block]!) {
      this.#blockTo[block] = units
      if (units > this.#latestUpTo[block]!) this.#latestUpTo[block] = units
    } else if (units < this.#blockFrom[block]!) this.#blockFrom[block] = units
    if (isWeak(quality)) this.#blockWeak[block]!++
    this.#versions[block] = ++this.#changes
    const at = slot & SLOT_MASK
    const i = at * WORDS_PER_STRIKE
    const { words } = segment
    words[i] = x
    words[i + 1] = y
    words[i + 2] = timeWord
    words[i + 3] = quality

    const chain = chainOf(wrapUnits(units), tickInUnit) & this.#chainMask
    const older = this.#chains[chain]! - 1
    segment.links[at] =
      ((older < 0 || this.#ageOf(older) >= this.end - this.first ? slot : older) << TICK_BITS) | tickInUnit
    this.#chains[chain] = slot + 1
    this.#endSlot = slot + 1 === this.capacity ? 0 : slot + 1
    return this.end++
  }

  slotOf(sequence: number): number {
    return sequence % this.capacity
  }

  /** Of a held record. */
  sequenceAt(slot: number): number {
    return this.end - 1 - this.#ageOf(slot)
  }

  /** One of the words of the record in a slot. */
  wordAt(slot: number, word: number): number {
    return this.#segments[slot >> SEGMENT_BITS]!.words[(slot & SLOT_MASK) * WORDS_PER_STRIKE + word]!
  }

  timeOf(sequence: number): number {
    return this.wordAt(this.slotOf(sequence), TIME)
  }

  setTimeAt(slot: number, word: number): void {
    this.#segments[slot >> SEGMENT_BITS]!.words[(slot & SLOT_MASK) * WORDS_PER_STRIKE + TIME] = word
  }

  qualityOf(sequence: number): number {
    return this.wordAt(this.slotOf(sequence), QUALITY)
  }

  /** Changes the quality word of a held record. */
  setQualityAt(slot: number, quality: number): void {
    const { words } = this.#segments[slot >> SEGMENT_BITS]!
    const i = (slot & SLOT_MASK) * WORDS_PER_STRIKE + QUALITY
    const wasBest = !isSuperseded(words[i]!)
    const isBest = !isSuperseded(quality)
    if (wasBest !== isBest) {
      this.#blockSuperseded[slot >> BLOCK_BITS]! += isBest ? -1 : 1
      if (isWeak(words[i]!)) this.#blockWeak[slot >> BLOCK_BITS]! += isBest ? 1 : -1
    }
    words[i] = quality
    this.#versions[slot >> BLOCK_BITS] = ++this.#changes
  }

  /** Drops records before a sequence number, and frees empty segments. */
  dropTo(first: number): void {
    if (first <= this.first) return
    const segments = this.#segments.length
    for (let number = Math.floor(this.first / SEGMENT); number < Math.floor(first / SEGMENT); number++) {
      // In a full ring the newest records share the memory of the oldest.
      if (Math.ceil(this.end / SEGMENT) > number + segments) continue
      this.#spare ??= this.#segments[number % segments]!
      this.#segments[number % segments] = null
    }
    this.first = first
  }

  tickInUnit(sequence: number): number {
    return this.segmentOf(sequence).links[sequence % SEGMENT]! & TICK_MASK
  }

  /** Adds to `found` the records between two distances in ticks from a time, both less than a unit. */
  collect(units: number, tickInUnit: number, from: number, to: number, found: StrokeNeighbours): void {
    const { capacity } = this
    const held = this.end - this.first
    const wrapped = wrapUnits(units)
    const since = units + ((tickInUnit + from) >> TICK_BITS)
    const start = tickInUnit + from
    const last = (tickInUnit + to) >> GRANULE_BITS
    for (let granule = start >> GRANULE_BITS; granule <= last; granule++) {
      let slot = this.#chains[chainOf(wrapped, granule << GRANULE_BITS) & this.#chainMask]! - 1
      if (slot < 0) continue
      for (let age = this.#ageOf(slot); age < held; ) {
        if (this.#latestUpTo[slot >> BLOCK_BITS]! < since) break
        const { links, words } = this.#segments[slot >> SEGMENT_BITS]!
        const link = links[slot & SLOT_MASK]!
        // Ticks alone rule out most records of a chain, without further reads.
        if (((link - start) & TICK_MASK) <= to - from) {
          const units = unitsBefore(wrapped, words[(slot & SLOT_MASK) * WORDS_PER_STRIKE + TIME]!)
          const tick = (link & TICK_MASK) - units * TICKS_PER_UNIT
          // Links to dropped records lead to slots of other chains.
          if (tick >> GRANULE_BITS === granule && tick >= start && tick <= tickInUnit + to)
            found.add(slot, tick - tickInUnit)
        }
        const older = link >>> TICK_BITS
        if (older === slot) break
        age += older < slot ? slot - older : slot - older + capacity
        slot = older
      }
    }
  }

  /** Number of records that arrived after the one in a slot. */
  #ageOf(slot: number): number {
    const age = this.#endSlot - 1 - slot
    return age < 0 ? age + this.capacity : age
  }

  #begin(number: number): StrikeSegment {
    const segment = this.#spare ?? new StrikeSegment()
    this.#spare = null
    this.#segments[number] = segment
    return segment
  }

  #beginBlock(block: number, units: number): void {
    this.#blockFrom[block] = units
    this.#blockTo[block] = units
    this.#blockSuperseded[block] = 0
    this.#blockWeak[block] = 0
    let latest = Number.NEGATIVE_INFINITY
    const blocks = this.#latestUpTo.length
    for (let each = this.blockOf(this.first); each !== block; each = each + 1 === blocks ? 0 : each + 1) {
      latest = Math.max(latest, this.#blockTo[each]!)
      this.#latestUpTo[each] = latest
    }
    this.#latestUpTo[block] = Math.max(latest, units)
  }

  blockOf(sequence: number): number {
    return (sequence % this.capacity) >> BLOCK_BITS
  }
}

export const blockStart = (sequence: number) => sequence - (sequence % BLOCK)
export const blockEnd = (sequence: number) => blockStart(sequence) + BLOCK

function chainOf(unitsWrapped: number, tickInUnit: number): number {
  return (unitsWrapped << (TICK_BITS - GRANULE_BITS)) + (tickInUnit >> GRANULE_BITS)
}
