import { bearingDeg, type LatLon } from '../geo/geo.ts'
import type { PlaceGeometry } from '../places/place.ts'
import { createPlacesNear, type PlacesNear } from '../places/places-near.ts'
import { type NearestStrike, StrikeMinutes } from '../strikes/strike-minutes.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { type Hold, readHold, secondEnd, type Watch } from './hold-time.ts'
import { LOCATION_ERROR_RANGE_KM, ringReach } from './location-error.ts'
import { RING_MAX_KM } from './rings.ts'

/** Strikes farther from an airport than this do not concern it: whatever may be in the widest ring is nearer. */
export const REACH_KM = RING_MAX_KM + LOCATION_ERROR_RANGE_KM[1]
/** Nearest distances are told per stretch of this length, and of so many of them. */
export const APPROACH_BIN_MS = 5 * MINUTE_MS
const APPROACH_BINS = 6
/** How long strikes are kept one by one: the longest hold time and all stretches lie within. */
export const HOLD_TIMER_KEPT_MS = 40 * MINUTE_MS
/**
 * In a report TS means thunder within the first distance, VCTS up to the second; it is reported for this long after.
 */
export const TS_KM = 8
export const VC_KM = 16
export const TS_WINDOW_MS = 10 * MINUTE_MS
/** How far back observed time is needed: for the longest hold time, and for the check of a report's thunder. */
export const WATCH_MS = 30 * MINUTE_MS

/** One ring around an airport. Its count is of everything within the radius, inner rings too. */
export interface RingTimer {
  km: number
  /** Strikes within the hold time that are inside or may be. */
  count: number
  /** Those of them that only may be, as far as strikes are located; 0 where nobody says how far. */
  perhaps: number
  /** Unix ms of the latest known, within the hold time or before. */
  lastMs: number | null
  hold: Hold
}

/** What is known of the lightning around an airport at one moment. */
export interface HoldTimer {
  /** The whole second of which it tells. */
  nowMs: number
  holdMs: number
  /** From the inside out. */
  rings: readonly RingTimer[]
  /** Of the hold time, within `REACH_KM`. */
  nearest: NearestStrike | null
  /** Nearest strike of each stretch of 5 minutes, the newest first. */
  approachBins: readonly (NearestStrike | null)[]
  watch: Watch
  /** What a report of now should know of: strikes of the last 10 minutes, and the latest at all. */
  thunder: { within8: number; within16: number; last16Ms: number | null }
}

/** A place that a hold timer is kept for: its middle, and where it is no point what its distances are from. */
export interface HoldTimerPlace extends LatLon {
  /** The ICAO code of an airport, else the id. */
  icao: string
  geometry?: PlaceGeometry
}

/** The hold timers of all airports and other guarded places, kept up strike by strike. Whoever reads one says what time it is. */
export class HoldTimers {
  readonly rings: readonly number[]
  readonly #own: ReadonlyMap<string, readonly number[]>
  readonly #errorKm: number
  /** Every radius for which the latest strike is kept: all rings and the distances of reports, from the inside out. */
  readonly #radii: readonly number[]
  readonly #places: readonly HoldTimerPlace[]
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #near: PlacesNear
  readonly #minutes: (StrikeMinutes | undefined)[]
  /** Latest strike within each radius (Unix ms), one row of radii for each place; -Infinity where there was none. */
  readonly #lastMs: Float64Array
  /** The same of records, with how far it was, km: they count for levels, also where a better record of the stroke lies elsewhere. */
  readonly #lastRecordMs: Float64Array
  readonly #lastRecordKm: Float32Array
  readonly #counts: Uint32Array
  /** Index of the radius of each place within which something may be in its widest ring. */
  readonly #widest: Uint16Array
  /** Readings of places around which nothing ever struck, by their rings. */
  readonly #empty = new Map<readonly number[], HoldTimer>()

