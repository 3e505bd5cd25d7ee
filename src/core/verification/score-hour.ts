import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { EVIDENCE_STEPS, evidenceStep } from '../nowcast/own-calibration.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts'
import type { Span } from '../time/spans.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { RELIABILITY_BINS, WARNED_FROM } from './contingency.ts'
import { quietAfter } from './quiet-after.ts'
import { firstFrom, type RingStrikes } from './ring-strikes.ts'
import {
  type AllSums,
  addRingSums,
  type DaySums,
  type HorizonSums,
  noRingSums,
  noSums,
  PARTS,
  type RingSums,
} from './score-sums.ts'

/** Forecast of a ring of a place. Probabilities by horizon, in `PARTS`; times in Unix ms. */
export interface ArchivedRing {
  id: string
  km: number
  told: readonly number[]
  /** Probabilities of the shipped calibration. */
  shipped: readonly number[]
  /** Most likely arrival of the storm; null without one. */
  likelyMs: number | null
}

export interface ArchivedForecast {
  atMs: number
  /** False with insufficient coverage: every probability was unknown. */
  isObserved: boolean
  /** Other rings had no expectation. */
  rings: readonly ArchivedRing[]
}

export interface HourToScore {
  fromMs: number
  /** Forecasts from an hour before on, in order; each is read once and mostly not retained. */
  looks: Iterable<ArchivedForecast>
  /** From an hour before until two hours after. */
  strikes: RingStrikes
  /** Unobserved spans of that period. */
  missing: readonly Span[]
}

export interface HourScores {
  all: AllSums
  places: Map<string, DaySums>
}

/** This much time after the hour must be observed before it can be scored. */
export const SCORED_AFTER_MS = HORIZONS_MIN.at(-1)! * MINUTE_MS
const RECENT_MS = 10 * MINUTE_MS
/** Probability of rings not listed (`CALM_CHANCES`). */
const CALM = PARTS / 1_000
/** Forecasts farther apart are not continuous. */
const LOOKS_APART_MS = 2 * MINUTE_MS
const LEAD_MAX_MS = HOUR_MS
const ARRIVAL_WITHIN_MS = 30 * MINUTE_MS

/** Compares the forecasts of an hour with the strikes, in steps of a minute. */
export function* scoreHour(hour: HourToScore): Generator<undefined, HourScores> {
  const { fromMs, looks, strikes, missing } = hour
  const toMs = fromMs + HOUR_MS
  const all = noSums()
  const places = new Map<string, DaySums>()
  const isWhole = (since: number, until: number) => missing.every((span) => span.toMs <= since || span.fromMs >= until)
  /** Sums of a place; those of all places are derived at the end. */
  const sumsOf = (id: string, km: number) =>
    ringOf(
      heldOrMade(places, id, () => ({ rings: {} })),
      km,
    )
  const struck = strikes.struck()
  const ids = new Set(struck.map(({ id }) => id))
  const told: Told[] = []
  all.minutes.all = HOUR_MS / MINUTE_MS
  let computed = 0
  for (const look of looks) {
    yield
    told.push({ ...look, rings: new Map(ofPlaces(look, ids).map((ring) => [keyOf(ring), ring.told])) })
    if (look.atMs < fromMs || look.atMs >= toMs) continue
    computed++
    if (!look.isObserved) {
      all.minutes.unknown++
      continue
    }
    const isVerified = HORIZONS_MIN.map((minutes) => isWhole(look.atMs, look.atMs + minutes * MINUTE_MS))
    isVerified.forEach((verified, h) => {
      if (!verified) all.unverified[h]!++
    })
    for (const { ring, times } of casesOf(look, { struck, ids }, strikes)) {
      const next = times[firstFrom(times, look.atMs)] ?? Number.POSITIVE_INFINITY
      scoreRing(sumsOf(ring.id, ring.km), { look, ring, times, isVerified, next })
      countEvidence(all, { look, ring, isVerified, next })
    }
  }
  all.minutes.notReckoned = Math.max(0, all.minutes.all - computed)
  for (const { id, km, times } of struck) {
    const again = quietAfter(times, fromMs, toMs, isWhole)
    const sums = sumsOf(id, km)
    again.forEach((n, i) => {
      sums.again![i]! += n
    })
    for (let i = firstFrom(times, fromMs); i < times.length && times[i]! < toMs; i++) {
      const struckMs = times[i]!
      const isFirst = struckMs - (times[i - 1] ?? Number.NEGATIVE_INFINITY) >= RECENT_MS
      if (!isFirst || !isWhole(struckMs - RECENT_MS, struckMs)) continue
      const leads = leadsOf(told, keyOf({ id, km }), struckMs)
      if (leads) countFirst(sums, leads)
    }
    yield
  }
  for (const { rings } of places.values()) {
    for (const [km, sums] of Object.entries(rings)) addRingSums(ringOf(all, km), sums)
  }
  return { all, places }
}

function ringOf({ rings }: DaySums, km: number | string): RingSums {
  rings[km] ??= noRingSums()
  return rings[km]
}

interface RingCase {
  look: ArchivedForecast
  ring: ArchivedRing
  times: readonly number[]
  /** By horizon, whether it was completely observed. */
  isVerified: readonly boolean[]
  /** Next strike in the ring; Infinity without one. */
  next: number
}

