import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { destination, distanceKm } from '../geo/geo.ts'
import { seededRandom } from '../util/random.ts'
import { StrikeColumns } from './strike-columns.ts'
import { RECORDS_MAX } from './strike-quality.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

// Not a whole second: a source of such times is not grouped.
const T = Date.UTC(2026, 6, 1, 8, 0, 0, 437)
const MIN = 60_000
const PLACE = { lat: 31, lon: 121 }

interface Given {
  us?: number
  km?: number
  bearing?: number
  mds?: number | null
  mcg?: number | null
}

/** A record at this offset in microseconds from a moment and in kilometres from a position. */
function record({ us = 0, km = 0, bearing = 90, mds = 9_000, mcg = 150 }: Given, atMs = T): StrikeRecord {
  return { time: (atMs + us / 1_000) * 1e6, ...destination(PLACE, bearing, km), alt: 0, pol: 0, mds, mcg, status: 0 }
}

function heldBy(columns: StrikeColumns) {
  return Array.from({ length: columns.end - columns.first }, (_, i) => columns.at(columns.first + i)!)
}

function strokes(columns: StrikeColumns) {
  return heldBy(columns)
    .filter(({ isBest }) => isBest)
    .map(({ mdsNs, mcgDeg, records }) => ({ mdsNs, mcgDeg, records }))
}

function columnsOf(...batches: Given[][]): StrikeColumns {
  const columns = new StrikeColumns()
  for (const batch of batches)
    columns.push(
      batch.map((each) => record(each)),
      T + 5_000,
      true,
    )
  return columns
}

it('counts each flash of a source with whole seconds', () => {
  const columns = new StrikeColumns()
  const at = Math.ceil(T / 1_000) * 1_000
  columns.push(
    [0, 5, 20].map((km) => record({ km }, at)),
    at,
    true,
  )
  expect(columns.countSince(at - MIN)).toBe(3)
  // A record with a finer time next to them may belong to any of their strokes.
  columns.push([record({ us: 100, km: 21 }, at + 1_000), record({ us: 150, km: 22 }, at + 1_000)], at + 1_000, true)
  expect(columns.countSince(at - MIN)).toBe(4)
})

describe('the records of one stroke', () => {
  it('count once, at the record of the smallest mds, then mcg', () => {
    const columns = columnsOf([
      { mds: 12_000, mcg: 90 },
      { us: 60, km: 12, mds: 8_000, mcg: 200 },
      { us: 175, km: 38, mds: 8_000, mcg: 120 },
    ])
    expect(strokes(columns)).toEqual([{ mdsNs: 8_000, mcgDeg: 120, records: 3 }])
    expect(columns.countSince(T - MIN)).toBe(1)
    expect(columns.countSince(T - MIN, null, { records: true })).toBe(3)
  })

  it('are superseded by a better one at any later time', () => {
    const columns = columnsOf([{ mds: 12_000 }])
    const { revisions } = columns
    columns.push(
      Array.from({ length: 9_000 }, (_, i) => ({ ...record({}, T - 4 * MIN + i * 20), lon: 80 })),
      T,
      false,
    )
    columns.push([record({ us: 100, km: 20, mds: 7_000 })], T + 5_000, true)
    expect(columns.at(0)).toMatchObject({ isBest: false, records: 2 })
    expect(columns.at(9_001)).toMatchObject({ isBest: true, records: 2 })
    expect(columns.bestOf(0)).toBe(9_001)
    const gaveWay: number[] = []
    expect(columns.revisedSince(revisions, (sequence) => gaveWay.push(sequence))).toBe(true)
    expect(gaveWay).toEqual([0])
  })

  it('without quality is best only among records without quality', () => {
    expect(
      strokes(
        columnsOf([
          { mds: null, mcg: null },
          { us: 20, km: 3, mds: 60_000 },
        ]),
      ),
    ).toMatchObject([{ mcgDeg: 150, records: 2 }])
    expect(strokes(columnsOf([{ mds: null }, { us: 20, km: 3, mds: null, mcg: 90 }]))).toMatchObject([{ mcgDeg: 90 }])
  })

  it('are apart where they are more than 200 µs or 40 km apart', () => {
    expect(strokes(columnsOf([{}, { us: 260, km: 1 }]))).toHaveLength(2)
    expect(strokes(columnsOf([{}, { us: 50, km: 44 }]))).toHaveLength(2)
  })

  it('are connected by steps, in any order', () => {
    expect(strokes(columnsOf([{ mds: 9_000 }, { us: 150, km: 60, mds: 8_000 }]))).toHaveLength(2)
    const joined = columnsOf([{ mds: 9_000 }, { us: 150, km: 60, mds: 8_000 }], [{ us: 80, km: 30, mds: 9_500 }])
    expect(strokes(joined)).toEqual([{ mdsNs: 8_000, mcgDeg: 150, records: 3 }])
  })

  it('are grouped equally in any order, and of equal ones the same is best', () => {
    const south = { ...record({}), lat: 84 }
    // Apart by 40 km, give or take 200 m, between which the map's scale changes by 3 %.
    for (let lat = 84.35; lat < 84.37; lat += 0.000_5) {
      const north = { ...record({ us: 3 }), lat }
      const one = new StrikeColumns()
      const other = new StrikeColumns()
      one.push([south, north], T, true)
      other.push([north, south], T, true)
      expect(one.countSince(T - MIN)).toBe(other.countSince(T - MIN))
      const bestLat = (columns: StrikeColumns) => heldBy(columns).find(({ isBest }) => isBest)!.lat
      expect(bestLat(one)).toBe(one.countSince(T - MIN) === 1 ? bestLat(other) : 84)
    }
  })

  it('at one position within 15 µs are one record, the first: moments have no finer resolution', () => {
    const columns = columnsOf([{ us: 687 }, { us: 688 }], [{ us: 720 }])
    expect(strokes(columns)).toMatchObject([{ records: 2 }])
  })

  it('counts an exact repeat neither as a record nor as a stroke, at any time', () => {
    const columns = columnsOf([{}, { us: 30, km: 5 }], [{}, {}])
    columns.push([{ ...record({}), region: 8, status: 1 }], T + 20 * MIN, false)
    expect(columns.end).toBe(2)
    expect(strokes(columns)).toMatchObject([{ records: 2 }])
  })

  it('flash once, even if a better one arrives a second later', () => {
    const columns = columnsOf([{ mds: 9_000 }])
    columns.push([record({ us: 40, km: 6, mds: 8_000 })], T + 6_000, true)
    const times: number[] = []
    columns.forRuns(0, 2, (words, from) => times.push(words[from + 2]!, words[from + 6]!))
    expect(times[1]! & 0x7fc).toBe(times[0]! & 0x7fc)
  })

  it('a crowd at one moment and place is not taken for one stroke without end', () => {
    const crowd = Array.from({ length: 300 }, (_, i) => ({ km: i / 20 }))
    const columns = columnsOf(crowd)
    const found = heldBy(columns).filter(({ isBest }) => isBest)
    expect(found.length).toBeGreaterThan(300 - RECORDS_MAX)
    expect(columns.countSince(T - MIN, null, { records: true })).toBe(300)
  })

  it('are found across the antimeridian', () => {
    const columns = new StrikeColumns()
    columns.push(
      [
        { ...record({}), lon: 179.95 },
        { ...record({ us: 50 }), lon: -179.9 },
      ],
      T,
      true,
    )
    expect(columns.countSince(T - MIN)).toBe(1)
  })
})