  /**
   * `own` are the rings of those airports that have others than the rest; `errorKm`: how well strikes are located, 0 where nobody
   * says; `levelsKm`: other distances for which the latest record is kept.
   */
  constructor(
    places: readonly HoldTimerPlace[],
    rings: readonly number[],
    own: ReadonlyMap<string, readonly number[]> = new Map(),
    errorKm = 0,
    levelsKm: Iterable<readonly number[]> = [],
  ) {
    const sets = [rings, ...own.values()]
    for (const set of sets) {
      if (set.length === 0 || set.at(-1)! > RING_MAX_KM) throw new Error(`Unexpected rings: ${set.join()}.`)
    }
    this.rings = rings
    this.#own = withSharedRings(own)
    this.#errorKm = errorKm
    const reaches = [...new Set([...sets, ...levelsKm].flat())].flatMap((km) => Object.values(ringReach(km, errorKm)))
    this.#radii = [...new Set([...reaches, TS_KM, VC_KM, REACH_KM])].sort((a, b) => a - b)
    this.#places = places
    this.#indexOf = new Map(places.map(({ icao }, index) => [icao, index]))
    this.#near = createPlacesNear(places, REACH_KM)
    this.#minutes = new Array(places.length)
    this.#lastMs = new Float64Array(places.length * this.#radii.length).fill(Number.NEGATIVE_INFINITY)
    this.#lastRecordMs = this.#lastMs.slice()
    this.#lastRecordKm = new Float32Array(this.#lastMs.length)
    this.#counts = new Uint32Array(this.#radii.length)
    this.#widest = Uint16Array.from(places, ({ icao }) => this.#widestOf(this.#own.get(icao) ?? rings))
  }

  get places(): readonly HoldTimerPlace[] {
    return this.#places
  }

