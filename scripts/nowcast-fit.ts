import { writeFileSync } from 'node:fs'
import { HORIZONS_MIN } from '../src/contract/nowcast.ts'
import { distanceKm } from '../src/core/geo/geo.ts'
import type { Recalibration } from '../src/core/nowcast/chances.ts'
import { driftsInSteps, packDrifts } from '../src/core/nowcast/drifts.ts'
import { evidence, fitLogistic } from '../src/core/nowcast/logistic.ts'
import { BASE_COUNT, deriveFeatures, FEATURE_COUNT, placeFeatures } from '../src/core/nowcast/place-features.ts'
import { RegionalMotion } from '../src/core/nowcast/regional-motion.ts'
import { shapeOf } from '../src/core/places/place-shape.ts'
import { HOUR_MS, MINUTE_MS } from '../src/core/time/durations.ts'
import { resultOf } from '../src/core/util/steps.ts'
import { againIn } from './nowcast/again-table.ts'
import { FITTED, gridOf, JUDGED, type RecordedStorm, readRecorded } from './nowcast/recorded.ts'

/**
 * `npm run nowcast:fit`: fits the weights of the shipped probabilities on recorded storms, and writes them to
 * data/nowcast-model.json. What they are judged on is not among those storms. And counts how often storms struck again
 * after quiet minutes, into data/another-strike.json.
 */

const RINGS_KM = [5, 8, 16, 30]
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** The storms before the first look, from which its motion is known. */
const BEFORE_MS = HOUR_MS
const RIDGE = 2
const NO_RIDGE = 1e-3
/** Places for which less is expected say nothing of a calibration, but there are many of them. */
const LEAST_EVIDENCE = -5

/** The rows of one storm and radius: features of all horizons, how soon it struck (minutes). */
interface Rows {
  features: number[][]
  struckAfterMin: number[]
}

/** The rows of a storm for one horizon. */
interface Cases {
  base: Float64Array
  happened: number[]
  /** Each storm counts alike, however long it lasted and however large its box. */
  count: number
}

interface Fitted {
  weights: number[]
  most: number[]
}

const rings = RINGS_KM.map((ringKm) => {
  const storms = FITTED.map((storm) => rowsOf(storm, ringKm))
  const fitted = HORIZONS_MIN.map((minutes, h) => {
    const cases = storms.map((rows) => casesOf(rows, minutes, h))
    return { ...fitWeights(cases), calibration: calibrationOf(cases) }
  })
  process.stdout.write(`${ringKm} km fitted\n`)
  return {
    ringKm,
    weights: fitted.map(({ weights }) => weights.map(short)),
    most: fitted.map(({ most }) => most.map(short)),
    calibration: fitted.map(({ calibration: { offset, slope, bend } }) => {
      return { offset: short(offset), slope: short(slope), bend: short(bend) }
    }),
  }
})
const text = JSON.stringify({ fittedOn: FITTED.map(({ name }) => name), rings }, null, 1)
writeFileSync(new URL('../data/nowcast-model.json', import.meta.url), `${text}\n`)

// Nothing is judged by how often storms strike again: all of them count.
const storms = [...FITTED, ...JUDGED]
const again = {
  recordedOn: storms.map(({ name }) => name),
  rings: RINGS_KM.map((ringKm) => ({ ringKm, again: againIn(storms, ringKm) })),
}
writeFileSync(new URL('../data/another-strike.json', import.meta.url), `${JSON.stringify(again, null, 1)}\n`)

function short(value: number): number {
  return Number(value.toPrecision(6))
}

function casesOf({ features, struckAfterMin }: Rows, minutes: number, horizon: number): Cases {
  const base = new Float64Array(features.length * BASE_COUNT)
  features.forEach((row, i) => {
    for (let k = 0; k < BASE_COUNT; k++) base[i * BASE_COUNT + k] = row[horizon * FEATURE_COUNT + k]!
  })
  const happened = struckAfterMin.map((after) => (after < minutes ? 1 : 0))
  const struck = struckAfterMin.filter((after) => after < minutes).length
  return { base, happened, count: 1_000 / Math.max(1, struck) }
}

