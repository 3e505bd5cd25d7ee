import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import {
  accumulatedPlaceSchema,
  accumulationsSchema,
  reportChecksSchema,
} from '../../contract/verification/accumulations.ts'
import { areaKm2 } from '../../core/accumulations/cell-sums.ts'
import { destination, distanceKm } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { observed, START_MS, setUpHistory } from '../../testing/history-kit.ts'
import {
  type PlainStroke,
  plainCells,
  plainChecks,
  plainPlace,
} from '../../testing/verification/plain-accumulations.ts'
import { createLog } from '../config/log.ts'
import type { History } from '../history/history.ts'
import type { SumStore } from '../history/sum-store.ts'
import { openAccumulations, WHOLE_WORLD } from './accumulations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const HOURS = 34
const FROM_MS = START_MS - HOURS * HOUR_MS
const AIRPORTS = [
  { icao: 'ZSPD', lat: 31.143, lon: 121.805 },
  { icao: 'ZGSZ', lat: 22.639, lon: 113.811 },
]
const GAPS = [
  { fromMs: FROM_MS + 4 * HOUR_MS + 25 * MINUTE_MS, toMs: FROM_MS + 6 * HOUR_MS },
  { fromMs: FROM_MS + 20 * HOUR_MS, toMs: FROM_MS + 20 * HOUR_MS + 45_000 },
]
const isObserved = (ms: number) => ms >= FROM_MS && GAPS.every(({ fromMs, toMs }) => ms < fromMs || ms >= toMs)

const placeOf = ({ icao, lat, lon }: (typeof AIRPORTS)[number]): Place => ({
  id: icao,
  name: icao,
  nameZh: null,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  ringsKm: [8, 16],
  holdMin: 30,
  group: null,
  timeZone: null,
  hours: null,
})

interface World {
  strokes: PlainStroke[]
  records: StrikeRecord[]
}

/** Strokes around both airports by day and by night, some of them repeated, as by real networks. */
function worldOf(seed: string, count: number, fromMs: number, toMs: number): World {
  const random = seededRandom(seed)
  const strokes = Array.from({ length: count }, (_, i): PlainStroke => {
    const around = AIRPORTS[i % 2]!
    const at = destination(around, random() * 360, random() * 45)
    const timeMs = fromMs + Math.floor(((i + random() * 0.9) * (toMs - fromMs)) / count)
    return { timeMs, lat: Math.round(at.lat * 1e4) / 1e4 + 0.00003, lon: Math.round(at.lon * 1e4) / 1e4 + 0.00003 }
  }).filter(({ timeMs }) => isObserved(timeMs))
  const records = strokes.flatMap(({ timeMs, lat, lon }, i) => {
    const time = BigInt(timeMs) * 1_000_000n + 500_000n
    const best = strikeRecord({ time, lat, lon, mds: 1 })
    return i % 5 === 0 ? [best, strikeRecord({ time: time + 60_000n, lat: lat + 0.03, lon, mds: 9_000 })] : [best]
  })
  return { strokes, records }
}

const past = worldOf('the past', 1_300, FROM_MS, START_MS)
const { strokes } = past

async function setUp(records: readonly StrikeRecord[] = past.records) {
  const kit = setUpHistory()
  let sinceMs = FROM_MS
  for (const { fromMs, toMs } of [...GAPS, { fromMs: START_MS, toMs: START_MS }]) {
    await kit.history.write(observed(sinceMs, fromMs))
    sinceMs = toMs
  }
  await writeAll(kit.history, records)
  return kit
}

/** A batch has strikes of ten minutes, and enough of them for the history to recognise their time. */
async function writeAll(history: History, all: readonly StrikeRecord[]): Promise<void> {
  const batches = Map.groupBy(all, ({ time }) => Math.floor(Number(time) / 6e11))
  for (const batch of batches.values()) await history.write({ kind: 'strikes', records: batch })
}

/** A history with strikes of the last hours. */
const lastHours = (hours: number) => ({
  strokes: strokes.filter(({ timeMs }) => timeMs >= START_MS - hours * HOUR_MS),
  records: past.records.filter(({ time }) => Number(time) / 1e6 >= START_MS - hours * HOUR_MS),
})

