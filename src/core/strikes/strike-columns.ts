import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Box } from '../geo/geo.ts'
import { fixedX, fixedY, latOfFixed, lonOfFixed } from '../geo/mercator-fixed.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { Emitter, type Unsubscribe } from '../util/emitter.ts'
import { BlockCounts } from './block-counts.ts'
import {
  packWord,
  polarityOfWord,
  shownAfterMsOf,
  TIME_REACH_MS,
  UNIT_MS,
  unitsBefore,
  unitsOf,
  wrapUnits,
} from './packed-strike-time.ts'
import { type Polarity, type Strike, strikeTimeMs } from './strike.ts'
import { StrikeDetails } from './strike-details.ts'
import { isSuperseded, mcgOf, mdsOf, packQuality, recordsOfWord } from './strike-quality.ts'
import {
  BLOCK,
  blockEnd,
  SEGMENT,
  StrikeRing,
  TICKS_PER_MS,
  TICKS_PER_UNIT,
  WORDS_PER_STRIKE,
  X,
  Y,
} from './strike-ring.ts'
import { type Chosen, countIn, firstSinceIn, latestIn, nearestIn, type PixelFrame } from './strike-scan.ts'
import { StrikeStretches } from './strike-stretches.ts'
import { StrokeGrouping } from './stroke-grouping.ts'
import { StrokeNeighbours } from './stroke-neighbours.ts'

export const CAPACITY_MAX = 1_048_576
/** Retention of strikes: the longest time window. */
export const KEPT_MS = 120 * MINUTE_MS
/** The flashes of a second's batch are spread over this time. */
export const FLASH_SPREAD_MS = 600
/** Number of tracked changes of older records; after more a consumer must read everything again. */
const REVISIONS_KEPT = 4_096

/** A held strike: all of `Strike` except its identity. */
export type HeldStrike = Omit<Strike, 'id'> & {
  sequence: number
  /** Whether it is the best located record of its stroke. */
  isBest: boolean
  /** When it was first shown on this screen, Unix ms; null without a flash. */
  shownAtMs: number | null
  /** Number of records of its stroke, including itself. */
  records: number
}

export interface PushResult {
  /** Sequence numbers of new records, [first, end). */
  first: number
  end: number
}

interface ColumnsOptions {
  /** Retention; at most 14 hours, as packed times wrap. */
  keptMs?: number
  capacity?: number
}

/**
 * Strike records of the page, outside React and in flat columns: 24 bytes each without objects, in order of arrival;
 * beyond the capacity the oldest are dropped. Records are grouped into strokes: the best located one represents the
 * stroke, and counts are of strokes unless records are requested.
 */
export class StrikeColumns {
  readonly #ring: StrikeRing
  readonly #strokes: StrokeGrouping
  readonly #counts: BlockCounts
  readonly #details = new StrikeDetails()
  readonly #stretches = new StrikeStretches()
  readonly #keptMs: number
  /** The latest strike time, in units: the reference for unwrapping. */
  #latestUnits = Number.NEGATIVE_INFINITY
  #cutToMs: number | null = null
  #unreadable = 0
  #knowsPolarity = false
  readonly #revised = new Float64Array(REVISIONS_KEPT)
  #revisions = 0
  readonly #changes = new Emitter<PushResult>()

  constructor({ keptMs = KEPT_MS, capacity = CAPACITY_MAX }: ColumnsOptions = {}) {
    this.#keptMs = keptMs
    this.#ring = new StrikeRing(capacity)
    this.#strokes = new StrokeGrouping(this.#ring)
    this.#counts = new BlockCounts(capacity / BLOCK)
  }

