import { describe, expect, it } from 'vitest'
import type { Storm } from '../../contract/nowcast.ts'
import { destination, distanceKm, type LatLon } from '../geo/geo.ts'
import { StrikeBins } from '../nowcast/strike-bins.ts'
import type { Polarity } from '../strikes/strike.ts'
import { seededRandom } from '../util/random.ts'
import { courseOf, type Observed } from './storm-cells.ts'
import { StormFinder } from './storm-finder.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const WHOLE: Observed = [1, 1, 1]

interface Script {
  at: LatLon
  headingDeg?: number
  speedKmh?: number
  sigmaKm?: number
  /** Strokes in each of the three periods of five minutes, the oldest first. */
  strokes: [number, number, number]
  polarityOf?: (i: number) => Polarity
}

/** Strokes of storms that are at `at` now. */
function binsOf(...scripts: Script[]): StrikeBins {
  const random = seededRandom('storm-cells')
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const bins = new StrikeBins()
  for (const { at, headingDeg = 0, speedKmh = 0, sigmaKm = 4, strokes, polarityOf = () => 0 as const } of scripts) {
    strokes.forEach((count, period) => {
      for (let i = 0; i < count; i++) {
        const minutes = 15 - 5 * period - random() * 5
        const middle = destination(at, headingDeg + 180, (speedKmh * minutes) / 60)
        const place = destination(destination(middle, 90, gauss() * sigmaKm), 0, gauss() * sigmaKm)
        bins.add(NOW - minutes * MINUTE, place.lat, place.lon, polarityOf(i))
      }
    })
  }
  return bins
}

const find = (bins: StrikeBins, observed = WHOLE): Storm[] => new StormFinder().find(bins, NOW, observed, () => null)
const WUHAN = { lat: 30.6, lon: 114.3 }

describe('a storm', () => {
  it('has the position, motion and rate of its strokes', () => {
    const [storm, ...others] = find(binsOf({ at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [200, 200, 200] }))
    expect(others).toEqual([])
    expect(distanceKm(storm!, WUHAN)).toBeLessThan(2)
    expect(storm!.strokesPerMin).toBe(40)
    expect(storm!.motion).toMatchObject({ kind: 'moving' })
    if (storm!.motion.kind !== 'moving') return
    expect(storm!.motion.headingDeg).toBeGreaterThan(50)
    expect(storm!.motion.headingDeg).toBeLessThan(70)
    expect(storm!.motion.speedKmh).toBeGreaterThan(45)
    expect(storm!.motion.speedKmh).toBeLessThan(55)
  })

  it('is one across the antimeridian', () => {
    const [storm, ...others] = find(
      binsOf({ at: { lat: -20, lon: 179.99 }, headingDeg: 90, speedKmh: 60, strokes: [150, 150, 150] }),
    )
    expect(others).toEqual([])
    expect(storm!.strokes).toBeGreaterThan(440)
    expect(storm!.motion).toMatchObject({ kind: 'moving' })
    if (storm!.motion.kind === 'moving') expect(Math.abs(storm!.motion.headingDeg - 90)).toBeLessThan(12)
  })

  it('has a longer axis along its strokes', () => {
    const row = [-20, -10, 0, 10, 20].map((km) => ({
      at: destination(WUHAN, 30, km),
      sigmaKm: 3,
      strokes: [60, 60, 60] as [number, number, number],
    }))
    const [storm] = find(binsOf(...row))
    expect(storm!.axisDeg).toBeGreaterThan(25)
    expect(storm!.axisDeg).toBeLessThan(35)
    expect(storm!.majorKm).toBeGreaterThan(2.5 * storm!.minorKm)
  })

  it('has no motion with too much unobserved time', () => {
    const many = binsOf({ at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [200, 200, 200] })
    expect(find(many, [0.5, 0.3, 0])[0]!.motion).toEqual({ kind: 'unknown' })
  })

  it('has a motion from two dozen strokes on', () => {
    const { motion } = find(binsOf({ at: WUHAN, headingDeg: 60, speedKmh: 60, sigmaKm: 3, strokes: [8, 8, 8] }))[0]!
    expect(motion).toMatchObject({ kind: 'moving' })
    if (motion.kind === 'moving') expect(Math.abs(motion.headingDeg - 60)).toBeLessThan(25)
  })

  it('has no impossible motion, as of a new storm beside one that ends', () => {
    const { motion } = find(
      binsOf({ at: WUHAN, headingDeg: 60, speedKmh: 190, sigmaKm: 8, strokes: [0, 200, 200] }),
    )[0]!
    expect(motion).toEqual({ kind: 'unknown' })
  })

  it('is slow without evidence of motion', () => {
    const { motion } = find(binsOf({ at: WUHAN, strokes: [300, 300, 300] }))[0]!
    expect(motion.kind).toBe('slow')
    if (motion.kind === 'slow') expect(motion.belowKmh).toBeLessThan(25)
  })

  it('is none of a dozen strokes spread over a province', () => {
    const scattered = Array.from({ length: 12 }, (_, i) => ({
      at: destination(WUHAN, i * 30, 60 + 20 * i),
      strokes: [0, 1, 0] as [number, number, number],
    }))
    expect(find(binsOf(...scattered))).toEqual([])
  })
})