function open(
  kit: Awaited<ReturnType<typeof setUp>>,
  sums: SumStore = kit.history.sums,
  clock = kit.clock,
  locationErrorKm: number | null = null,
  beginAfterMs = 0,
) {
  const { history } = kit
  return openAccumulations({
    locationErrorKm,
    beginAfterMs,
    places: { list: () => AIRPORTS.map(placeOf) },
    source: { simulated: true, nowMs: () => clock.now() },
    history: {
      sums,
      strikes: history.strikes,
      reports: history.reports,
      missing: history.missing,
      horizonMs: history.horizonMs,
    },
    // Work on the past takes no time here, and never rests.
    clock: { ...clock, monotonicMs: () => 0 },
    log: createLog('silent', { write() {} }),
  })
}

/** No error, and one so large that nearby strokes of a ring may belong to the next. */
const ERRORS_KM = [0, 3.4]

type Opened = ReturnType<typeof open>

/** Sums of a period by cell, as strokes and hours. */
async function told(accumulations: Opened, fromMs: number, toMs: number) {
  const density = accumulationsSchema.parse(
    await accumulations.cells({ fromMs, toMs }, WHOLE_WORLD, 'density', 'a test'),
  )
  const hours = accumulationsSchema.parse(
    await accumulations.cells({ fromMs, toMs }, { west: 110, south: 20, east: 125, north: 35 }, 'hours', 'a test'),
  )
  const box = { west: 110, south: 20, east: 125, north: 35 }
  const fine = await accumulations.cells({ fromMs, toMs }, box, 'density', 'a test')
  const hoursOf = new Map(hours.cells.map(([south, west, value]) => [`${south},${west}`, value]))
  const cells = fine.cells.map(([south, west, value]): [string, { count: number; hours: number }] => {
    const cell = `${south},${west}`
    return [cell, { count: Math.round(value * areaKm2(south, south + 0.1, 0.1)), hours: hoursOf.get(cell) ?? 0 }]
  })
  return { cells: new Map(cells.sort()), density, hours }
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].sort())

