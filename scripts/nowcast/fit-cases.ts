import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceKm, isInside, KM_PER_DEG } from '../../src/core/geo/geo.ts'
import { driftsInSteps, indexDrifts } from '../../src/core/nowcast/drifts.ts'
import { placeFeatures, RING_FEATURES } from '../../src/core/nowcast/place-features.ts'
import { RegionalMotion } from '../../src/core/nowcast/regional-motion.ts'
import { shapeOf } from '../../src/core/places/place-shape.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/core/time/durations.ts'
import { resultOf } from '../../src/core/util/steps.ts'
import { createPlainGuess, isPassed } from '../../src/testing/nowcast/plain-guess.ts'
import { firstAtOrAfter, gridOf, type RecordedStorm, type RecordedStrike, readRecorded } from './recorded.ts'

/** A window of recorded lightning, and the weather event that it belongs to: windows of one event are not independent. */
export interface FitWindow extends RecordedStorm {
  event: string
  /** Whether its event is scored on it; else it is used for the fit only. */
  isJudged: boolean
}

/** The places of a window at all updates, one row each. */
export interface FitCases {
  window: FitWindow
  count: number
  /** By ring: features in rows of `RING_FEATURES`, and minutes to the first strike (Infinity: none within two hours). */
  features: Float32Array[]
  struckAfterMin: Float32Array[]
  /** Number of recorded minutes after the update. */
  knownMin: Float32Array
  /** Of the ring of `JUDGED_RING`: struck within ten minutes before; within 24 km; reached by the motion of the box in 30 minutes. */
  isStruck: Uint8Array
  isStill: Uint8Array
  isPassed: Uint8Array
}

export const FIT_RINGS_KM = [5, 8, 16, 30]
export const JUDGED_RING = FIT_RINGS_KM.indexOf(16)
const LOOK_EVERY_MS = 10 * MINUTE_MS
const MOTION_EVERY_MS = 5 * MINUTE_MS
/** Warm-up of the motion before the first forecast. */
const BEFORE_MS = HOUR_MS
const AHEAD_MS = 2 * HOUR_MS
const STILL_KM = 24
const RECENT_MS = 10 * MINUTE_MS
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Maximum strikes for the motion of a box, sampled evenly. */
const BOX_STRIKES_MAX = 100
/** Files that end with their recording; the others end with their last storm. */
const CUT_OFF = /^(jma|norway)/
const FURTHER: readonly Omit<StormEntry, 'file'>[] = [
  { id: 'no-lapland', box: [66.5, 25, 69, 30], from: '2022-07-03T00:15Z', to: '2022-07-03T03:00Z' },
  { id: 'no-south', box: [57, 5, 63.5, 14], from: '2022-07-03T06:00Z', to: '2022-07-03T17:00Z' },
  { id: 'no-sweden', box: [63.5, 12, 67, 31], from: '2022-07-03T06:00Z', to: '2022-07-03T17:00Z' },
].map((each) => ({ ...each, event: 'no-2022-07-03' }))

interface StormEntry {
  id: string
  event: string
  file: string
  /** South, west, north, east. */
  box: number[]
  from: string
  to: string
}

/** The windows that `storms.json` of a folder lists, and those of the same Norwegian day that it does not. */
export function fitWindows(folder: string): FitWindow[] {
  const listed = JSON.parse(readFileSync(join(folder, 'storms.json'), 'utf8')) as StormEntry[]
  const further = FURTHER.map((each) => ({ ...each, file: 'norway-2022-07-03-morning.csv.gz' }))
  return [...listed, ...further].map(({ id, event, file, box: [south, west, north, east], from, to }, i) => ({
    name: id,
    event,
    file: join(folder, file),
    box: { south: south!, west: west!, north: north!, east: east! },
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    isJudged: i < listed.length,
  }))
}

