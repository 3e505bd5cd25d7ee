import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { destination, distanceKm, type LatLon } from '../geo/geo.ts'
import { StrikeColumns } from '../strikes/strike-columns.ts'
import { seededRandom } from '../util/random.ts'
import { createStormFinder, type StormView } from './storm-cells.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const WATCHED: StormView['watched'] = [1, 1, 1]

interface Script {
  at: LatLon
  headingDeg?: number
  speedKmh?: number
  sigmaKm?: number
  /** Strokes in each of the three periods of five minutes, the oldest first. */
  strokes: [number, number, number]
}

/** Strokes of storms that are at `at` now. */
function columnsOf(...scripts: Script[]): StrikeColumns {
  const random = seededRandom('storm-cells')
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const records: StrikeRecord[] = []
  for (const { at, headingDeg = 0, speedKmh = 0, sigmaKm = 4, strokes } of scripts) {
    strokes.forEach((count, period) => {
      for (let i = 0; i < count; i++) {
        const minutes = 15 - 5 * period - random() * 5
        const middle = destination(at, headingDeg + 180, (speedKmh * minutes) / 60)
        const place = destination(destination(middle, 90, gauss() * sigmaKm), 0, gauss() * sigmaKm)
        records.push({ time: (NOW - minutes * MINUTE) * 1e6, lat: place.lat, lon: place.lon })
      }
    })
  }
  const columns = new StrikeColumns()
  columns.push(records, NOW, false)
  return columns
}

const find = (columns: StrikeColumns, watched = WATCHED) => createStormFinder()({ columns, nowMs: NOW, watched })
const WUHAN = { lat: 30.6, lon: 114.3 }

describe('a storm', () => {
  it('has the place, motion and rate of its strokes', () => {
    const [storm, ...others] = find(columnsOf({ at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [200, 200, 200] }))
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
      columnsOf({ at: { lat: -20, lon: 179.99 }, headingDeg: 90, speedKmh: 60, strokes: [150, 150, 150] }),
    )
    expect(others).toEqual([])
    expect(storm!.strokes).toBeGreaterThan(440)
    expect(storm!.motion).toMatchObject({ kind: 'moving' })
    if (storm!.motion.kind === 'moving') expect(Math.abs(storm!.motion.headingDeg - 90)).toBeLessThan(12)
  })

  it('has a longer axis that lies as its strokes do', () => {
    const row = [-20, -10, 0, 10, 20].map((km) => ({
      at: destination(WUHAN, 30, km),
      sigmaKm: 3,
      strokes: [60, 60, 60] as [number, number, number],
    }))
    const [storm] = find(columnsOf(...row))
    expect(storm!.axisDeg).toBeGreaterThan(25)
    expect(storm!.axisDeg).toBeLessThan(35)
    expect(storm!.majorKm).toBeGreaterThan(2.5 * storm!.minorKm)
  })

  it('says no motion where too much was not watched', () => {
    const many = columnsOf({ at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [200, 200, 200] })
    expect(find(many, [0.5, 0.3, 0])[0]!.motion).toEqual({ kind: 'unknown' })
  })

  it('has a motion from two dozen strokes on', () => {
    const { motion } = find(columnsOf({ at: WUHAN, headingDeg: 60, speedKmh: 60, sigmaKm: 3, strokes: [8, 8, 8] }))[0]!
    expect(motion).toMatchObject({ kind: 'moving' })
    if (motion.kind === 'moving') expect(Math.abs(motion.headingDeg - 60)).toBeLessThan(25)
  })

  it('says no motion that no storm has: a new one beside one that ends seems to leap', () => {
    const { motion } = find(
      columnsOf({ at: WUHAN, headingDeg: 60, speedKmh: 190, sigmaKm: 8, strokes: [0, 200, 200] }),
    )[0]!
    expect(motion).toEqual({ kind: 'unknown' })
  })

  it('is slow where nothing speaks for more', () => {
    const { motion } = find(columnsOf({ at: WUHAN, strokes: [300, 300, 300] }))[0]!
    expect(motion.kind).toBe('slow')
    if (motion.kind === 'slow') expect(motion.belowKmh).toBeLessThan(25)
  })

  it('is none of a dozen strokes all over a province', () => {
    const scattered = Array.from({ length: 12 }, (_, i) => ({
      at: destination(WUHAN, i * 30, 60 + 20 * i),
      strokes: [0, 1, 0] as [number, number, number],
    }))
    expect(find(columnsOf(...scattered))).toEqual([])
  })
})