interface StruckRings {
  struck: ReturnType<RingStrikes['struck']>
  ids: ReadonlySet<string>
}

/** Indexes only the rings of these places: an outbreak has tens of thousands of rings, and few are needed. */
function ofPlaces({ rings }: ArchivedForecast, ids: ReadonlySet<string>): ArchivedRing[] {
  return rings.filter(({ id }) => ids.has(id))
}

/** Rings with a forecast, and rings with strikes but without a forecast. */
function casesOf(look: ArchivedForecast, { struck, ids }: StruckRings, strikes: RingStrikes) {
  const cases = look.rings.map((ring) => ({ ring, times: strikes.of(ring.id, ring.km) }))
  const listed = new Set(ofPlaces(look, ids).map(keyOf))
  const calm = HORIZONS_MIN.map(() => CALM)
  for (const { id, km, times } of struck) {
    const next = times[firstFrom(times, look.atMs - RECENT_MS)]
    if (next === undefined || next >= look.atMs + SCORED_AFTER_MS || listed.has(keyOf({ id, km }))) continue
    cases.push({ ring: { id, km, told: calm, shipped: calm, likelyMs: null }, times })
  }
  return cases
}

function scoreRing({ horizons, arrivals }: RingSums, { look, ring, times, isVerified, next }: RingCase): void {
  const { atMs } = look
  const before = times.length === 0 ? undefined : times[firstFrom(times, atMs - RECENT_MS)]
  const wasStruck = before !== undefined && before < atMs
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    if (!isVerified[h]) continue
    const came = next < atMs + HORIZONS_MIN[h]! * MINUTE_MS
    scoreHorizon(horizons[h]!, ring.told[h]!, came, wasStruck)
  }
  const { likelyMs } = ring
  if (likelyMs === null || likelyMs <= atMs || likelyMs > atMs + ARRIVAL_WITHIN_MS || !isVerified.at(-1)) return
  arrivals.told++
  if (next >= atMs + SCORED_AFTER_MS) return
  arrivals.came++
  arrivals.offS += Math.floor(Math.abs(next - likelyMs) / SECOND_MS)
}

function scoreHorizon(sums: HorizonSums, told: number, came: boolean, wasStruck: boolean): void {
  const one = came ? 1 : 0
  const warned = told / PARTS >= WARNED_FROM.all
  const bin = Math.min(RELIABILITY_BINS - 1, Math.floor((told * RELIABILITY_BINS) / PARTS))
  sums.cases++
  sums.came += one
  sums.squares += (told - one * PARTS) ** 2
  sums.binCases[bin]!++
  sums.binTold[bin]! += told
  sums.binCame[bin]! += one
  if (warned) sums.warned++
  if (warned) sums.warnedCame += one
  if (wasStruck) {
    sums.persisted++
    sums.persistedCame += one
    return
  }
  const isOnsetWarned = told / PARTS >= WARNED_FROM.onset
  sums.onset++
  sums.onsetCame += one
  if (isOnsetWarned) sums.onsetWarned++
  if (isOnsetWarned) sums.onsetWarnedCame += one
}

/** Sample for fitting a calibration: rings listed by the forecast only, to avoid selection by the outcome. */
function countEvidence({ evidence }: AllSums, { look, ring, isVerified, next }: Omit<RingCase, 'times'>): void {
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const step = evidenceStep(ring.shipped[h]! / PARTS)
    if (step < 0 || !isVerified[h]) continue
    evidence[h]![step]!++
    if (next < look.atMs + HORIZONS_MIN[h]! * MINUTE_MS) evidence[h]![EVIDENCE_STEPS + step]!++
  }
}

/** A forecast, with its rings that had strikes. */
interface Told extends Pick<ArchivedForecast, 'atMs' | 'isObserved'> {
  rings: ReadonlyMap<string, readonly number[]>
}

/**
 * By horizon, lead time in seconds of a continuous warning before a strike; 0 without one. Null if the forecast was
 * unknown at the end.
 */
function leadsOf(told: readonly Told[], key: string, struckMs: number): number[] | null {
  let last = told.length - 1
  while (last >= 0 && told[last]!.atMs >= struckMs) last--
  const look = told[last]
  if (!look?.isObserved || struckMs - look.atMs > LOOKS_APART_MS) return null
  return HORIZONS_MIN.map((_, h) => {
    let laterMs = struckMs
    for (let i = last; i >= 0; i--) {
      const { atMs, rings } = told[i]!
      const isHanging = laterMs - atMs <= LOOKS_APART_MS && struckMs - atMs <= LEAD_MAX_MS
      if (!isHanging || (rings.get(key)?.[h] ?? 0) / PARTS < WARNED_FROM.onset) break
      laterMs = atMs
    }
    return Math.floor((struckMs - laterMs) / SECOND_MS)
  })
}

function countFirst({ horizons }: RingSums, leads: readonly number[]): void {
  horizons.forEach((sums, h) => {
    sums.firsts++
    if (leads[h] === 0) return
    sums.firstsWarned++
    sums.leadS += leads[h]!
  })
}

function keyOf({ id, km }: { id: string; km: number }): string {
  return `${km} ${id}`
}
