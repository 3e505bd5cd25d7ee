import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { HORIZONS_MIN } from '../src/contract/nowcast.ts'
import { distanceKm, type LatLon } from '../src/core/geo/geo.ts'
import type { Recalibration } from '../src/core/nowcast/chances.ts'
import { driftsInSteps, packDrifts } from '../src/core/nowcast/drifts.ts'
import { evidence, fitLogistic } from '../src/core/nowcast/logistic.ts'
import { BASE_COUNT, deriveFeatures, FEATURE_COUNT, placeFeatures } from '../src/core/nowcast/place-features.ts'
import { RegionalMotion } from '../src/core/nowcast/regional-motion.ts'
import { shapeOf } from '../src/core/places/place.ts'
import { HOUR_MS, MINUTE_MS } from '../src/core/time/durations.ts'
import { resultOf } from '../src/core/util/steps.ts'
import { againIn } from './nowcast/again-table.ts'
import {
  FITTED,
  gridOf,
  JUDGED,
  moreStorms,
  type RecordedStorm,
  type RecordedStrike,
  readRecorded,
} from './nowcast/recorded.ts'

const USAGE = `npm run nowcast:fit -- --more FILE

Fits the weights of the shipped probabilities on recorded storms, and writes them to data/nowcast-model.json. What they are
judged on is not among those storms. And counts how often storms struck again after quiet minutes, into
data/another-strike.json. FILE has the storms that are not in the repository (time_unix_ns,lat,lon[,...], gzipped or not):
docs/nowcast.md says which, and where they are from.
`

const RINGS_KM = [5, 8, 16, 30]
const LOOK_EVERY_MS = 5 * MINUTE_MS
const PER_RING = HORIZONS_MIN.length * FEATURE_COUNT
/** The storms before the first look, from which its motion is known. */
const BEFORE_MS = HOUR_MS
const RIDGE = 2
const NO_RIDGE = 1e-3
/** Places for which less is expected say nothing of a calibration, but there are many of them. */
const LEAST_EVIDENCE = -5

/** The rows of one storm and radius: the base features of all horizons one after the other, and how soon it struck (minutes). */
interface Rows {
  network: RecordedStorm['network']
  base: number[]
  struckAfterMin: number[]
}

/** The rows of a storm for one horizon. */
interface Cases {
  base: Float64Array
  happened: number[]
  /** Networks count alike, and each storm of a network, however long it lasted and however large its box. */
  count: number
}

interface Fitted {
  weights: number[]
  most: number[]
}