function fitWeights(storms: readonly Cases[]): Fitted {
  const most = Array.from({ length: BASE_COUNT }, (_, k) => {
    let highest = Number.NEGATIVE_INFINITY
    for (const { base } of storms)
      for (let at = k; at < base.length; at += BASE_COUNT) highest = Math.max(highest, base[at]!)
    return highest
  })
  const sizes = storms.map(({ happened }) => happened.length)
  const features = new Float64Array(sizes.reduce((sum, size) => sum + size, 0) * FEATURE_COUNT)
  let to = 0
  for (const { base } of storms) {
    for (let from = 0; from < base.length; from += BASE_COUNT, to += FEATURE_COUNT) {
      features.set(base.subarray(from, from + BASE_COUNT), to)
      deriveFeatures(features, to)
    }
  }
  const happened = storms.flatMap((storm) => storm.happened)
  const counts = storms.flatMap((storm) => storm.happened.map(() => storm.count))
  return { weights: fitLogistic(features, FEATURE_COUNT, happened, counts, RIDGE), most }
}

function evidencesOf({ base }: Cases, { weights, most }: Fitted): Float64Array {
  const row = new Float64Array(FEATURE_COUNT)
  return Float64Array.from({ length: base.length / BASE_COUNT }, (_, i) => {
    for (let k = 0; k < BASE_COUNT; k++) row[k] = Math.min(base[i * BASE_COUNT + k]!, most[k]!)
    deriveFeatures(row, 0)
    return evidence(weights, row)
  })
}

/**
 * What evidence is worth in a storm that nothing was fitted on: each storm by the weights of the others. The slope and the
 * bend are those of all storms, each with an offset of its own; the offset is midway between the lowest and the highest, so
 * that in the storm of which it is furthest off it is as little off as can be.
 */
function calibrationOf(storms: readonly Cases[]): Recalibration {
  const features: number[] = []
  const happened: number[] = []
  const counts: number[] = []
  storms.forEach((storm, s) => {
    const others = fitWeights(storms.filter((_, i) => i !== s))
    evidencesOf(storm, others).forEach((z, i) => {
      if (z < LEAST_EVIDENCE) return
      features.push(z, Math.max(0, z), ...storms.map((_, each) => (each === s ? 1 : 0)))
      happened.push(storm.happened[i]!)
      counts.push(storm.count)
    })
  })
  const [all, slope, bend, ...own] = fitLogistic(features, 2 + storms.length, happened, counts, NO_RIDGE)
  return { offset: all! + (Math.min(...own) + Math.max(...own)) / 2, slope: slope!, bend: bend! }
}

function rowsOf({ file, box, fromMs, toMs }: RecordedStorm, ringKm: number): Rows {
  const strikes = readRecorded(file)
  const places = gridOf(box)
  const shapes = places.map(({ lat, lon }) => shapeOf({ type: 'Point', coordinates: [lon, lat] }))
  const motion = new RegionalMotion()
  const rows: Rows = { features: [], struckAfterMin: [] }
  const features = new Float64Array(HORIZONS_MIN.length * FEATURE_COUNT)
  let at = strikes.findIndex(({ timeMs }) => timeMs >= fromMs - BEFORE_MS)
  for (let nowMs = fromMs - BEFORE_MS; nowMs <= toMs; nowMs += LOOK_EVERY_MS) {
    for (; at < strikes.length && strikes[at]!.timeMs < nowMs; at++) {
      motion.bins.add(strikes[at]!.timeMs, strikes[at]!.lat, strikes[at]!.lon)
    }
    motion.begin(nowMs)
    while (motion.step() > 0);
    if (nowMs < fromMs) continue
    const drifts = [packDrifts(resultOf(driftsInSteps(motion.bins, motion.field, nowMs)))]
    const next = strikes.slice(at, at + strikes.slice(at).findIndex(({ timeMs }) => timeMs >= nowMs + HOUR_MS))
    shapes.forEach((shape, i) => {
      if (!placeFeatures(shape, [ringKm], drifts, features)) return
      const place = places[i]!
      const hit = next.find((strike) => Math.abs(strike.lat - place.lat) < 0.3 && distanceKm(strike, place) <= ringKm)
      rows.features.push([...features])
      rows.struckAfterMin.push(hit ? (hit.timeMs - nowMs) / MINUTE_MS : Number.POSITIVE_INFINITY)
    })
  }
  return rows
}
