import fc from 'fast-check'
import { expect, it } from 'vitest'
import model from '../../../data/nowcast-model.json' with { type: 'json' }
import { expectAgreement } from '../../testing/nowcast/agreement.ts'
import { destination } from '../geo/geo.ts'
import { shapeOf } from '../places/place-shape.ts'
import { seededRandom } from '../util/random.ts'
import { arrivalOf } from './first-strike.ts'
import { Nowcast } from './nowcast.ts'
import type { OwnCalibration } from './own-calibration.ts'

const RUNS = Number(process.env.FAULT_RUNS ?? 60)
const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const RINGS_KM = [5, 8, 12, 16, 30]

const stormArb = fc.record({
  km: fc.integer({ min: 0, max: 120 }),
  bearingDeg: fc.integer({ min: 0, max: 359 }),
  headingDeg: fc.integer({ min: 0, max: 359 }),
  speedKmh: fc.integer({ min: 0, max: 110 }),
  strokesPerMin: fc.integer({ min: 1, max: 12 }),
  sigmaKm: fc.integer({ min: 1, max: 15 }),
  sinceMin: fc.integer({ min: 1, max: 60 }),
  untilMin: fc.integer({ min: 0, max: 15 }),
})
const lineArb = fc.record({ slope: fc.integer({ min: 5, max: 15 }), offset: fc.integer({ min: -15, max: 15 }) })
const ownArb = fc.option(
  fc.array(lineArb, { minLength: 4, maxLength: 4 }).map((lines): OwnCalibration => {
    const horizons = lines.map(({ slope, offset }) => ({ slope: slope / 10, offset: offset / 10, cases: 0, came: 0 }))
    return { sinceMs: 0, untilMs: NOW, horizons }
  }),
)

it('has no arrival that contradicts the probabilities, in any world', () => {
  let told = 0
  fc.assert(
    fc.property(fc.array(stormArb, { minLength: 1, maxLength: 3 }), ownArb, fc.integer(), (storms, own, seed) => {
      const here = { lat: 31, lon: 121 }
      const random = seededRandom(`${seed}`)
      const nowcast = new Nowcast(model)
      nowcast.calibration = own
      for (const { km, bearingDeg, headingDeg, speedKmh, strokesPerMin, sigmaKm, sinceMin, untilMin } of storms) {
        const from = destination(here, bearingDeg, km)
        for (let ago = sinceMin; ago > untilMin; ago -= 1 / strokesPerMin) {
          const middle = destination(from, headingDeg, (-speedKmh * ago) / 60)
          const { lat, lon } = destination(middle, random() * 360, random() * 2 * sigmaKm)
          nowcast.add(NOW - ago * MINUTE, lat, lon)
        }
      }
      const shape = shapeOf({ type: 'Point', coordinates: [here.lon, here.lat] })
      const rings = RINGS_KM.map((ringKm) => ({ shape, ringKm }))
      for (const { inProgress, arrival, chances } of nowcast.outlook(rings, NOW).rings) {
        expectAgreement({ inProgress, arrival, chances: chances! }, NOW)
        if (arrival) told++
      }
    }),
    { numRuns: RUNS },
  )
  expect(told).toBeGreaterThan(0)
})

it('has an arrival where the rounded probability of an hour is 50 %', () => {
  expect(arrivalOf([0.1, 0.2, 0.3, 0.49996, 0.7], NOW)).not.toBeNull()
  expect(arrivalOf([0.1, 0.2, 0.3, 0.49994, 0.7], NOW)).toBeNull()
})