describe('strokes among many', () => {
  const given = fc.record({
    us: fc.integer({ min: 0, max: 1_500 }),
    km: fc.integer({ min: 0, max: 150 }),
    bearing: fc.constantFrom(0, 90, 180, 270),
    mds: fc.option(fc.integer({ min: 5_000, max: 15_000 })),
    mcg: fc.integer({ min: 80, max: 261 }),
  })

  it('are the connected ones, in any order of records', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 24 }), fc.nat(), (all, seed) => {
        const random = seededRandom(seed)
        const shuffled = all.toSorted(() => random() - 0.5)
        const one = columnsOf(all)
        const other = columnsOf(...shuffled.map((each) => [each]))
        // Near the limits the rounding of times decides, and of two that are one the first stays.
        fc.pre(all.every((a, i) => all.every((b, j) => i === j || isClear(a, b))))
        const sizes = (columns: StrikeColumns) =>
          strokes(columns)
            .map(({ records, mdsNs }) => `${records}/${mdsNs}`)
            .sort()
        expect(sizes(one)).toEqual(naive(all))
        expect(sizes(other)).toEqual(naive(all))
        expect(one.countSince(T - MIN)).toBe(naive(all).length)
      }),
      { numRuns: 300 },
    )
  })

  it('are counted correctly after the oldest have expired', () => {
    const columns = new StrikeColumns({ capacity: 65_536 })
    for (let batch = 0; batch < 60; batch++) {
      const nowMs = T + batch * 1_000
      const records = Array.from({ length: 1_000 }, (_, i) => [
        record({ mds: 9_000, km: 1 }, nowMs - 900 + i * 0.8),
        record({ us: 40, km: 9, mds: 8_000 + (i % 2_000) }, nowMs - 900 + i * 0.8),
      ])
      columns.push(records.flat(), nowMs, true)
    }
    const held = heldBy(columns)
    expect(columns.countSince(0)).toBe(held.filter(({ isBest }) => isBest).length)
    expect(columns.countSince(0, null, { records: true })).toBe(held.length)
  })
})

function near(a: Given, b: Given): boolean {
  return Math.abs((a.us ?? 0) - (b.us ?? 0)) <= 205 && distanceKm(record(a), record(b)) <= 40
}

function isClear(a: Given, b: Given): boolean {
  const us = Math.abs((a.us ?? 0) - (b.us ?? 0))
  const km = distanceKm(record(a), record(b))
  const isOther = us > 32 || km > 0.001
  return isOther && (us < 195 || us > 230) && (km < 39 || km > 41)
}

/** Records to strokes, each as its count and its best `mds`, the slow way. */
function naive(all: Given[]): string[] {
  const rest = [...all]
  const found: string[] = []
  while (rest.length > 0) {
    const stroke = [rest.shift()!]
    for (const member of stroke) {
      const joined = rest.filter((each) => near(member, each))
      for (const each of joined) rest.splice(rest.indexOf(each), 1)
      stroke.push(...joined)
    }
    const best = stroke.reduce((a, b) => (rank(b) < rank(a) ? b : a))
    found.push(`${stroke.length}/${best.mds}`)
  }
  return found.sort()
}

function rank({ mds, mcg }: Given): number {
  return (mds ?? 65_535) * 512 + (mcg ?? 511)
}