describe('strokes and hours with thunder by cell', () => {
  it('of any period equal a reference computation from the strokes', async () => {
    const kit = await setUp()
    const accumulations = open(kit)
    await accumulations.idle()
    for (const [fromMs, toMs] of [
      [0, START_MS],
      [START_MS - HOUR_MS, START_MS],
      [START_MS - DAY_MS, START_MS],
      [START_MS - 31 * HOUR_MS - 17 * MINUTE_MS, START_MS - 3 * HOUR_MS - 41 * MINUTE_MS],
      [START_MS - 5 * HOUR_MS + 10 * MINUTE_MS, START_MS - 5 * HOUR_MS + 45 * MINUTE_MS],
    ] as const) {
      const answer = await told(accumulations, fromMs, toMs)
      expect(answer.cells.size).toBeGreaterThan(10)
      expect(answer.cells).toEqual(sorted(plainCells(strokes, fromMs, toMs)))
      const firstMs = Math.max(fromMs, Math.floor(FROM_MS / DAY_MS) * DAY_MS)
      expect([answer.hours.from, answer.hours.to]).toEqual([firstMs, toMs].map((ms) => new Date(ms).toISOString()))
      let lost = 0
      for (let ms = firstMs; ms < toMs; ms += 15_000) if (!isObserved(ms)) lost += 0.25
      expect([answer.hours.minutes, answer.hours.notObservedMin]).toEqual([
        (toMs - firstMs) / MINUTE_MS,
        Math.round(lost),
      ])
    }
    const [gap] = GAPS
    const lost = await accumulations.cells(gap!, WHOLE_WORLD, 'hours', 'a test')
    expect(lost).toMatchObject({ cells: [], minutes: 95, notObservedMin: 95 })
    accumulations.close()
  })

  it('include late strikes, once, and nothing twice after a restart', async () => {
    const recent = lastHours(6)
    const kit = await setUp(recent.records)
    const first = open(kit)
    await first.idle()
    const late = worldOf('late', 20, START_MS - 5 * HOUR_MS, START_MS - 2 * HOUR_MS)
    for (const record of late.records) await kit.batch(record)
    await writeAll(kit.history, recent.records.slice(0, 100))
    await kit.clock.advance(5 * MINUTE_MS)
    await first.idle()
    const all = plainCells([...recent.strokes, ...late.strokes], 0, START_MS)
    expect((await told(first, 0, START_MS)).cells).toEqual(sorted(all))
    first.close()
    await kit.reopen()
    const again = open(kit)
    await again.idle()
    expect((await told(again, 0, START_MS)).cells).toEqual(sorted(all))
    again.close()
  })

  it.each([0, 1, 4, 6])('are the same after a crash at write %i, before or after it', async (crashAt) => {
    const recent = lastHours(7)
    const plain = sorted(plainCells(recent.strokes, 0, START_MS))
    for (const isKept of [false, true]) {
      const kit = await setUp(recent.records)
      let count = 0
      const dying = open(kit, {
        ...kit.history.sums,
        async keep(kept) {
          if (count++ < crashAt) return kit.history.sums.keep(kept)
          if (isKept && count === crashAt + 1) await kit.history.sums.keep(kept)
          throw new Error('the process is gone')
        },
      })
      await dying.idle()
      dying.close()
      await kit.reopen()
      const again = open(kit)
      await again.idle()
      expect((await told(again, 0, START_MS)).cells).toEqual(plain)
      again.close()
    }
  })

  it('outlive the strikes, by whole days', async () => {
    const recent = lastHours(30)
    const kit = await setUp(recent.records)
    const before = open(kit)
    await before.idle()
    before.close()
    // Two weeks later these strikes are deleted.
    const clock = createFakeClock(START_MS + 14 * DAY_MS)
    await kit.reopen({ clock })
    await kit.history.write(observed(clock.now() - HOUR_MS, clock.now()))
    const newestMs = Math.floor(clock.now() - 2 * HOUR_MS)
    await kit.batch(strikeRecord({ time: BigInt(newestMs) * 1_000_000n, lat: 1, lon: 1 }))
    await kit.history.maintain()
    expect(await kit.ids(FROM_MS, START_MS)).toEqual([])
    const later = open(kit, kit.history.sums, clock)
    await later.idle()
    const toMs = Math.ceil(START_MS / DAY_MS) * DAY_MS
    const answer = await told(later, START_MS - HOUR_MS, START_MS)
    expect([answer.hours.from, answer.hours.to]).toEqual([
      new Date(toMs - DAY_MS).toISOString(),
      new Date(toMs).toISOString(),
    ])
    const hourOfNow = Math.floor((START_MS - 20 * MINUTE_MS) / HOUR_MS) * HOUR_MS
    expect(answer.cells).toEqual(sorted(plainCells(recent.strokes, toMs - DAY_MS, hourOfNow)))
    later.close()
  })

  it('are computed after the first moments of a start, which are reserved for requests of the past', async () => {
    const kit = await setUp(lastHours(3).records)
    const accumulations = open(kit, kit.history.sums, kit.clock, null, 2_000)
    await kit.clock.advance(1_900)
    await accumulations.idle()
    expect(await kit.history.sums.times('hour', '')).toEqual([])
    await kit.clock.advance(200)
    await accumulations.idle()
    expect(await kit.history.sums.times('hour', '')).not.toEqual([])
    accumulations.close()
  })

  it('of nothing are awaited', async () => {
    const kit = setUpHistory()
    const accumulations = open(kit)
    await accumulations.idle()
    expect(await accumulations.cells({}, WHOLE_WORLD, 'density', 'a test')).toMatchObject({
      state: 'waiting',
      from: null,
    })
    accumulations.close()
  })
})

describe('tables of places, and reports against strokes', () => {
  it.each(ERRORS_KM)('equal reference computations with strokes located to %d km', async (errorKm) => {
    const kit = await setUp()
    const said = await writeReports(kit.history)
    const accumulations = open(kit, kit.history.sums, kit.clock, errorKm || null)
    await accumulations.idle()
    await expectTables(accumulations, errorKm)
    await expectChecks(accumulations, said, errorKm)
    accumulations.close()
  })
})