  /** Takes in a record, in whatever order they come; `isStroke`: the best one of its stroke, which is counted. */
  add(sequence: number, timeMs: number, lat: number, lon: number, isStroke = true): void {
    this.#near(lat, lon, (index, km) => {
      const radii = this.#radii
      let first = 0
      while (first < radii.length && km > radii[first]!) first++
      const row = index * radii.length
      for (let i = row + first; i < row + radii.length; i++) {
        if (timeMs > this.#lastRecordMs[i]!) {
          this.#lastRecordMs[i] = timeMs
          this.#lastRecordKm[i] = km
        }
        if (isStroke) this.#lastMs[i] = Math.max(this.#lastMs[i]!, timeMs)
      }
      if (!isStroke) return
      this.#minutes[index] ??= new StrikeMinutes(radii.length)
      this.#minutes[index].add(sequence, timeMs, km, bearingDeg(this.#places[index]!, { lat, lon }), first)
    })
  }

  /**
   * The latest record that is, or may be, within a distance for which rings were given, Unix ms and km; also where a better record of
   * its stroke lies elsewhere. Null where none is known.
   */
  latestRecord(icao: string, km: number): { atMs: number; km: number } | null {
    const index = this.#indexOf.get(icao)
    const radius = this.#radii.indexOf(ringReach(km, this.#errorKm).perhapsKm)
    if (index === undefined || radius < 0) return null
    const i = index * this.#radii.length + radius
    const atMs = this.#lastRecordMs[i]!
    return atMs === Number.NEGATIVE_INFINITY ? null : { atMs, km: this.#lastRecordKm[i]! }
  }

  /** Takes a strike out again that turned out to have been elsewhere. */
  remove(sequence: number, timeMs: number, lat: number, lon: number): void {
    this.#near(lat, lon, (index) => {
      const minutes = this.#minutes[index]
      const first = minutes?.remove(sequence, timeMs)
      if (!minutes || first == null) return
      const row = index * this.#radii.length
      for (let i = first; i < this.#radii.length; i++) {
        if (this.#lastMs[row + i]! <= timeMs) this.#lastMs[row + i] = minutes.lastMs(i)
      }
    })
  }

  /** Frees the memory of airports around which nothing struck for long. To be called now and then. */
  expire(nowMs: number): void {
    const oldest = Math.floor((nowMs - HOLD_TIMER_KEPT_MS) / 1_000)
    for (let index = 0; index < this.#minutes.length; index++) {
      if (this.#minutes[index]?.isEmptySince(oldest)) this.#minutes[index] = undefined
    }
  }

  /** The places in whose widest ring something struck after `sinceMs`, or may have. */
  struckSince(sinceMs: number): string[] {
    const struck: string[] = []
    for (let index = 0; index < this.#places.length; index++) {
      if (this.#lastMs[index * this.#radii.length + this.#widest[index]!]! > sinceMs)
        struck.push(this.#places[index]!.icao)
    }
    return struck
  }

  /** The hold timer of any place around which nothing struck within the hold time: but for the number of rings they are alike. */
  readAtRest(watch: Watch, atMs: number, holdMs: number): HoldTimer {
    return this.#emptyReading(this.rings, watch, wholeSecond(atMs), holdMs)
  }

  /** The hold timer of an airport; null where none is kept for it. */
  read(icao: string, watch: Watch, atMs: number, holdMs: number): HoldTimer | null {
    const index = this.#indexOf.get(icao)
    if (index === undefined) return null
    const nowMs = wholeSecond(atMs)
    const minutes = this.#minutes[index]
    const own = this.#own.get(icao)
    const rings = own ?? this.rings
    if (!minutes && this.#last(index, REACH_KM) === null) return this.#emptyReading(rings, watch, nowMs, holdMs)
    return this.#reading(index, rings, minutes, watch, nowMs, holdMs)
  }

  /** All places of the same rings around which nothing ever struck share one reading. */
  #emptyReading(rings: readonly number[], watch: Watch, nowMs: number, holdMs: number): HoldTimer {
    const held = this.#empty.get(rings)
    if (held && held.watch === watch && held.nowMs === nowMs && held.holdMs === holdMs) return held
    const reading = this.#reading(-1, rings, undefined, watch, nowMs, holdMs)
    this.#empty.set(rings, reading)
    return reading
  }

  #reading(
    index: number,
    ringsKm: readonly number[],
    minutes: StrikeMinutes | undefined,
    watch: Watch,
    nowMs: number,
    holdMs: number,
  ): HoldTimer {
    const counts = this.#countSince(minutes, nowMs - holdMs)
    const rings = ringsKm.map((km): RingTimer => {
      const { surelyKm, perhapsKm } = ringReach(km, this.#errorKm)
      const lastMs = this.#last(index, perhapsKm)
      const count = counts[this.#radii.indexOf(perhapsKm)]!
      const perhaps = count - counts[this.#radii.indexOf(surelyKm)]!
      return { km, count, perhaps, lastMs, hold: readHold(lastMs, watch, nowMs, holdMs) }
    })
    const thunder = this.#countSince(minutes, nowMs - TS_WINDOW_MS)
    const within8 = thunder[this.#radii.indexOf(TS_KM)]!
    const within16 = thunder[this.#radii.indexOf(VC_KM)]!
    const approachBins = binsOf(minutes, nowMs)
    return {
      nowMs,
      holdMs,
      rings,
      nearest: nearestOf(approachBins.slice(0, holdMs / APPROACH_BIN_MS)),
      approachBins,
      watch,
      thunder: { within8, within16, last16Ms: this.#last(index, VC_KM) },
    }
  }

  #widestOf(rings: readonly number[]): number {
    return this.#radii.indexOf(ringReach(rings.at(-1)!, this.#errorKm).perhapsKm)
  }

  #last(index: number, km: number): number | null {
    if (index < 0) return null
    const lastMs = this.#lastMs[index * this.#radii.length + this.#radii.indexOf(km)]!
    return lastMs === Number.NEGATIVE_INFINITY ? null : lastMs
  }

  /** Within each radius, after `sinceMs`. The answer is overwritten by the next. */
  #countSince(minutes: StrikeMinutes | undefined, sinceMs: number): Uint32Array {
    this.#counts.fill(0)
    minutes?.countSince(secondAfter(sinceMs), this.#counts)
    return this.#counts
  }
}

/** The same rings as one list, however many places have them. */
function withSharedRings(own: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, readonly number[]> {
  const shared = new Map<string, readonly number[]>()
  return new Map([...own].map(([id, rings]) => [id, heldOrMade(shared, rings.join(), () => rings)]))
}

const NO_BINS: readonly null[] = new Array(APPROACH_BINS).fill(null)

function binsOf(minutes: StrikeMinutes | undefined, nowMs: number): readonly (NearestStrike | null)[] {
  if (!minutes) return NO_BINS
  return NO_BINS.map((_, i) => {
    const from = secondAfter(nowMs - (i + 1) * APPROACH_BIN_MS)
    // The newest stretch has no end: a strike that is dated later than now counts as of now.
    return minutes.nearest(from, i === 0 ? undefined : from + APPROACH_BIN_MS / 1_000)
  })
}

/** The nearest of all stretches given. */
function nearestOf(bins: readonly (NearestStrike | null)[]): NearestStrike | null {
  return bins.reduce((best, bin) => (bin && (!best || bin.km < best.km) ? bin : best), null)
}

/** A moment rounded down to its whole second, Unix ms. */
export function wholeSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}

/** The first second, Unix seconds, whose strikes all lie after a moment. */
function secondAfter(ms: number): number {
  return secondEnd(ms) / 1_000 + 1
}