try {
  const { values } = parseArgs({ options: { more: { type: 'string' }, help: { type: 'boolean', default: false } } })
  if (values.help) process.stdout.write(USAGE)
  else {
    if (!values.more) throw new Error('--more is missing')
    writeModel([...FITTED, ...moreStorms(values.more)])
    writeAgain([...FITTED, ...JUDGED])
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}

function writeModel(storms: readonly RecordedStorm[]): void {
  const rows = storms.map(rowsOf)
  const rings = RINGS_KM.map((ringKm, r) => {
    const fitted = HORIZONS_MIN.map((minutes, h) => {
      const cases = rows.map((ofStorm) => casesOf(ofStorm[r]!, minutes, h, shareOf(storms, ofStorm[r]!.network)))
      const whole = fitWeights(cases)
      return { ...whole, calibration: calibrationOf(cases, whole) }
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
  const text = JSON.stringify({ fittedOn: storms.map(({ name }) => name), rings }, null, 1)
  writeFileSync(new URL('../data/nowcast-model.json', import.meta.url), `${text}\n`)
}

/** Nothing is judged by how often storms strike again: all of them count. */
function writeAgain(storms: readonly RecordedStorm[]): void {
  const again = {
    recordedOn: storms.map(({ name }) => name),
    rings: RINGS_KM.map((ringKm) => ({ ringKm, again: againIn(storms, ringKm) })),
  }
  writeFileSync(new URL('../data/another-strike.json', import.meta.url), `${JSON.stringify(again, null, 1)}\n`)
}

/** How much each storm of a network counts, so that networks count alike, and a storm 1 in the mean. */
function shareOf(storms: readonly RecordedStorm[], network: RecordedStorm['network']): number {
  const networks = new Set(storms.map((storm) => storm.network)).size
  return storms.length / networks / storms.filter((storm) => storm.network === network).length
}

function short(value: number): number {
  return Number(value.toPrecision(6))
}

function casesOf({ base, struckAfterMin }: Rows, minutes: number, horizon: number, share: number): Cases {
  const ofHorizon = new Float64Array(struckAfterMin.length * BASE_COUNT)
  for (let i = 0, to = 0; i < struckAfterMin.length; i++) {
    const from = (i * HORIZONS_MIN.length + horizon) * BASE_COUNT
    for (let k = 0; k < BASE_COUNT; k++) ofHorizon[to++] = base[from + k]!
  }
  const happened = struckAfterMin.map((after) => (after < minutes ? 1 : 0))
  const struck = struckAfterMin.filter((after) => after < minutes).length
  return { base: ofHorizon, happened, count: (1_000 * share) / Math.max(1, struck) }
}

function fitWeights(storms: readonly Cases[], begin?: readonly number[]): Fitted {
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
  return { weights: fitLogistic(features, FEATURE_COUNT, happened, counts, RIDGE, begin), most }
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
function calibrationOf(storms: readonly Cases[], whole: Fitted): Recalibration {
  const features: number[] = []
  const happened: number[] = []
  const counts: number[] = []
  storms.forEach((storm, s) => {
    const others = fitWeights(
      storms.filter((_, i) => i !== s),
      whole.weights,
    )
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

/** By radius. */
function rowsOf({ network, file, box, fromMs, toMs }: RecordedStorm): Rows[] {
  const strikes = readRecorded(file)
  const places = gridOf(box)
  const shapes = places.map(({ lat, lon }) => shapeOf({ type: 'Point', coordinates: [lon, lat] }))
  const motion = new RegionalMotion()
  const rows = RINGS_KM.map((): Rows => ({ network, base: [], struckAfterMin: [] }))
  const features = new Float64Array(RINGS_KM.length * PER_RING)
  let at = strikes.findIndex(({ timeMs }) => timeMs >= fromMs - BEFORE_MS)
  for (let nowMs = fromMs - BEFORE_MS; nowMs <= toMs; nowMs += LOOK_EVERY_MS) {
    for (; at < strikes.length && strikes[at]!.timeMs < nowMs; at++) {
      motion.bins.add(strikes[at]!.timeMs, strikes[at]!.lat, strikes[at]!.lon)
    }
    motion.begin(nowMs)
    while (motion.step() > 0);
    if (nowMs < fromMs) continue
    const drifts = [packDrifts(resultOf(driftsInSteps(motion.bins, motion.field, nowMs)))]
    const next = strikes.filter(({ timeMs }) => timeMs >= nowMs && timeMs < nowMs + HOUR_MS)
    shapes.forEach((shape, i) => {
      if (!placeFeatures(shape, RINGS_KM, drifts, features)) return
      const firstMs = firstStrikes(next, places[i]!)
      rows.forEach(({ base, struckAfterMin }, r) => {
        for (let h = 0, from = r * PER_RING; h < HORIZONS_MIN.length; h++, from += FEATURE_COUNT) {
          for (let k = 0; k < BASE_COUNT; k++) base.push(features[from + k]!)
        }
        struckAfterMin.push((firstMs[r]! - nowMs) / MINUTE_MS)
      })
    })
  }
  return rows
}

/** When it first struck within each radius of a place; Infinity where it did not. */
function firstStrikes(strikes: readonly RecordedStrike[], place: LatLon): number[] {
  const firstMs = RINGS_KM.map(() => Number.POSITIVE_INFINITY)
  for (const strike of strikes) {
    if (Math.abs(strike.lat - place.lat) >= 0.3) continue
    const far = distanceKm(strike, place)
    RINGS_KM.forEach((ringKm, r) => {
      if (far <= ringKm) firstMs[r] = Math.min(firstMs[r]!, strike.timeMs)
    })
    if (firstMs[0]! < Number.POSITIVE_INFINITY) break
  }
  return firstMs
}