describe('a trend', () => {
  const trendOf = (strokes: Script['strokes'], watched = WATCHED) =>
    find(columnsOf({ at: WUHAN, strokes }), watched)[0]!.trend

  it('is told with how much more or less it is a minute', () => {
    const changeOf = (strokes: Script['strokes'], watched = WATCHED) =>
      find(columnsOf({ at: WUHAN, strokes }), watched)[0]!.changePerMin
    expect(changeOf([20, 60, 150])).toBeCloseTo(18, 0)
    expect(changeOf([150, 150, 60])).toBeCloseTo(-18, 0)
    expect(changeOf([0, 0, 150], [1, 0.4, 0])).toBeNull()
  })

  it('is told by the last two periods', () => {
    expect(trendOf([20, 60, 150])).toBe('growing')
    expect(trendOf([150, 150, 60])).toBe('weakening')
    expect(trendOf([100, 100, 104])).toBe('steady')
    expect(trendOf([0, 5, 40])).toBe('starting')
  })

  it('is not made of chance, nor of what was not watched', () => {
    expect(trendOf([10, 20, 27])).toBe('steady')
    expect(trendOf([12, 4, 5])).toBeNull()
    expect(trendOf([0, 0, 150], [1, 0.4, 0])).toBeNull()
    expect(trendOf([0, 20, 150], [1, 1, 0.2])).toBe('growing')
  })
})

it('rates what was watched alone, and nothing where hardly anything was', () => {
  const columns = columnsOf({ at: WUHAN, strokes: [0, 0, 100] })
  expect(find(columns, [1, 0, 0])[0]!.strokesPerMin).toBe(20)
  expect(find(columns, [0.5, 0, 0])[0]!.strokesPerMin).toBe(40)
  expect(find(columns, [0.2, 0, 0])[0]!.strokesPerMin).toBeNull()
})

it('tells two storms with a valley between them apart, the busier first', () => {
  const other = destination(WUHAN, 90, 60)
  const storms = find(columnsOf({ at: WUHAN, strokes: [60, 60, 60] }, { at: other, strokes: [90, 90, 90] }))
  expect(storms.length).toBe(2)
  expect(distanceKm(storms[0]!, other)).toBeLessThan(3)
  expect(distanceKm(storms[1]!, WUHAN)).toBeLessThan(3)
})

it('leaves out what struck after the moment', () => {
  const columns = columnsOf({ at: WUHAN, strokes: [0, 0, 100] })
  const finder = createStormFinder()
  expect(finder({ columns, nowMs: NOW - 6 * MINUTE, watched: WATCHED })).toEqual([])
})

it('knows a storm again', () => {
  const columns = columnsOf(
    { at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [200, 200, 200] },
    { at: destination(WUHAN, 90, 200), strokes: [100, 100, 100] },
  )
  const finder = createStormFinder()
  const idsAt = (nowMs: number) => new Set(finder({ columns, nowMs, watched: WATCHED }).map(({ id }) => id))
  const before = idsAt(NOW - 2 * MINUTE)
  expect(before.size).toBe(2)
  expect(idsAt(NOW)).toEqual(before)
})

describe('storms are the same to the digit', () => {
  const whole = columnsOf(
    { at: WUHAN, headingDeg: 60, speedKmh: 50, strokes: [90, 120, 150], sigmaKm: 9 },
    { at: destination(WUHAN, 100, 45), headingDeg: 70, speedKmh: 40, strokes: [60, 60, 30], sigmaKm: 12 },
    { at: destination(WUHAN, 200, 300), strokes: [20, 20, 20], sigmaKm: 20 },
  )
  const records: StrikeRecord[] = []
  whole.visit(0, whole.end, (_, timeMs, lat, lon) => records.push({ time: timeMs * 1e6, lat, lon }))
  const stormsOf = (pieces: StrikeRecord[][]) => {
    const columns = new StrikeColumns()
    const finder = createStormFinder()
    let found = finder({ columns, nowMs: NOW, watched: WATCHED })
    for (const piece of pieces) {
      columns.push(piece, NOW, false)
      found = finder({ columns, nowMs: NOW, watched: WATCHED })
    }
    return found.map(({ id: _, ...storm }) => storm)
  }
  const shuffled = (seed: string) => {
    const random = seededRandom(seed)
    return records
      .map((record) => ({ record, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record)
  }
  const inPieces = (all: StrikeRecord[], count: number) =>
    Array.from({ length: count }, (_, i) => all.filter((_each, at) => Math.floor((at * count) / all.length) === i))

  it.each([
    ['the newest first', [records.toReversed()]],
    ['in any order', [shuffled('storms.a')]],
    ['in any other order', [shuffled('storms.b')]],
    ['in pieces', inPieces(records, 3)],
    ['in pieces, the newest first', inPieces(records, 4).toReversed()],
    ['in many pieces, in any order', inPieces(shuffled('storms.c'), 17)],
  ])('when their strikes come %s', (_how, pieces) => {
    const storms = stormsOf([records])
    expect(storms.length).toBeGreaterThan(1)
    expect(stormsOf(pieces)).toEqual(storms)
  })

  it('when they were looked for from another second on', () => {
    const lookedFor = (sinceMs: number) => {
      const finder = createStormFinder()
      for (let nowMs = sinceMs; nowMs < NOW; nowMs += 1_000) finder({ columns: whole, nowMs, watched: WATCHED })
      return finder({ columns: whole, nowMs: NOW, watched: WATCHED }).map(({ lat, lon, strokes }) => [
        lat,
        lon,
        strokes,
      ])
    }
    expect(lookedFor(NOW - 9 * MINUTE)).toEqual(lookedFor(NOW - 4 * MINUTE))
  })
})
