import type { StrikeRecord } from '../contract/lightning.ts'
import { Emitter, type Unsubscribe } from './emitter.ts'
import { fixedBox, isInBox } from './fixed-box.ts'
import type { Box } from './geo.ts'
import { fixedX, fixedY, latOfFixed, lonOfFixed } from './mercator-fixed.ts'
import { keyOf, RecentKeys } from './recent-keys.ts'
import { type Polarity, type Strike, strikeTimeMs } from './strike.ts'
import { StrikeDetails } from './strike-details.ts'
import { packWord, polarityOfWord, TIME_REACH_MS, UNIT_MS, unitsBefore, unitsOf, wrapUnits } from './strike-word.ts'

/** Numbers of 32 bits that the GPU holds of each strike: x, y, word. */
export const WORDS_PER_STRIKE = 3
export const CAPACITY_MAX = 1_048_576
const CAPACITY_FIRST = 16_384
/** Times are summed up per so many strikes, so that scans skip what is too old. */
const BLOCK = 4_096
/** Strikes older than this are of no window and are let go. */
export const KEPT_MS = 120 * 60_000
/** A repeat comes at most this much later: the join covers 5 minutes, twice over for good measure. */
const REPEATS_WITHIN_MS = 10 * 60_000
/** A wire that fills a batch at once should not flash as one: marks of a second flash over this long. */
export const FLASH_SPREAD_MS = 600

/** A strike as held: what `Strike` says but its identity, which is not kept. */
export type HeldStrike = Omit<Strike, 'id'> & { sequence: number }

/** A place on the map for `nearest`: how many pixels one unit of x or y is there, as a 2×2 matrix. */
export interface PixelFrame {
  x: number
  y: number
  pxPerX: readonly [number, number]
  pxPerY: readonly [number, number]
}

export interface PushResult {
  /** Sequence numbers of what was new: from `first` up to, not including, `end`. */
  first: number
  end: number
}

/**
 * The strikes of the last two hours, outside React and in flat columns: 24 bytes each and no object. A ring in order of
 * arrival that doubles while it is full of strikes still wanted, up to `CAPACITY_MAX`; then the oldest go. A strike has
 * a sequence number for as long as it is held; it lies at `sequence % capacity`.
 */
export class StrikeColumns {
  #capacity = CAPACITY_FIRST
  #words = new Uint32Array(CAPACITY_FIRST * WORDS_PER_STRIKE)
  #details = new StrikeDetails(CAPACITY_FIRST)
  /** Earliest and latest strike time of each block, in units. */
  #blockFrom = new Float64Array(CAPACITY_FIRST / BLOCK)
  #blockTo = new Float64Array(CAPACITY_FIRST / BLOCK)
  #first = 0
  #end = 0
  /** The latest strike time so far: what wrapped times are read against. */
  #latestUnits = Number.NEGATIVE_INFINITY
  #cutToMs: number | null = null
  #unreadable = 0
  readonly #known = new RecentKeys(REPEATS_WITHIN_MS)
  readonly #changes = new Emitter<PushResult>()

  /** x, y and word of each strike, for the GPU. Replaced when the ring grows. */
  get words(): Uint32Array {
    return this.#words
  }
  get capacity(): number {
    return this.#capacity
  }
  /** Sequence number of the oldest held. */
  get first(): number {
    return this.#first
  }
  /** Sequence number of the next to come; grows with each strike. */
  get end(): number {
    return this.#end
  }
  /** Where strikes were let go before their time for want of room: nothing up to this moment is complete. */
  get cutToMs(): number | null {
    return this.#cutToMs
  }
  /** Records set aside as their time is not of these days. */
  get unreadable(): number {
    return this.#unreadable
  }
  /** Unix ms of the latest strike so far. */
  get latestMs(): number | null {
    return this.#end === 0 ? null : this.#latestUnits * UNIT_MS
  }