describe('a trend', () => {
  const trendOf = (strokes: Script['strokes'], observed = WHOLE) =>
    find(binsOf({ at: WUHAN, strokes }), observed)[0]!.trend

  it('is reported with its change per minute', () => {
    const changeOf = (strokes: Script['strokes'], observed = WHOLE) =>
      find(binsOf({ at: WUHAN, strokes }), observed)[0]!.changePerMin
    expect(changeOf([20, 60, 150])).toBeCloseTo(18, 0)
    expect(changeOf([150, 150, 60])).toBeCloseTo(-18, 0)
    expect(changeOf([0, 0, 150], [1, 0.4, 0])).toBeNull()
  })

  it('is computed from the last two periods', () => {
    expect(trendOf([20, 60, 150])).toBe('growing')
    expect(trendOf([150, 150, 60])).toBe('weakening')
    expect(trendOf([100, 100, 104])).toBe('steady')
    expect(trendOf([0, 5, 40])).toBe('starting')
  })

  it('is not reported for random variation, or unobserved time', () => {
    expect(trendOf([10, 20, 27])).toBe('steady')
    expect(trendOf([12, 4, 5])).toBeNull()
    expect(trendOf([0, 0, 150], [1, 0.4, 0])).toBeNull()
    expect(trendOf([0, 20, 150], [1, 1, 0.2])).toBe('growing')
  })
})

it('uses observed time only, and is unknown with little of it', () => {
  const columns = binsOf({ at: WUHAN, strokes: [0, 0, 100] })
  expect(find(columns, [1, 0, 0])[0]!.strokesPerMin).toBe(20)
  expect(find(columns, [0.5, 0, 0])[0]!.strokesPerMin).toBe(40)
  expect(find(columns, [0.2, 0, 0])[0]!.strokesPerMin).toBeNull()
})

it('separates two storms with a valley between them, busier first', () => {
  const other = destination(WUHAN, 90, 60)
  const storms = find(binsOf({ at: WUHAN, strokes: [60, 60, 60] }, { at: other, strokes: [90, 90, 90] }))
  expect(storms.length).toBe(2)
  expect(distanceKm(storms[0]!, other)).toBeLessThan(3)
  expect(distanceKm(storms[1]!, WUHAN)).toBeLessThan(3)
})

it('has the share of positive strokes among those of known polarity, with a minimum number', () => {
  const of = (polarityOf: (i: number) => Polarity) =>
    find(binsOf({ at: WUHAN, strokes: [20, 20, 20], polarityOf }))[0]!.positiveShare
  expect(of((i) => (i % 4 === 0 ? 1 : i % 2 === 0 ? -1 : 0))).toBe(0.5)
  expect(of(() => 0)).toBeNull()
  expect(of((i) => (i === 0 ? 1 : 0))).toBeNull()
})

it('has a course only if the error is at most a third of the speed', () => {
  const moving = (speedKmh: number, errorKmh: number) =>
    courseOf({ motion: { kind: 'moving', headingDeg: 90, speedKmh, errorKmh } })
  expect(moving(60, 20)).toMatchObject({ speedKmh: 60 })
  expect(moving(127, 50)).toBeNull()
  expect(courseOf({ motion: { kind: 'slow', belowKmh: 20 } })).toBeNull()
})
