import type { StrikeRecord } from '../../contract/lightning.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { MERCATOR_LAT_MAX } from '../geo/geo.ts'
import { SEGMENT, type StrikeSegment } from './strike-ring.ts'

/** The delay's 16 bits: 15 bits in steps of 10 ms, and a flag for "altitude 0", the usual case. */
const DELAY_NONE = 0x7fff
const GROUND_BIT = 0x8000
const DELAY_STEP_MS = 10
/** Maximum entries of the map for other altitudes, and for latitudes beyond the projection's edge. */
const RARE_MAX = 20_000
const CODE_NONE = 0xff

interface StrikeDetail {
  delayMs: number | null
  status: string | null
  region: string | null
  altitudeM: number | null
  /** The latitude if it is beyond the projection's edge, which the position cannot represent. */
  lat: number | null
}

/** Fields for the panel of a strike only: 3 bytes each, in the same segment as the record. */
export class StrikeDetails {
  readonly #codes = new PairCodes()
  readonly #rare = new Map<number, { altitudeM: number | null; lat: number | null }>()

  set({ delays, codes }: StrikeSegment, sequence: number, record: StrikeRecord, timeMs: number): void {
    const at = sequence % SEGMENT
    const arrivedAtMs = instantMs(record.arrived_at)
    const delay =
      arrivedAtMs === null
        ? DELAY_NONE
        : Math.min(Math.round(Math.max(0, arrivedAtMs - timeMs) / DELAY_STEP_MS), DELAY_NONE - 1)
    delays[at] = delay | (record.alt === 0 ? GROUND_BIT : 0)
    codes[at] = this.#codes.codeOf(record.status, record.region)
    const lat = Math.abs(record.lat) > MERCATOR_LAT_MAX ? record.lat : null
    if (!record.alt && lat === null) return
    this.#rare.set(sequence, { altitudeM: record.alt ?? null, lat })
    if (this.#rare.size > RARE_MAX) this.#rare.delete(this.#rare.keys().next().value!)
  }

  at({ delays, codes }: StrikeSegment, sequence: number): StrikeDetail {
    const at = sequence % SEGMENT
    const rare = this.#rare.get(sequence)
    const delay = delays[at]! & DELAY_NONE
    const [status, region] = this.#codes.pairOf(codes[at]!)
    return {
      delayMs: delay === DELAY_NONE ? null : delay * DELAY_STEP_MS,
      status,
      region,
      altitudeM: delays[at]! & GROUND_BIT ? 0 : (rare?.altitudeM ?? null),
      lat: rare?.lat ?? null,
    }
  }

  /** Drops the map's entries of strikes before `first`. */
  forget(first: number): void {
    for (const sequence of this.#rare.keys()) {
      if (sequence >= first) return
      this.#rare.delete(sequence)
    }
  }
}

type Code = string | number | null | undefined
type Pair = readonly [status: string | null, region: string | null]
const UNKNOWN: Pair = [null, null]

/** Distinct pairs of status and region, each with an 8-bit code. */
class PairCodes {
  readonly #codes = new Map<Code, Map<Code, number>>()
  readonly #pairs: Pair[] = []

  codeOf(status: Code, region: Code): number {
    let ofStatus = this.#codes.get(status)
    if (!ofStatus) {
      if (this.#pairs.length >= CODE_NONE) return CODE_NONE
      ofStatus = new Map()
      this.#codes.set(status, ofStatus)
    }
    let code = ofStatus.get(region)
    if (code !== undefined) return code
    // The documents do not list the values. Beyond 255 distinct pairs they are not shown.
    if (this.#pairs.length >= CODE_NONE) return CODE_NONE
    code = this.#pairs.push([wordOf(status), wordOf(region)]) - 1
    ofStatus.set(region, code)
    return code
  }

  pairOf(code: number): Pair {
    return this.#pairs[code] ?? UNKNOWN
  }
}

function wordOf(value: Code): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** The usual form of a time, and the length of its part up to the minute. */
const PLAIN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/
const TO_MINUTE = '2026-07-01T08:00'.length
/** Characters of the last parsed minute, and its Unix ms. */
const minute = new Uint16Array(TO_MINUTE)
let minuteMs = Number.NaN

/**
 * Like `parseInstantMs`, but many times faster for the usual form: a backfill has tens of thousands of records, most in
 * the same minute.
 */
function instantMs(text: string | null | undefined): number | null {
  if (typeof text !== 'string') return null
  if (!isOfLastMinute(text)) {
    const ms = PLAIN.test(text) ? Date.parse(`${text.slice(0, TO_MINUTE)}Z`) : Number.NaN
    if (Number.isNaN(ms)) return parseInstantMs(text)
    for (let i = 0; i < TO_MINUTE; i++) minute[i] = text.charCodeAt(i)
    minuteMs = ms
  }
  const seconds = secondsAt(text, TO_MINUTE)
  return Number.isNaN(seconds) ? parseInstantMs(text) : minuteMs + seconds * 1_000
}

/** Compared from the last digit on, which differs first; string comparison takes several times as long. */
function isOfLastMinute(text: string): boolean {
  for (let i = TO_MINUTE - 1; i >= 0; i--) if (text.charCodeAt(i) !== minute[i]) return false
  return true
}

/** `:02.5Z` at an index as seconds; NaN for another form. */
function secondsAt(text: string, from: number): number {
  const end = text.length - 1
  if (text.charCodeAt(from) !== 58 || text.charCodeAt(end) !== 90 || end < from + 3) return Number.NaN
  let digits = 0
  let scale = 0
  for (let i = from + 1; i < end; i++) {
    const code = text.charCodeAt(i)
    if (i === from + 3) {
      if (code !== 46 || end === from + 4) return Number.NaN
      scale = 1
    } else {
      if (code < 48 || code > 57) return Number.NaN
      digits = digits * 10 + code - 48
      scale *= 10
    }
  }
  const seconds = digits / (scale || 1)
  return seconds < 60 ? seconds : Number.NaN
}