/** Strokes within 16 km by month and hour of the day. */
async function expectTables(accumulations: Opened, errorKm: number): Promise<void> {
  const summedToMs = Math.floor((START_MS - 20 * MINUTE_MS) / HOUR_MS) * HOUR_MS
  for (const airport of AIRPORTS) {
    const table = accumulatedPlaceSchema.parse(await accumulations.place(airport.icao, 'a test'))
    const near = strokes.filter((stroke) => stroke.timeMs < summedToMs && distanceKm(airport, stroke) <= 16 + errorKm)
    const plain = plainPlace(near.map(({ timeMs }) => timeMs))
    expect(plain.size).toBeGreaterThan(10)
    const found = table.months.flatMap((hours, month) =>
      hours.flatMap(({ thunderHours, strokes: count }, hour) =>
        count === 0 ? [] : [[`${month} ${hour}`, { thunderHours, strokes: count }] as const],
      ),
    )
    expect(sorted(new Map(found))).toEqual(sorted(plain))
    const hours = table.months.flat().reduce((sum, { observedHours }) => sum + observedHours, 0)
    expect(hours).toBeCloseTo((summedToMs - FROM_MS - 95 * MINUTE_MS - 45_000) / HOUR_MS, 1)
  }
  expect(await accumulations.place('NONE', 'a test')).toBeNull()
}

interface Said {
  icao: string
  reports: { atMs: number; says: 'TS' | 'VCTS' | '' }[]
}

/** Two reports an hour of each airport, some of them corrected. */
async function writeReports(history: History): Promise<Said[]> {
  const random = seededRandom('reports')
  const said = AIRPORTS.map(({ icao }): Said => ({ icao, reports: [] }))
  for (const { icao, reports } of said) {
    for (let atMs = FROM_MS; atMs < START_MS - 2 * HOUR_MS; atMs += 30 * MINUTE_MS) {
      const says = (['TS', 'VCTS', ''] as const)[Math.floor(random() * 3)]!
      const isCorrected = random() < 0.1
      if (isCorrected) await history.write({ kind: 'reports', records: [reportOf(icao, atMs, '', false)] })
      await history.write({ kind: 'reports', records: [reportOf(icao, atMs, says, isCorrected)] })
      reports.push({ atMs, says })
    }
  }
  return said
}

async function expectChecks(accumulations: Opened, said: readonly Said[], errorKm: number): Promise<void> {
  const answer = reportChecksSchema.parse(await accumulations.reports({}, 'a test'))
  expect(answer.airports).toHaveLength(2)
  for (const [i, { icao, reports }] of said.entries()) {
    const near = strokes.map((stroke) => ({ timeMs: stroke.timeMs, km: distanceKm(AIRPORTS[i]!, stroke) }))
    const plain = plainChecks(reports, near, isObserved, errorKm)
    const of = (...keys: string[]) => keys.reduce((sum, key) => sum + (plain.get(key) ?? 0), 0)
    expect(answer.airports.find((each) => each.icao === icao)).toMatchObject({
      hits: of('TS 8', 'VCTS 16'),
      otherBand: of('TS 16', 'VCTS 8'),
      missingAt: of('no 8'),
      missingVicinity: of('no 16'),
      overSeen: of('TS 30', 'VCTS 30'),
      overNone: of('TS none', 'VCTS none'),
      quiet: of('no 30', 'no none'),
      leftOut: of('left out'),
    })
    expect(of('left out')).toBeGreaterThan(2)
  }
  expect(answer.months.map(({ month }) => month)).toEqual(['2026-06', '2026-07'])
  expect(answer.months.reduce((sum, { hits }) => sum + hits, 0)).toBe(answer.all.hits)
  expect((await accumulations.reports({ from: '2026-07' }, 'a test')).months).toHaveLength(1)
  for (const { icao } of AIRPORTS) {
    const ofOne = reportChecksSchema.parse(await accumulations.reports({ icao }, 'a test'))
    const { icao: _, ...figures } = answer.airports.find((each) => each.icao === icao)!
    expect(ofOne.all).toEqual(figures)
    expect(ofOne.months.reduce((sum, { missingAt }) => sum + missingAt, 0)).toBe(figures.missingAt)
    expect(ofOne.airports.map((each) => each.icao)).toEqual([icao])
  }
}

function reportOf(icao: string, atMs: number, says: string, isCorrected: boolean) {
  const iso = new Date(atMs).toISOString()
  const time = `${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}Z`
  const kind = isCorrected ? 'METAR COR' : 'METAR'
  return reportRecord({
    icao,
    obs_time: `${iso.slice(0, 19)}Z`,
    arrived_at: new Date(atMs + MINUTE_MS).toISOString(),
    raw_metar: `${kind} ${icao} ${time} 24004MPS 9999 ${says} FEW033 28/24 Q1008 NOSIG=`,
    parsed: null,
  })
}
