import type { StrikeRecord } from '../contract/lightning.ts'
import { parseInstantMs } from '../contract/time.ts'
import { MERCATOR_LAT_MAX } from './geo.ts'

const NONE_32 = 0xffffffff
const NONE_16 = 0xffff
const NONE_8 = 0xff
/** The delay's 16 bits: 15 of its own, in steps of 10 ms, and one that says "altitude 0", as it nearly always is. */
const NONE_15 = 0x7fff
const GROUND_BIT = 0x8000
const DELAY_STEP_MS = 10
/** Other altitudes, and places beyond the projection's edge, are kept apart; past so many the oldest read as unknown. */
const RARE_MAX = 20_000

interface Rare {
  altitudeM: number | null
  lat: number | null
}

export interface StrikeDetail {
  mdsNs: number | null
  mcgDeg: number | null
  delayMs: number | null
  status: string | null
  region: string | null
  altitudeM: number | null
  /** Where the projected position does not hold it. */
  lat: number | null
}

/** What only the card of a strike reads: 12 bytes each, by slot of the ring. */
export class StrikeDetails {
  readonly #subUnitUs: Uint16Array
  readonly #mdsNs: Uint32Array
  readonly #mcgDeg: Uint16Array
  readonly #delay: Uint16Array
  readonly #status: Uint8Array
  readonly #region: Uint8Array
  #codes = new ValueCodes()
  #rare = new Map<number, Rare>()

  constructor(capacity: number) {
    this.#subUnitUs = new Uint16Array(capacity)
    this.#mdsNs = new Uint32Array(capacity)
    this.#mcgDeg = new Uint16Array(capacity)
    this.#delay = new Uint16Array(capacity)
    this.#status = new Uint8Array(capacity)
    this.#region = new Uint8Array(capacity)
  }

  /** `subUnitMs` is the part of `timeMs` that the strike's word leaves out. */
  set(slot: number, sequence: number, record: StrikeRecord, timeMs: number, subUnitMs: number): void {
    const arrivedAtMs = instantMs(record.arrived_at)
    const delay = arrivedAtMs === null ? null : Math.max(0, arrivedAtMs - timeMs) / DELAY_STEP_MS
    this.#subUnitUs[slot] = Math.round(subUnitMs * 1_000)
    this.#mdsNs[slot] = whole(record.mds, NONE_32)
    this.#mcgDeg[slot] = whole(record.mcg, NONE_16)
    this.#delay[slot] = whole(delay, NONE_15) | (record.alt === 0 ? GROUND_BIT : 0)
    this.#status[slot] = this.#codes.codeOf(record.status)
    this.#region[slot] = this.#codes.codeOf(record.region)
    const lat = Math.abs(record.lat) > MERCATOR_LAT_MAX ? record.lat : null
    if (!record.alt && lat === null) return
    this.#rare.set(sequence, { altitudeM: record.alt ?? null, lat })
    if (this.#rare.size > RARE_MAX) this.#rare.delete(this.#rare.keys().next().value!)
  }

  subUnitMs(slot: number): number {
    return this.#subUnitUs[slot]! / 1_000
  }

  at(slot: number, sequence: number): StrikeDetail {
    const rare = this.#rare.get(sequence)
    const delay = known(this.#delay[slot]! & NONE_15, NONE_15)
    return {
      mdsNs: known(this.#mdsNs[slot]!, NONE_32),
      mcgDeg: known(this.#mcgDeg[slot]!, NONE_16),
      delayMs: delay === null ? null : delay * DELAY_STEP_MS,
      status: this.#codes.wordOf(this.#status[slot]!),
      region: this.#codes.wordOf(this.#region[slot]!),
      altitudeM: this.#delay[slot]! & GROUND_BIT ? 0 : (rare?.altitudeM ?? null),
      lat: rare?.lat ?? null,
    }
  }

  /** Drops what is kept apart of strikes before `first`. */
  forget(first: number): void {
    for (const sequence of this.#rare.keys()) {
      if (sequence >= first) return
      this.#rare.delete(sequence)
    }
  }

  copy(from: StrikeDetails, start: number, to: number, count: number): void {
    const end = start + count
    this.#subUnitUs.set(from.#subUnitUs.subarray(start, end), to)
    this.#mdsNs.set(from.#mdsNs.subarray(start, end), to)
    this.#mcgDeg.set(from.#mcgDeg.subarray(start, end), to)
    this.#delay.set(from.#delay.subarray(start, end), to)
    this.#status.set(from.#status.subarray(start, end), to)
    this.#region.set(from.#region.subarray(start, end), to)
  }

  keepRare(from: StrikeDetails): void {
    this.#rare = from.#rare
    this.#codes = from.#codes
  }

  get bytes(): number {
    return (
      this.#subUnitUs.byteLength +
      this.#mdsNs.byteLength +
      this.#mcgDeg.byteLength +
      this.#delay.byteLength +
      this.#status.byteLength +
      this.#region.byteLength
    )
  }
}

/** The few different values of a field, each under a number of 8 bits. */
class ValueCodes {
  readonly #codes = new Map<string, number>()
  readonly #words: string[] = []

  codeOf(value: string | number | null | undefined): number {
    if (value === null || value === undefined) return NONE_8
    const word = String(value)
    const code = this.#codes.get(word)
    if (code !== undefined) return code
    // Allowed values are not documented; past 255 of them a field is no code any more and is not shown.
    if (this.#words.length >= NONE_8) return NONE_8
    this.#words.push(word)
    this.#codes.set(word, this.#words.length - 1)
    return this.#words.length - 1
  }

  wordOf(code: number): string | null {
    return this.#words[code] ?? null
  }
}

/** `parseInstantMs`, five times as fast for the form nearly all records have: a join brings tens of thousands at once. */
function instantMs(text: string | null | undefined): number | null {
  const ms = text?.endsWith('Z') ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? parseInstantMs(text) : ms
}

/** A whole number below `none`, or `none`. */
function whole(value: number | null | undefined, none: number): number {
  if (value === null || value === undefined || !(value >= 0)) return none
  return Math.min(Math.round(value), none - 1)
}

function known(value: number, none: number): number | null {
  return value === none ? null : value
}