export function fitCasesOf(window: FitWindow): FitCases {
  const { file, box, fromMs, toMs } = window
  const strikes = readRecorded(file)
  const isCutOff = CUT_OFF.test(String(file).split('/').at(-1)!)
  const knownMs = isCutOff ? strikes.at(-1)!.timeMs : Number.POSITIVE_INFINITY
  const places = gridOf(box).map((at) => ({ ...at, shape: shapeOf({ type: 'Point', coordinates: [at.lon, at.lat] }) }))
  const motion = new RegionalMotion()
  const guess = createPlainGuess()
  const features: number[][] = FIT_RINGS_KM.map(() => [])
  const after: number[][] = FIT_RINGS_KM.map(() => [])
  const known: number[] = []
  const struck: number[] = []
  const still: number[] = []
  const passed: number[] = []
  const between = (from: number, to: number) =>
    strikes.slice(firstAtOrAfter(strikes, from), firstAtOrAfter(strikes, to))
  let at = firstAtOrAfter(strikes, fromMs - BEFORE_MS)
  for (let nowMs = fromMs - BEFORE_MS; nowMs <= toMs; nowMs += MOTION_EVERY_MS) {
    for (; at < strikes.length && strikes[at]!.timeMs < nowMs; at++) {
      motion.bins.add(strikes[at]!.timeMs, strikes[at]!.lat, strikes[at]!.lon, 0)
    }
    motion.begin(nowMs)
    while (motion.step() > 0);
    if (nowMs < fromMs) continue
    const inBox = between(nowMs - HALF_HOUR_MS, nowMs).filter((strike) => isInside(box, strike))
    const boxMotion = guess(thinned(inBox), nowMs)
    if (inBox.length === 0 || (nowMs - fromMs) % LOOK_EVERY_MS !== 0) continue
    const drifts = indexDrifts(resultOf(driftsInSteps(motion.bins, motion.field, nowMs)))
    const recent = between(nowMs - RECENT_MS, nowMs)
    const next = between(nowMs, nowMs + AHEAD_MS)
    for (const place of places) {
      const found = placeFeatures(place.shape, FIT_RINGS_KM, drifts)
      if (!found) continue
      found.forEach(({ values }, r) => {
        for (const value of values) features[r]!.push(value)
        after[r]!.push(minutesTo(next, place, FIT_RINGS_KM[r]!, nowMs))
      })
      const ringKm = FIT_RINGS_KM[JUDGED_RING]!
      known.push((knownMs - nowMs) / MINUTE_MS)
      struck.push(recent.some((strike) => isWithin(strike, place, ringKm)) ? 1 : 0)
      still.push(recent.some((strike) => isWithin(strike, place, STILL_KM)) ? 1 : 0)
      passed.push(isPassed(place, recent, boxMotion, ringKm, 30) ? 1 : 0)
    }
  }
  return {
    window,
    count: known.length,
    features: features.map((each) => Float32Array.from(each)),
    struckAfterMin: after.map((each) => Float32Array.from(each)),
    knownMin: Float32Array.from(known),
    isStruck: Uint8Array.from(struck),
    isStill: Uint8Array.from(still),
    isPassed: Uint8Array.from(passed),
  }
}

/** The features of a case and ring, as `writeRow` takes them. */
export function valuesOf({ features }: FitCases, ring: number, i: number): Float64Array {
  return Float64Array.from(features[ring]!.subarray(i * RING_FEATURES, (i + 1) * RING_FEATURES))
}

function minutesTo(next: readonly RecordedStrike[], place: { lat: number; lon: number }, km: number, nowMs: number) {
  const first = next.find((strike) => isWithin(strike, place, km))
  return first ? (first.timeMs - nowMs) / MINUTE_MS : Number.POSITIVE_INFINITY
}

function isWithin(strike: RecordedStrike, place: { lat: number; lon: number }, km: number): boolean {
  return Math.abs(strike.lat - place.lat) * KM_PER_DEG <= km + 1 && distanceKm(strike, place) <= km
}

function thinned(strikes: readonly RecordedStrike[]): RecordedStrike[] {
  const step = Math.max(1, strikes.length / BOX_STRIKES_MAX)
  return Array.from({ length: Math.min(BOX_STRIKES_MAX, strikes.length) }, (_, i) => strikes[Math.floor(i * step)]!)
}
