import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { FIXED_WORLD, fixedX, fixedY } from '../geo/mercator-fixed.ts'
import { type Random, seededRandom } from '../util/random.ts'
import { StrikeColumns } from './strike-columns.ts'
import { isSuperseded, packQuality, qualityRank, recordsOfWord } from './strike-quality.ts'
import { TICKS_PER_MS } from './strike-ring.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

// Not a whole second: a source of such times is not grouped.
const T = Date.UTC(2026, 6, 1, 8, 0, 0, 437)
/** After this time the index uses the same chains again. */
const ROUND_MS = 256_000
const WITHIN_TICKS = 14
const REACH = (40 / 40_075) * FIXED_WORLD
const PLACES = [
  { lat: 31, lon: 121 },
  { lat: 31.3, lon: 121.2 },
  { lat: 0, lon: 179.9 },
  { lat: 0, lon: -179.9 },
  { lat: 84, lon: 10 },
  { lat: -70, lon: 179.95 },
] as const

const offset = (most: number) =>
  fc.oneof(fc.constant(0), ...[most, most / 40].map((max) => fc.double({ min: -max, max, noNaN: true })))

/**
 * Records close together in time and place, on the borders of the index's chains, and some that share a chain minutes
 * earlier.
 */
const given = fc.record({
  rounds: fc.constantFrom(0, 0, 0, 1, 2, 7, 20),
  us: fc.oneof(fc.nat({ max: 800 }), fc.constantFrom(15, 16, 199, 200, 213, 214, 229, 1_953, 1_954, 62_499, 62_500)),
  place: fc.constantFrom(...PLACES),
  dLat: offset(0.36),
  dLon: offset(4),
  mds: fc.constantFrom(null, 7_000, 8_000, 20_000, 40_000, 40_100),
  mcg: fc.constantFrom(null, 100, 200),
})

describe('strokes, beside all pairs of their records', () => {
  it('are the same however records are near each other, repeated, shuffled and divided into batches', () => {
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 26 }),
        fc.nat(),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        fc.boolean(),
        (all, seed, batch, repeats, ahead) => {
          const random = seededRandom(seed)
          const records = onePerMoment(all.map((each) => recordOf(each)))
          const copies = repeats.flatMap((n) => records.slice(n % (records.length + 1)).slice(0, 1))
          const columns = new StrikeColumns()
          // A station whose clock is an hour ahead must not make older groups look settled.
          if (ahead) columns.push([{ ...recordOf({ ...FAR, us: 0 }), time: (T + 3_600_000) * 1e6 }], T, true)
          push(columns, shuffled([...records, ...copies.map((each) => ({ ...each, region: 8 }))], random), batch)
          const expected = naive(records)
          expect(strokesOf(columns).filter((stroke) => !ahead || !stroke.includes(`@${at(T + 3_600_000)} `))).toEqual(
            expected,
          )
          expect(columns.countSince(T - 7_000_000)).toBe(expected.length + Number(ahead))
          for (const { time, lat, lon } of records) {
            const found = columns.find(Number(time) / 1e6, lat, lon)!
            expect(columns.at(columns.bestOf(found))?.isBest).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are the same after the ring has wrapped several times', () => {
    const random = seededRandom(5)
    const columns = new StrikeColumns({ capacity: 16_384 })
    const recent: StrikeRecord[] = []
    for (let batch = 0; batch < 60; batch++) {
      const fromMs = T + batch * 1_000
      const stamped = Array.from({ length: 1_000 }, () => {
        const us = Math.floor(random() * 5_000) * 200 // close enough to meet now and then
        const place = PLACES[Math.floor(random() * PLACES.length)]!
        return recordOf({ ...FAR, us, place, dLat: random() * 0.3, dLon: random() * 0.3, mds: 7_000 + us }, fromMs)
      })
      const records = onePerMoment(stamped)
      columns.push(records, fromMs + 5_000, true)
      if (batch >= 50) recent.push(...records)
    }
    const since = at(T + 50_000)
    const held = strokesOf(columns).filter((stroke) => Number(/@(\d+)/.exec(stroke)?.[1]) >= since)
    expect(columns.end - columns.first).toBeLessThan(columns.end / 3)
    expect(held).toEqual(naive(recent))
    expect(held.length).toBeLessThan(recent.length * 0.97) // strokes of several are among them
  })
})

