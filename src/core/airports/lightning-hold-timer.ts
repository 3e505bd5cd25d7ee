import { bearingDeg, type LatLon } from '../geo/geo.ts'
import type { PlaceGeometry } from '../places/place.ts'
import { createPlacesNear, type PlacesNear } from '../places/places-near.ts'
import { type NearestStrike, StrikeMinutes } from '../strikes/strike-minutes.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { secondEnd, type Watch } from './hold-time.ts'
import { LOCATION_ERROR_RANGE_KM, ringReach } from './location-error.ts'
import { RING_MAX_KM } from './rings.ts'

/** Farther strikes do not concern an airport: the widest ring plus the location error. */
export const REACH_KM = RING_MAX_KM + LOCATION_ERROR_RANGE_KM[1]
/** Nearest distances are computed per period of this length, for this number of periods. */
export const APPROACH_BIN_MS = 5 * MINUTE_MS
const APPROACH_BINS = 6
/** Retention of individual strikes: the longest hold time and all periods. */
export const HOLD_TIMER_KEPT_MS = 40 * MINUTE_MS
/** TS means thunder within the first distance, VCTS up to the second; both are reported for this time afterwards. */
export const TS_KM = 8
export const VC_KM = 16
export const TS_WINDOW_MS = 10 * MINUTE_MS
/** Required look-back of coverage: the longest hold time, and the period of the report check. */
export const WATCH_MS = 30 * MINUTE_MS

/** A ring around an airport. Its count includes inner rings. */
export interface RingTimer {
  km: number
  /** Strikes within the hold time that are or may be inside. */
  count: number
  /** Those that only may be inside, given the location error; 0 if that is unknown. */
  perhaps: number
  /** Unix ms of the latest known one, within the hold time or before. */
  lastMs: number | null
}

/** Lightning around an airport at a time. */
export interface HoldTimer {
  /** A whole second. */
  nowMs: number
  holdMs: number
  /** Innermost first. */
  rings: readonly RingTimer[]
  /** Within the hold time and `REACH_KM`. */
  nearest: NearestStrike | null
  /** Nearest strike per 5 minutes, newest first. */
  approachBins(): readonly (NearestStrike | null)[]
  watch: Watch
  /** For checking a current report: strikes of the last 10 minutes, and the latest. */
  thunder(): { within8: number; within16: number; last16Ms: number | null }
}

/** A place with a hold timer: its centre, and the shape from which distances are measured. */
export interface HoldTimerPlace extends LatLon {
  /** ICAO code of an airport, else the id. */
  icao: string
  geometry?: PlaceGeometry
}

/** A ring, with the indices of the radii within which strikes are and may be inside. */
interface RingRadii {
  km: number
  surely: number
  perhaps: number
}

/** Hold timers of all airports and other monitored places, updated strike by strike. Readers supply the time. */
export class HoldTimers {
  readonly #rings: readonly RingRadii[]
  readonly #own: ReadonlyMap<string, readonly RingRadii[]>
  readonly #errorKm: number
  /** All radii with a latest strike: rings and distances of reports, innermost first. */
  readonly #radii: readonly number[]
  readonly #places: readonly HoldTimerPlace[]
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #near: PlacesNear
  readonly #minutes: (StrikeMinutes | undefined)[]
  /** Latest strike within each radius (Unix ms), one row of radii per place; -Infinity without one. */
  readonly #lastMs: Float64Array
  /**
   * The same for records, with their distance, km: they count for levels, even if a better record of the stroke is
   * elsewhere.
   */
  readonly #lastRecordMs: Float64Array
  readonly #lastRecordKm: Float32Array
  readonly #counts: Uint32Array
  /** Index of the radius of each place's widest ring, including the location error. */
  readonly #widest: Uint16Array
  /** Readings of places without any strike, by rings. */
  readonly #empty = new Map<readonly RingRadii[], HoldTimer>()