  get capacity(): number {
    return this.#ring.capacity
  }
  /** Sequence number of the oldest held. */
  get first(): number {
    return this.#ring.first
  }
  /** Sequence number of the next record; grows with each one. */
  get end(): number {
    return this.#ring.end
  }
  /** Unix ms of the latest strike dropped for capacity: data until then are incomplete. Null without one. */
  get cutToMs(): number | null {
    return this.#cutToMs
  }
  /** Records dropped because their time is hours away from now. */
  get unreadable(): number {
    return this.#unreadable
  }
  /** Unix ms of the latest strike. */
  get latestMs(): number | null {
    return this.end === 0 ? null : this.#latestUnits * UNIT_MS
  }
  /** Number of replacements of a stroke's best record by a later one. */
  get revisions(): number {
    return this.#revisions
  }
  /** Whether any record had a polarity: many networks never provide it. */
  get knowsPolarity(): boolean {
    return this.#knowsPolarity
  }
  get bytes(): number {
    return this.#ring.bytes
  }

  /** Notifies of new records; `revisedSince` has replaced ones. */
  subscribe(listener: (added: PushResult) => void): Unsubscribe {
    return this.#changes.subscribe(listener)
  }

  /** Adds records not held yet. With `news` they are live and flash; otherwise they fill a gap. */
  push(records: readonly StrikeRecord[], nowMs: number, news: boolean): PushResult {
    this.expire(nowMs)
    const first = this.end
    let latestMs = Number.NEGATIVE_INFINITY
    for (const record of records) {
      const timeMs = strikeTimeMs(record.time)
      if (!news && this.#isFullOfNewer(timeMs)) this.#cutToMs = Math.max(this.#cutToMs ?? 0, timeMs)
      else if (Math.abs(timeMs - nowMs) > TIME_REACH_MS / 2) this.#unreadable++
      else if (nowMs - timeMs <= this.#keptMs) {
        this.#take(record, timeMs, nowMs, news)
        latestMs = Math.max(latestMs, timeMs)
      }
    }
    const result = { first: Math.max(first, this.first), end: this.end }
    if (result.end > result.first) {
      this.#stretches.add(result.first, result.end, latestMs, this.first)
      this.#changes.emit(result)
    }
    return result
  }

  /** Drops strikes older than any time window. */
  expire(nowMs: number): void {
    const ring = this.#ring
    const since = unitsOf(nowMs - this.#keptMs)
    let { first } = ring
    while (first < ring.end && ring.blockTo(first) < since) first = Math.min(ring.end, blockEnd(first))
    // Within a block one by one: on a quiet day a block would outlive the wrap of packed times.
    this.#dropTo(first < ring.end ? firstSinceIn(ring, first, since) : first)
  }

  /** The first sequence number from which on there are strikes since `sinceMs`. */
  firstSince(sinceMs: number): number {
    const since = unitsOf(sinceMs)
    let sequence = this.first
    while (sequence < this.end && this.#ring.blockTo(sequence) < since) sequence = blockEnd(sequence)
    return Math.min(sequence, this.end)
  }

  /** Number of strokes since `sinceMs`, worldwide or in `box`; or of records, if chosen. */
  countSince(sinceMs: number, box?: Box | null, chosen: Chosen = {}): number {
    return countIn(this.#ring, sinceMs, box ?? null, chosen, this.#counts)
  }

  /** The stroke since `sinceMs` nearest to the centre of `frame` within `maxPx`; the newest of equals. */
  nearest(frame: PixelFrame, maxPx: number, sinceMs: number, chosen: Chosen = {}): number | null {
    return nearestIn(this.#ring, frame, maxPx, sinceMs, chosen)
  }

  /** The newest since `sinceMs` by arrival, at most `most`; in `box` if given. */
  latest(most: number, sinceMs: number, box?: Box | null, chosen: Chosen = {}): number[] {
    return latestIn(this.#ring, most, sinceMs, box ?? null, chosen)
  }

  /**
   * Visits the words of held records, oldest first, in runs: `count` records from word `from`, the first with number
   * `sequence`. Word formats are in `strike-ring.ts`, `packed-strike-time.ts` and `strike-quality.ts`.
   */
  forRuns(
    first: number,
    end: number,
    visit: (words: Uint32Array, from: number, count: number, sequence: number) => void,
  ): void {
    for (let sequence = Math.max(first, this.first); sequence < end; ) {
      const at = sequence % SEGMENT
      const count = Math.min(end - sequence, SEGMENT - at)
      visit(this.#ring.segmentOf(sequence).words, at * WORDS_PER_STRIKE, count, sequence)
      sequence += count
    }
  }

  /** Visits held records in [first, end) as stretches, the one with the latest strike last. */
  forRunsByTime(first: number, end: number, visit: (first: number, end: number) => void): void {
    this.#stretches.visit(Math.max(first, this.first), end, visit)
  }

  /** Visits records replaced since `revisions` had that value; false if there were too many to track. */
  revisedSince(revisions: number, visit: (sequence: number) => void): boolean {
    if (this.#revisions - revisions > REVISIONS_KEPT) return false
    for (let i = revisions; i < this.#revisions; i++) {
      const sequence = this.#revised[i % REVISIONS_KEPT]!
      if (this.isHeld(sequence)) visit(sequence)
    }
    return true
  }

  /** The newest record at that time and position, within a millisecond and two metres. */
  find(timeMs: number, lat: number, lon: number): number | null {
    const ring = this.#ring
    const x = fixedX(lon)
    const y = fixedY(lat)
    const near = FIND_WITHIN_UNITS / Math.max(0.02, Math.cos((lat * Math.PI) / 180))
    const tick = Math.floor(timeMs * TICKS_PER_MS)
    const units = Math.floor(tick / TICKS_PER_UNIT)
    const around = new StrokeNeighbours()
    ring.collect(units, tick - units * TICKS_PER_UNIT, -FIND_WITHIN_TICKS, FIND_WITHIN_TICKS, around)
    let found: number | null = null
    for (const slot of around.slots.subarray(0, around.count)) {
      if (Math.abs((ring.wordAt(slot, X) - x) | 0) > near || Math.abs(ring.wordAt(slot, Y) - y) > near) continue
      const each = ring.sequenceAt(slot)
      if (Math.abs(this.#timeMsAt(each) - timeMs) <= 1 && each > (found ?? -1)) found = each
    }
    return found
  }

  isHeld(sequence: number): boolean {
    return sequence >= this.first && sequence < this.end
  }

  /** The best record of a held record's stroke, possibly itself. */
  bestOf(sequence: number): number {
    return this.#strokes.bestOf(sequence, this.#unitsAt(sequence), this.#ring.tickInUnit(sequence))
  }

  /** All fields of a held strike; null if it is no longer held. */
  at(sequence: number): HeldStrike | null {
    if (!this.isHeld(sequence)) return null
    const segment = this.#ring.segmentOf(sequence)
    const i = (sequence % SEGMENT) * WORDS_PER_STRIKE
    const [x, y, time, quality] = segment.words.subarray(i, i + WORDS_PER_STRIKE) as unknown as number[]
    const timeMs = this.#timeMsAt(sequence)
    const details = this.#details.at(segment, sequence)
    const isBest = !isSuperseded(quality!)
    const shownAfter = shownAfterMsOf(time!)
    const best = isBest ? quality! : this.#ring.qualityOf(this.bestOf(sequence))
    return {
      sequence,
      timeMs,
      lat: details.lat ?? toMicrodegree(latOfFixed(y!)),
      lon: toMicrodegree(lonOfFixed(x!)),
      polarity: polarityOfWord(time!),
      altitudeM: details.altitudeM,
      mdsNs: mdsOf(quality!),
      mcgDeg: mcgOf(quality!),
      status: details.status,
      region: details.region,
      arrivedAtMs: details.delayMs === null ? null : timeMs + details.delayMs,
      isBest,
      shownAtMs: shownAfter === null ? null : timeMs + shownAfter,
      records: recordsOfWord(best),
    }
  }

  /** Visits time and position of held strokes, each at its best record, without allocations; or all `records`. */
  visit(
    first: number,
    end: number,
    visit: (sequence: number, timeMs: number, lat: number, lon: number, isStroke: boolean, polarity: Polarity) => void,
    { records = false }: Pick<Chosen, 'records'> = {},
  ): void {
    this.forRuns(first, Math.min(end, this.end), (words, from, count, sequence) => {
      for (let each = 0; each < count; each++) {
        const i = from + each * WORDS_PER_STRIKE
        const isStroke = !isSuperseded(words[i + 3]!)
        if (!records && !isStroke) continue
        const lat = latOfFixed(words[i + 1]!)
        const lon = lonOfFixed(words[i]!)
        visit(sequence + each, this.#timeMsAt(sequence + each), lat, lon, isStroke, polarityOfWord(words[i + 2]!))
      }
    })
  }

  /** Whether adding this record would require dropping a newer block. */
  #isFullOfNewer(timeMs: number): boolean {
    return this.#ring.isFull && timeMs < this.#ring.blockFrom(this.first) * UNIT_MS
  }

  #take(record: StrikeRecord, timeMs: number, nowMs: number, news: boolean): void {
    const ring = this.#ring
    const tick = Math.floor(timeMs * TICKS_PER_MS)
    const units = Math.floor(tick / TICKS_PER_UNIT)
    const tickInUnit = tick - units * TICKS_PER_UNIT
    const x = fixedX(record.lon)
    const y = fixedY(record.lat)
    if (ring.isFull && ring.beginsBlock) this.#makeRoom(nowMs)
    if (this.#strokes.isHeld(units, tickInUnit, x, y)) return
    this.#latestUnits = Math.max(this.#latestUnits, units)
    const spreadMs = (timeMs - Math.floor(timeMs / 1_000) * 1_000) * (FLASH_SPREAD_MS / 1_000)
    const shownAfterMs = news ? Math.max(0, nowMs - timeMs) + spreadMs : null
    const polarity = Math.sign(record.pol ?? 0) as Polarity
    if (polarity !== 0) this.#knowsPolarity = true
    const word = packWord(units, shownAfterMs, polarity)
    const sequence = ring.append(units, tickInUnit, x, y, word, packQuality(record.mds, record.mcg))
    this.#details.set(ring.segmentOf(sequence), sequence, record, timeMs)
    this.#strokes.join(sequence, this.#revise)
  }

  readonly #revise = (sequence: number) => {
    this.#revised[this.#revisions % REVISIONS_KEPT] = sequence
    this.#revisions++
  }

  /** Drops the oldest block of a full ring for a new one. */
  #makeRoom(nowMs: number): void {
    const to = this.#ring.blockTo(this.first)
    if (to >= unitsOf(nowMs - this.#keptMs)) this.#cutToMs = Math.max(this.#cutToMs ?? 0, to * UNIT_MS)
    this.#dropTo(blockEnd(this.first))
  }

  #dropTo(first: number): void {
    this.#ring.dropTo(first)
    this.#details.forget(this.first)
  }

  #unitsAt(sequence: number): number {
    return this.#latestUnits - unitsBefore(wrapUnits(this.#latestUnits), this.#ring.timeOf(sequence))
  }

  #tickAt(sequence: number): number {
    return this.#unitsAt(sequence) * TICKS_PER_UNIT + this.#ring.tickInUnit(sequence)
  }

  /** Time of a record, Unix ms: the middle of its 15 µs tick. */
  #timeMsAt(sequence: number): number {
    return (this.#tickAt(sequence) + 0.5) / TICKS_PER_MS
  }
}

/** About two metres at the equator. */
const FIND_WITHIN_UNITS = 215
const FIND_WITHIN_TICKS = Math.ceil(TICKS_PER_MS) + 1

const toMicrodegree = (deg: number) => Math.round(deg * 1e6) / 1e6