type Given = { rounds: number; us: number; place: { lat: number; lon: number }; dLat: number; dLon: number } & Pick<
  StrikeRecord,
  'mds' | 'mcg'
>
const FAR: Given = { rounds: 0, us: 0, place: { lat: 60, lon: 0 }, dLat: 0, dLon: 0, mds: 9_000, mcg: 150 }

function recordOf({ rounds, us, place, dLat, dLon, mds, mcg }: Given, fromMs = T): StrikeRecord {
  const lon = place.lon + dLon
  return {
    time: (fromMs - rounds * ROUND_MS + us / 1_000) * 1e6,
    lat: place.lat + dLat,
    lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon,
    alt: 0,
    pol: 0,
    mds,
    mcg,
    status: 0,
    region: 1,
  }
}

/** Times are distinguished to 15 µs: of two at one place within that, the first represents both. */
function onePerMoment(records: StrikeRecord[]): StrikeRecord[] {
  const known = new Set<string>()
  return records.filter((record) => {
    const name = nameOf(record)
    return !known.has(name) && known.add(name)
  })
}

const at = (ms: number) => Math.floor(ms * TICKS_PER_MS)
const nameOf = ({ time, lat, lon }: StrikeRecord) => `@${at(Number(time) / 1e6)} ${fixedX(lon)} ${fixedY(lat)}`

function shuffled<T>(list: T[], random: Random): T[] {
  return list
    .map((item) => ({ item, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ item }) => item)
}

function push(columns: StrikeColumns, records: StrikeRecord[], batch: number): void {
  for (let i = 0; i < records.length; i += batch) columns.push(records.slice(i, i + batch), T + 5_000, i % 2 === 0)
}

/** Of each stroke: the moment and place of its best record, and how many records it has. */
function strokesOf(columns: StrikeColumns): string[] {
  const found: string[] = []
  columns.forRuns(columns.first, columns.end, (words, from, count, sequence) => {
    for (let i = 0; i < count; i++) {
      const [x, y, , quality] = words.subarray(from + i * 4, from + i * 4 + 4) as unknown as number[]
      const { timeMs } = columns.at(sequence + i)!
      if (!isSuperseded(quality!)) found.push(`@${at(timeMs)} ${x} ${y} of ${recordsOfWord(quality!)}`)
    }
  })
  return found.sort()
}

/** The same, by looking at every pair. */
function naive(records: readonly StrikeRecord[]): string[] {
  const all = records.map((record) => ({
    tick: at(Number(record.time) / 1e6),
    x: fixedX(record.lon),
    y: fixedY(record.lat),
    rank: qualityRank(packQuality(record.mds, record.mcg)),
  }))
  type Each = (typeof all)[number]
  const isNear = (a: Each, b: Each) => {
    if (Math.abs(a.tick - b.tick) > WITHIN_TICKS) return false
    const east = Math.abs(a.x - b.x)
    const px = Math.hypot(Math.min(east, FIXED_WORLD - east), a.y - b.y)
    return px / Math.cosh(Math.PI * (1 - (a.y + b.y) / FIXED_WORLD)) <= REACH
  }
  const order = (a: Each, b: Each) => a.rank - b.rank || a.tick - b.tick || a.x - b.x || a.y - b.y
  const rest = new Set(all.toSorted((a, b) => a.tick - b.tick))
  const found: string[] = []
  for (const first of rest) {
    rest.delete(first)
    const stroke = [first]
    for (const member of stroke)
      for (const each of rest) {
        if (each.tick > member.tick + WITHIN_TICKS) break
        if (!isNear(member, each)) continue
        rest.delete(each)
        stroke.push(each)
      }
    const best = stroke.toSorted(order)[0]!
    found.push(`@${best.tick} ${best.x} ${best.y} of ${stroke.length}`)
  }
  return found.sort()
}