  /**
   * `own`: rings of airports that differ from the default; `errorKm`: location accuracy, 0 if unknown; `levelsKm`:
   * further distances with a latest record.
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
    this.#errorKm = errorKm
    const reaches = [...new Set([...sets, ...levelsKm].flat())].flatMap((km) => Object.values(ringReach(km, errorKm)))
    this.#radii = [...new Set([...reaches, TS_KM, VC_KM, REACH_KM])].sort((a, b) => a - b)
    // Equal rings share one array.
    const shared = new Map<string, readonly RingRadii[]>()
    const radiiOf = (set: readonly number[]) =>
      heldOrMade(shared, set.join(), () => set.map((km) => this.#ringRadii(km)))
    this.#rings = radiiOf(rings)
    this.#own = new Map([...own].map(([id, set]) => [id, radiiOf(set)]))
    this.#places = places
    this.#indexOf = new Map(places.map(({ icao }, index) => [icao, index]))
    this.#near = createPlacesNear(places, REACH_KM)
    this.#minutes = new Array(places.length)
    this.#lastMs = new Float64Array(places.length * this.#radii.length).fill(Number.NEGATIVE_INFINITY)
    this.#lastRecordMs = this.#lastMs.slice()
    this.#lastRecordKm = new Float32Array(this.#lastMs.length)
    this.#counts = new Uint32Array(this.#radii.length)
    this.#widest = Uint16Array.from(places, ({ icao }) => this.#ringsOf(icao).at(-1)!.perhaps)
  }

  get places(): readonly HoldTimerPlace[] {
    return this.#places
  }

  /** Adds a record, in any order; `isStroke`: the best one of its stroke, which is counted. */
  add(timeMs: number, lat: number, lon: number, isStroke = true): void {
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
      this.#minutes[index] ??= new StrikeMinutes(radii)
      this.#minutes[index].add(timeMs, km, bearingDeg(this.#places[index]!, { lat, lon }))
    })
  }

  /**
   * The latest record that is, or may be, within a distance given to the constructor, Unix ms and km; even if a better
   * record of its stroke is elsewhere. Null without one.
   */
  latestRecord(icao: string, km: number): { atMs: number; km: number } | null {
    const index = this.#indexOf.get(icao)
    const { perhaps: radius } = this.#ringRadii(km)
    if (index === undefined || radius < 0) return null
    const i = index * this.#radii.length + radius
    const atMs = this.#lastRecordMs[i]!
    return atMs === Number.NEGATIVE_INFINITY ? null : { atMs, km: this.#lastRecordKm[i]! }
  }

  /** Removes a strike that turned out to be elsewhere. */
  remove(timeMs: number, lat: number, lon: number): void {
    this.#near(lat, lon, (index, km) => {
      const minutes = this.#minutes[index]
      if (!minutes?.remove(timeMs, km)) return
      const row = index * this.#radii.length
      for (let i = 0; i < this.#radii.length; i++) {
        if (km <= this.#radii[i]! && this.#lastMs[row + i]! <= timeMs) this.#lastMs[row + i] = minutes.lastMs(i)
      }
    })
  }

  /** Frees the memory of airports without recent strikes. Call it periodically. */
  expire(nowMs: number): void {
    const oldest = Math.floor((nowMs - HOLD_TIMER_KEPT_MS) / 1_000)
    for (let index = 0; index < this.#minutes.length; index++) {
      if (this.#minutes[index]?.isEmptySince(oldest)) this.#minutes[index] = undefined
    }
  }

  /** Places with a strike after `sinceMs` that is, or may be, in their widest ring. */
  struckSince(sinceMs: number): string[] {
    const struck: string[] = []
    for (let index = 0; index < this.#places.length; index++) {
      if (this.#lastMs[index * this.#radii.length + this.#widest[index]!]! > sinceMs)
        struck.push(this.#places[index]!.icao)
    }
    return struck
  }

  /** The reading of any place without a strike within the hold time: equal except for the number of rings. */
  readAtRest(watch: Watch, atMs: number, holdMs: number): HoldTimer {
    return this.#emptyReading(this.#rings, watch, wholeSecond(atMs), holdMs)
  }

  /** The hold timer of an airport; null without one. */
  read(icao: string, watch: Watch, atMs: number, holdMs: number): HoldTimer | null {
    const index = this.#indexOf.get(icao)
    if (index === undefined) return null
    const nowMs = wholeSecond(atMs)
    const minutes = this.#minutes[index]
    const rings = this.#ringsOf(icao)
    if (!minutes && this.#last(index, this.#radii.length - 1) === null)
      return this.#emptyReading(rings, watch, nowMs, holdMs)
    return this.#reading(index, rings, minutes, watch, nowMs, holdMs)
  }

  /** Places with the same rings and no strike ever share one reading. */
  #emptyReading(rings: readonly RingRadii[], watch: Watch, nowMs: number, holdMs: number): HoldTimer {
    const held = this.#empty.get(rings)
    if (held && held.watch === watch && held.nowMs === nowMs && held.holdMs === holdMs) return held
    const reading = this.#reading(-1, rings, undefined, watch, nowMs, holdMs)
    this.#empty.set(rings, reading)
    return reading
  }

  #reading(
    index: number,
    ringRadii: readonly RingRadii[],
    minutes: StrikeMinutes | undefined,
    watch: Watch,
    nowMs: number,
    holdMs: number,
  ): HoldTimer {
    const rings = () => {
      const counts = this.#countSince(minutes, nowMs - holdMs)
      return ringRadii.map(({ km, surely, perhaps }): RingTimer => {
        const count = counts[perhaps]!
        return { km, count, perhaps: count - counts[surely]!, lastMs: this.#last(index, perhaps) }
      })
    }
    return new Reading({
      nowMs,
      holdMs,
      watch,
      rings,
      nearest: () => minutes?.nearest(secondAfter(nowMs - holdMs)) ?? null,
      approachBins: () => binsOf(minutes, nowMs),
      thunder: () => this.#thunder(index, minutes, nowMs),
    })
  }

  #thunder(index: number, minutes: StrikeMinutes | undefined, nowMs: number): ReturnType<HoldTimer['thunder']> {
    const counts = this.#countSince(minutes, nowMs - TS_WINDOW_MS)
    const vc = this.#radii.indexOf(VC_KM)
    const within8 = counts[this.#radii.indexOf(TS_KM)]!
    return { within8, within16: counts[vc]!, last16Ms: this.#last(index, vc) }
  }

  #ringsOf(icao: string): readonly RingRadii[] {
    return this.#own.get(icao) ?? this.#rings
  }

  #ringRadii(km: number): RingRadii {
    const { surelyKm, perhapsKm } = ringReach(km, this.#errorKm)
    return { km, surely: this.#radii.indexOf(surelyKm), perhaps: this.#radii.indexOf(perhapsKm) }
  }

  #last(index: number, radius: number): number | null {
    if (index < 0) return null
    const lastMs = this.#lastMs[index * this.#radii.length + radius]!
    return lastMs === Number.NEGATIVE_INFINITY ? null : lastMs
  }

  /** Counts within each radius, after `sinceMs`. The array is reused by the next call. */
  #countSince(minutes: StrikeMinutes | undefined, sinceMs: number): Uint32Array {
    this.#counts.fill(0)
    minutes?.countSince(secondAfter(sinceMs), this.#counts)
    return this.#counts
  }
}

type Lazily<T, Key extends keyof T> = Omit<T, Key> & { [K in Key]: () => T[K] }

/**
 * Rings and nearest strike are read of few of the thousands of places that are read each second. A class, because an
 * object literal with a getter takes the engine microseconds.
 */
class Reading implements HoldTimer {
  readonly nowMs: number
  readonly holdMs: number
  readonly watch: Watch
  readonly approachBins: HoldTimer['approachBins']
  readonly thunder: HoldTimer['thunder']
  readonly #read: Lazily<HoldTimer, 'rings' | 'nearest'>
  #rings: HoldTimer['rings'] | null = null

  constructor(read: Lazily<HoldTimer, 'rings' | 'nearest'>) {
    this.nowMs = read.nowMs
    this.holdMs = read.holdMs
    this.watch = read.watch
    this.approachBins = read.approachBins
    this.thunder = read.thunder
    this.#read = read
  }

  get rings(): HoldTimer['rings'] {
    this.#rings ??= this.#read.rings()
    return this.#rings
  }

  get nearest(): HoldTimer['nearest'] {
    return this.#read.nearest()
  }
}

const NO_BINS: readonly null[] = new Array(APPROACH_BINS).fill(null)

function binsOf(minutes: StrikeMinutes | undefined, nowMs: number): readonly (NearestStrike | null)[] {
  if (!minutes) return NO_BINS
  return NO_BINS.map((_, i) => {
    const from = secondAfter(nowMs - (i + 1) * APPROACH_BIN_MS)
    // The newest period is open-ended: a strike dated in the future counts as now.
    return minutes.nearest(from, i === 0 ? undefined : from + APPROACH_BIN_MS / 1_000)
  })
}

/** A moment rounded down to its whole second, Unix ms. */
export function wholeSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}

/** The first second, Unix seconds, whose strikes are all after a time. */
function secondAfter(ms: number): number {
  return secondEnd(ms) / 1_000 + 1
}