  subscribe(listener: (added: PushResult) => void): Unsubscribe {
    return this.#changes.subscribe(listener)
  }

  /** Takes in what is new of `records`. `news` are live ones, which flash; the others fill up what was missed. */
  push(records: readonly StrikeRecord[], nowMs: number, news: boolean): PushResult {
    this.expire(nowMs)
    const first = this.#end
    for (const record of records) {
      const timeMs = strikeTimeMs(record.time)
      if (!news && this.#isFullOfNewer(timeMs)) this.#cutToMs = Math.max(this.#cutToMs ?? 0, timeMs)
      else if (Math.abs(timeMs - nowMs) > TIME_REACH_MS / 2) this.#unreadable++
      else if (nowMs - timeMs <= KEPT_MS && this.#isNew(record, timeMs, nowMs))
        this.#append(record, timeMs, nowMs, news)
    }
    const result = { first: Math.max(first, this.#first), end: this.#end }
    if (result.end > result.first) this.#changes.emit(result)
    return result
  }

  /** Lets go of what no window shows any more. */
  expire(nowMs: number): void {
    const since = unitsOf(nowMs - KEPT_MS)
    while (this.#first < this.#end) {
      const block = this.#blockOf(this.#first)
      if (this.#blockTo[block]! < since) this.#first = Math.min(this.#end, blockEnd(this.#first))
      // Within a block one by one: a quiet day must not leave old ones behind until their times wrap.
      else if (this.#unitsAt(this.#first) < since) this.#first++
      else break
    }
    this.#details.forget(this.#first)
  }

  /** The first sequence number from which on something of the window may lie. */
  firstSince(sinceMs: number): number {
    const since = unitsOf(sinceMs)
    let sequence = this.#first
    while (sequence < this.#end && this.#blockTo[this.#blockOf(sequence)]! < since) sequence = blockEnd(sequence)
    return Math.min(sequence, this.#end)
  }

  /** How many struck at or after `sinceMs`, all over the world or in `box`. */
  countSince(sinceMs: number, box?: Box): number {
    const inBox = box ? fixedBox(box) : null
    const since = unitsOf(sinceMs)
    const sinceWrapped = wrapUnits(since)
    const words = this.#words
    let count = 0
    for (let from = this.#first; from < this.#end; from = blockEnd(from)) {
      const block = this.#blockOf(from)
      if (this.#blockTo[block]! < since) continue
      const to = Math.min(this.#end, blockEnd(from))
      const whole = this.#blockFrom[block]! >= since
      if (whole && !inBox) {
        count += to - from
        continue
      }
      const start = (from % this.#capacity) * WORDS_PER_STRIKE
      const stop = start + (to - from) * WORDS_PER_STRIKE
      for (let i = start; i < stop; i += WORDS_PER_STRIKE) {
        if (!whole && unitsBefore(sinceWrapped, words[i + 2]!) > 0) continue
        if (!inBox || isInBox(inBox, words[i]!, words[i + 1]!)) count++
      }
    }
    return count
  }

  /** The strike since `sinceMs` that is nearest to the middle of `frame`, the newest of equals, within `maxPx`. */
  nearest(frame: PixelFrame, maxPx: number, sinceMs: number): number | null {
    const { x, y } = frame
    const [xx, xy] = frame.pxPerX
    const [yx, yy] = frame.pxPerY
    const reach = reachOf(frame, maxPx)
    if (!reach) return null
    const { x: reachX, y: reachY } = reach
    const since = unitsOf(sinceMs)
    const sinceWrapped = wrapUnits(since)
    const words = this.#words
    let best: number | null = null
    let bestPx2 = maxPx * maxPx
    for (let to = this.#end; to > this.#first; ) {
      const from = Math.max(this.#first, blockStart(to - 1))
      if (this.#blockTo[this.#blockOf(from)]! >= since) {
        const start = (from % this.#capacity) * WORDS_PER_STRIKE
        for (let i = start + (to - from - 1) * WORDS_PER_STRIKE; i >= start; i -= WORDS_PER_STRIKE) {
          const dx = (words[i]! - x) | 0 // wraps around the antimeridian
          if (dx > reachX || dx < -reachX) continue
          const dy = words[i + 1]! - y
          if (dy > reachY || dy < -reachY) continue
          if (unitsBefore(sinceWrapped, words[i + 2]!) > 0) continue
          const px = dx * xx + dy * yx
          const py = dx * xy + dy * yy
          const px2 = px * px + py * py
          if (px2 >= bestPx2) continue
          bestPx2 = px2
          best = from + (i - start) / WORDS_PER_STRIKE
        }
      }
      to = from
    }
    return best
  }

  /** The newest strike at that moment and place, give or take a millisecond and two metres. */
  find(timeMs: number, lat: number, lon: number): number | null {
    const x = fixedX(lon)
    const y = fixedY(lat)
    const near = FIND_WITHIN_UNITS / Math.max(0.02, Math.cos((lat * Math.PI) / 180))
    const words = this.#words
    const capacity = this.#capacity
    for (let sequence = this.#end - 1; sequence >= this.#first; sequence--) {
      const i = (sequence % capacity) * WORDS_PER_STRIKE
      const dx = (words[i]! - x) | 0
      if (dx > near || dx < -near) continue
      const dy = words[i + 1]! - y
      if (dy > near || dy < -near) continue
      if (Math.abs(this.#timeMsAt(sequence) - timeMs) <= 1) return sequence
    }
    return null
  }

  isHeld(sequence: number): boolean {
    return sequence >= this.#first && sequence < this.#end
  }

  /** All that is known of a held strike; null where it is no longer held. */
  at(sequence: number): HeldStrike | null {
    if (!this.isHeld(sequence)) return null
    const slot = sequence % this.#capacity
    const i = slot * WORDS_PER_STRIKE
    const timeMs = this.#timeMsAt(sequence)
    const details = this.#details.at(slot, sequence)
    return {
      sequence,
      timeMs,
      lat: details.lat ?? toMicrodegree(latOfFixed(this.#words[i + 1]!)),
      lon: toMicrodegree(lonOfFixed(this.#words[i]!)),
      polarity: polarityOfWord(this.#words[i + 2]!),
      altitudeM: details.altitudeM,
      mdsNs: details.mdsNs,
      mcgDeg: details.mcgDeg,
      status: details.status,
      region: details.region,
      arrivedAtMs: details.delayMs === null ? null : timeMs + details.delayMs,
    }
  }

  get bytes(): number {
    return this.#words.byteLength + this.#details.bytes
  }

  /** What is older than everything held must not push it out. */
  #isFullOfNewer(timeMs: number): boolean {
    if (this.#capacity < CAPACITY_MAX || this.#end - this.#first <= this.#capacity - BLOCK) return false
    return timeMs < this.#blockFrom[this.#blockOf(this.#first)]! * UNIT_MS
  }

  #isNew(record: StrikeRecord, timeMs: number, nowMs: number): boolean {
    return this.#known.add(keyOf(Math.round(timeMs * 1_000), record.lat, record.lon), nowMs)
  }

  #append(record: StrikeRecord, timeMs: number, nowMs: number, news: boolean): void {
    if (this.#end % BLOCK === 0) this.#makeRoom(nowMs)
    const units = unitsOf(timeMs)
    const slot = this.#end % this.#capacity
    const block = Math.floor(slot / BLOCK)
    if (this.#end % BLOCK === 0 || this.#first === this.#end) {
      this.#blockFrom[block] = units
      this.#blockTo[block] = units
    } else {
      this.#blockFrom[block] = Math.min(this.#blockFrom[block]!, units)
      this.#blockTo[block] = Math.max(this.#blockTo[block]!, units)
    }
    this.#latestUnits = Math.max(this.#latestUnits, units)

    const spreadMs = ((((timeMs % 1_000) + 1_000) % 1_000) * FLASH_SPREAD_MS) / 1_000
    const shownAfterMs = news ? Math.max(0, nowMs - timeMs) + spreadMs : null
    const i = slot * WORDS_PER_STRIKE
    this.#words[i] = fixedX(record.lon)
    this.#words[i + 1] = fixedY(record.lat)
    this.#words[i + 2] = packWord(units, shownAfterMs, Math.sign(record.pol ?? 0) as Polarity)
    this.#details.set(slot, this.#end, record, timeMs, timeMs - units * UNIT_MS)
    this.#end++
  }

  /** Before a block is begun anew: the ring grows, or the oldest block goes. */
  #makeRoom(nowMs: number): void {
    if (this.#end - this.#first <= this.#capacity - BLOCK) return
    if (this.#capacity < CAPACITY_MAX) {
      this.#grow()
      return
    }
    const block = this.#blockOf(this.#first)
    if (this.#blockTo[block]! >= unitsOf(nowMs - KEPT_MS)) {
      this.#cutToMs = Math.max(this.#cutToMs ?? 0, this.#blockTo[block]! * UNIT_MS)
    }
    this.#first = blockEnd(this.#first)
    this.#details.forget(this.#first)
  }

  #grow(): void {
    const capacity = this.#capacity * 2
    const words = new Uint32Array(capacity * WORDS_PER_STRIKE)
    const details = new StrikeDetails(capacity)
    const blockFrom = new Float64Array(capacity / BLOCK)
    const blockTo = new Float64Array(capacity / BLOCK)
    // Both capacities are whole blocks, and a block never straddles the end of the ring.
    for (let sequence = blockStart(this.#first); sequence < this.#end; sequence += BLOCK) {
      const from = sequence % this.#capacity
      const to = sequence % capacity
      words.set(this.#words.subarray(from * WORDS_PER_STRIKE, (from + BLOCK) * WORDS_PER_STRIKE), to * WORDS_PER_STRIKE)
      details.copy(this.#details, from, to, BLOCK)
      blockFrom[to / BLOCK] = this.#blockFrom[from / BLOCK]!
      blockTo[to / BLOCK] = this.#blockTo[from / BLOCK]!
    }
    details.keepRare(this.#details)
    this.#words = words
    this.#details = details
    this.#blockFrom = blockFrom
    this.#blockTo = blockTo
    this.#capacity = capacity
  }

  #blockOf(sequence: number): number {
    return Math.floor((sequence % this.#capacity) / BLOCK)
  }

  #unitsAt(sequence: number): number {
    const word = this.#words[(sequence % this.#capacity) * WORDS_PER_STRIKE + 2]!
    return this.#latestUnits - unitsBefore(wrapUnits(this.#latestUnits), word)
  }

  #timeMsAt(sequence: number): number {
    return this.#unitsAt(sequence) * UNIT_MS + this.#details.subUnitMs(sequence % this.#capacity)
  }
}

/** About two metres at the equator. */
const FIND_WITHIN_UNITS = 215

const blockStart = (sequence: number) => sequence - (sequence % BLOCK)
const blockEnd = (sequence: number) => blockStart(sequence) + BLOCK
const toMicrodegree = (deg: number) => Math.round(deg * 1e6) / 1e6

/** How far, in units of x and y, anything within `maxPx` of the middle can lie; null where the frame is degenerate. */
function reachOf({ pxPerX, pxPerY }: PixelFrame, maxPx: number): { x: number; y: number } | null {
  const determinant = pxPerX[0] * pxPerY[1] - pxPerX[1] * pxPerY[0]
  const x = (maxPx * Math.hypot(pxPerY[0], pxPerY[1])) / Math.abs(determinant)
  const y = (maxPx * Math.hypot(pxPerX[0], pxPerX[1])) / Math.abs(determinant)
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null
}
