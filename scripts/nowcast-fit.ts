import { writeFileSync } from 'node:fs'
import { HORIZONS_MIN } from '../src/contract/nowcast.ts'
import { distanceKm } from '../src/core/geo/geo.ts'
import { driftsInSteps } from '../src/core/nowcast/drifts.ts'
import { fitLogistic } from '../src/core/nowcast/logistic.ts'
import { BASE_COUNT, FEATURE_COUNT, placeFeatures } from '../src/core/nowcast/place-features.ts'
import { RegionalMotion } from '../src/core/nowcast/regional-motion.ts'
import { shapeOf } from '../src/core/places/place.ts'
import { HOUR_MS, MINUTE_MS } from '../src/core/time/durations.ts'
import { resultOf } from '../src/core/util/steps.ts'
import { FITTED, gridOf, type RecordedStorm, readRecorded } from './nowcast/recorded.ts'

/**
 * `npm run nowcast:fit`: fits the weights of the shipped probabilities on recorded storms, and writes them to
 * data/nowcast-model.json. What they are judged on is not among those storms.
 */

const RINGS_KM = [5, 8, 16, 30]
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** The storms before the first look, from which its motion is known. */
const BEFORE_MS = HOUR_MS
const RIDGE = 2

/** The rows of one radius: features of all horizons, how soon it struck (minutes), how much the row counts. */
interface Rows {
  features: number[][]
  struckAfterMin: number[]
}

const rings = RINGS_KM.map((ringKm) => {
  const storms = FITTED.map((storm) => rowsOf(storm, ringKm))
  const weights = HORIZONS_MIN.map((minutes, h) => {
    const features: number[] = []
    const happened: number[] = []
    const counts: number[] = []
    for (const { features: rows, struckAfterMin } of storms) {
      const struck = struckAfterMin.filter((after) => after < minutes).length
      rows.forEach((row, i) => {
        for (let k = 0; k < FEATURE_COUNT; k++) features.push(row[h * FEATURE_COUNT + k]!)
        happened.push(struckAfterMin[i]! < minutes ? 1 : 0)
        // Each storm counts alike, however long it lasted and however large its box.
        counts.push(1_000 / Math.max(1, struck))
      })
    }
    return fitLogistic(features, FEATURE_COUNT, happened, counts, RIDGE).map((weight) => Number(weight.toPrecision(6)))
  })
  const most = HORIZONS_MIN.map((_, h) =>
    Array.from({ length: BASE_COUNT }, (_, k) => {
      let highest = Number.NEGATIVE_INFINITY
      for (const { features } of storms) {
        for (const row of features) highest = Math.max(highest, row[h * FEATURE_COUNT + k]!)
      }
      return Number(highest.toPrecision(6))
    }),
  )
  process.stdout.write(`${ringKm} km fitted\n`)
  return { ringKm, weights, most }
})
const text = JSON.stringify({ fittedOn: FITTED.map(({ name }) => name), rings }, null, 1)
writeFileSync(new URL('../data/nowcast-model.json', import.meta.url), `${text}\n`)

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
    const drifts = resultOf(driftsInSteps(motion.bins, motion.field, nowMs))
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
