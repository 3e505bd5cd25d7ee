import { parseArgs } from 'node:util'
import cn from '../data/airports-cn.json' with { type: 'json' }
import model from '../data/nowcast-model.json' with { type: 'json' }
import type { StrikeRecord } from '../src/contract/lightning.ts'
import { type Airport, airportFromRecord } from '../src/core/airports/airport.ts'
import { BOARD_SORTS, filterBoard, orderBoard } from '../src/core/airports/airport-board.ts'
import { boardRow } from '../src/core/airports/board-row.ts'
import { destination } from '../src/core/geo/geo.ts'
import { CATEGORY_PRESETS } from '../src/core/metar/flight-category.ts'
import { reportFromRecord } from '../src/core/metar/read-report.ts'
import type { Report } from '../src/core/metar/report.ts'
import { Nowcast } from '../src/core/nowcast/nowcast.ts'
import { placeOfAirport } from '../src/core/places/place.ts'
import { shapeOf } from '../src/core/places/place-shape.ts'
import { StrikeColumns } from '../src/core/strikes/strike-columns.ts'
import { HOUR_MS, MINUTE_MS } from '../src/core/time/durations.ts'
import { ObservedTime } from '../src/core/time/observed-time.ts'
import { seededRandom } from '../src/core/util/random.ts'
import { createAirportMarks } from '../src/page/features/airports/layer/airport-marks.ts'
import { HoldTimerKeeper } from '../src/page/live/airports/hold-timer-keeper.ts'
import { createReportStore } from '../src/page/live/reports/report-store.ts'
import type { ServerAccess } from '../src/page/live/server-access.ts'
import type { Look } from '../src/server/nowcast/nowcast-service.ts'
import { createFakeClock } from '../src/testing/fakes/fake-clock.ts'
import { fieldMsPerSecond } from './desk/field-cost.ts'
import { levelsMsPerSecond } from './desk/level-cost.ts'
import { ownMsPerSecond, toldMsPerSecond } from './desk/page-nowcast.ts'
import { cpuMs, verifierMsPerSecond } from './desk/verifier-cost.ts'
import { type Measured, report } from './lib/measured-table.ts'

/**
 * `npm run bench:desk`: main thread cost of hold timers, board and markers, and server cost of the nowcast, compared
 * with their limits.
 */

// Wall time, except for the means of the nowcast: the system counts CPU time in steps of 4 ms, as large as the values.
// So load by other programs affects the numbers.

const USAGE = `npm run bench:desk -- [flags]
  --seconds N  measured seconds of the hold timers, default 60
  --json       the numbers as JSON
`

const AIRPORTS = 300
const STRIKES_PER_SECOND = 300
/** A whole hold time of strikes is there before anything is measured. */
const FILL_S = 30 * 60
const CLOCK_MAX_MS = 5
const BOARD_ROWS = 10_000
const FRAME_MAX_MS = 16
const BOARD_ROUNDS = 15
const MARKERS = 10_000
const MARKER_ROUNDS = 200
/** Of a frame: the map needs the rest. */
const MARKER_MAX_MS = 2

const PLACES = 10_000
const STORMS = 300
/** Of the server, each second: the nowcast is made once a minute. */
const NOWCAST_MAX_MS = 3
const NOWCAST_VERIFIED_MAX_MS = 5
const NOWCAST_STEP_MAX_MS = 20
const LEVELS_MAX_MS = 5
/** Of the page's drawing thread, for server and page nowcasts. */
const PAGE_NOWCAST_MAX_MS = 2
const FIELD_MAX_MS = 2
const NOWCAST_MINUTES = 10
const NOWCAST_FILL_MIN = 30
const NOWCAST_STRIKES_PER_SECOND = 60

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else {
  const rows = [
    ...(await measureClock(Number(values.seconds))),
    ...measureBoard(),
    ...measureMarkers(),
    ...(await measureNowcast()),
    ...measureLevels(),
  ]
  report(rows, values.json)
}

/** Each second: 300 strikes, most of them around airports, one reading, and all airport timers. */
async function measureClock(seconds: number): Promise<Measured[]> {
  const airports = manyAirports(AIRPORTS)
  const clock = createFakeClock()
  const columns = new StrikeColumns()
  const observed = new ObservedTime(2 * HOUR_MS)
  observed.observed(clock.now() - HOUR_MS, clock.now())
  const reports = createReportStore()
  reports.setAirports(airports)
  // The strikes themselves belong to the lightning layer: only the work of the clock is measured.
  const listeners: (() => void)[] = []
  const listening = new Proxy(columns, {
    get(target, name) {
      if (name === 'subscribe') return (listener: () => void) => listeners.push(listener)
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const keeper = new HoldTimerKeeper(
    {
      server: { clock, config: {}, strikes: { subscribe: () => () => {}, reachBack() {} } } as unknown as ServerAccess,
      strikes: {
        columns: listening,
        observed,
        heardMs: (nowMs: number) => nowMs,
        isLoading: () => false,
        isUnread: () => false,
      },
      reports,
      page: { getState: () => ({ rings: [5, 8, 16], holdMinutes: 30, ownRules: {} }), subscribe: () => () => {} },
    },
    () => {},
  )
  keeper.start()

  const random = seededRandom('bench-desk')
  const costs: number[] = []
  for (let second = 0; second < FILL_S + seconds; second++) {
    columns.push(strikesOf(random, airports, clock.now()), clock.now(), true)
    const startMs = performance.now()
    for (const added of listeners) added()
    await clock.advance(1_000) // the keeper takes its reading
    for (const { icao } of airports) keeper.read(icao)
    if (second >= FILL_S) costs.push(performance.now() - startMs)
  }
  return [
    row(`clock of ${AIRPORTS} airports at ${STRIKES_PER_SECOND} strikes/s, median second`, median(costs), CLOCK_MAX_MS),
    row('  mean second', costs.reduce((sum, each) => sum + each, 0) / costs.length, CLOCK_MAX_MS),
    row('  95th percentile second', quantile(costs, 0.95), null),
    row('  worst second', Math.max(...costs), null),
  ]
}

/** One frame of the board: all rows, filtered, and in each order. */
function measureBoard(): Measured[] {
  const airports = manyAirports(BOARD_ROWS).sort((a, b) => (a.icao < b.icao ? -1 : 1))
  const random = seededRandom('bench-board')
  const latest = new Map(airports.map((airport) => [airport.icao, someReport(random, airport.icao)]))
  const sources = {
    latest: (icao: string) => latest.get(icao),
    holdTimer: () => null,
    levels: () => null,
    coming: () => ({ kind: 'calm' }) as const,
    chance: () => 0,
    isWatched: () => false,
    isPlace: () => false,
    preset: CATEGORY_PRESETS.icao,
    areReportsStale: false,
  }
  const nowMs = createFakeClock().now()
  const board = () => airports.map((airport) => boardRow(airport, sources, nowMs))
  const frames = BOARD_SORTS.flatMap((sort) =>
    Array.from({ length: BOARD_ROUNDS }, (_, round) => {
      const startMs = performance.now()
      orderBoard(filterBoard(board(), ''), round % 2 === 0 ? sort : `-${sort}`)
      return performance.now() - startMs
    }).slice(2),
  )
  return [
    row(`board of ${BOARD_ROWS} airports: rows updated and sorted, median`, median(frames), FRAME_MAX_MS),
    row('  95th percentile', quantile(frames, 0.95), FRAME_MAX_MS),
  ]
}

/** The markers of 10,000 airports: updates for one new report, and each minute for ageing. */
function measureMarkers(): Measured[] {
  const airports = manyAirports(MARKERS)
  const random = seededRandom('bench-markers')
  const reports = createReportStore()
  reports.setAirports(airports)
  reports.add(airports.map(({ icao }) => someReport(random, icao)))
  const marks = createAirportMarks(reports)
  const startMs = reports.latest(airports[0]!.icao)!.obsTimeMs
  const at = (minute: number) => ({
    nowMs: startMs + minute * MINUTE_MS,
    preset: CATEGORY_PRESETS.icao,
    areReportsStale: false,
    watched: new Set<string>(),
    chanceAt: () => 0,
    windText: (mps: number) => `${mps} m/s`,
  })
  marks.rebuild(at(0))
  const timed = (work: (round: number) => void) =>
    Array.from({ length: MARKER_ROUNDS }, (_, round) => {
      const fromMs = performance.now()
      work(round)
      return performance.now() - fromMs
    }).slice(2)
  const news = Array.from({ length: MARKER_ROUNDS }, (_, round) => {
    const report = someReport(random, airports[round]!.icao)
    return { ...report, obsTimeMs: report.obsTimeMs + 1_000 }
  })
  const stop = reports.subscribe((changed) => void (changed && marks.refresh(at(1), changed)))
  const oneReport = timed((round) => reports.add([news[round]!]))
  stop()
  const minute = timed((round) => void marks.refresh(at(2 + (round % 10))))
  return [
    row(`markers of ${MARKERS} airports: one new report, 95th percentile`, quantile(oneReport, 0.95), MARKER_MAX_MS),
    row('  a minute that greys none, median', median(minute), FRAME_MAX_MS),
  ]
}

/** Each minute: the outlook of 10,000 places with three rings each among 300 storms, with half an hour of strikes. */
async function measureNowcast(): Promise<Measured[]> {
  const random = seededRandom('bench-nowcast')
  const airports = manyAirports(PLACES)
  const places = airports.map((airport) => {
    const place = placeOfAirport(airport)
    const shape = shapeOf(place.geometry)
    return { place, rings: place.ringsKm.map((ringKm) => ({ shape, ringKm })) }
  })
  const rings = places.flatMap((each) => each.rings)
  const storms = Array.from({ length: STORMS }, () => ({ lat: 20 + 25 * random(), lon: 80 + 50 * random() }))
  const nowcast = new Nowcast(model)
  const startMs = createFakeClock().now()
  let struck: [lat: number, lon: number][] = []
  const minutes: (typeof struck)[] = []
  const strike = (minute: number) => {
    struck = []
    for (let i = 0; i < 60 * NOWCAST_STRIKES_PER_SECOND; i++) {
      const storm = storms[Math.floor(random() * STORMS)]!
      const middle = destination(storm, 70, minute * 0.7)
      const { lat, lon } = destination(middle, random() * 360, 12 * random())
      nowcast.add(startMs + (minute + random()) * MINUTE_MS, lat, lon)
      struck.push([lat, lon])
    }
    minutes.push(struck)
  }
  for (let minute = 0; minute < NOWCAST_FILL_MIN; minute++) strike(minute)
  const costs: number[] = []
  const steps: number[] = []
  const looks: Look[] = []
  let atMs = startMs
  for (let minute = NOWCAST_FILL_MIN; minute < NOWCAST_FILL_MIN + NOWCAST_MINUTES; minute++) {
    atMs = startMs + minute * MINUTE_MS
    const outlook = nowcast.outlookInSteps(rings, atMs, [1, 1, 1])
    const cpuFromMs = cpuMs()
    for (let isDone = false; !isDone; ) {
      const fromMs = performance.now()
      const { done, value } = outlook.next()
      steps.push(performance.now() - fromMs)
      isDone = done === true
      if (value) looks.push({ outlook: value, places, isObserved: true })
    }
    costs.push((cpuMs() - cpuFromMs) / 60)
    strike(minute)
  }
  const own = await ownMsPerSecond(airports, minutes)
  const mean = costs.slice(1).reduce((sum, each) => sum + each, 0) / (costs.length - 1)
  return [
    row(`nowcast of ${PLACES} places and ${STORMS} storms, CPU of a mean second`, mean, NOWCAST_MAX_MS),
    row('  with the verifier on', mean + verifierMsPerSecond(looks, struck), NOWCAST_VERIFIED_MAX_MS),
    row('  99th percentile of its steps', quantile(steps, 0.99), NOWCAST_STEP_MAX_MS),
    row('  chance field of a wide view, CPU of a mean second', fieldMsPerSecond(nowcast, atMs), FIELD_MAX_MS),
    row('  on a page with a server nowcast, CPU of a mean second', toldMsPerSecond(looks.at(-1)!), PAGE_NOWCAST_MAX_MS),
    row('  on a page with its own nowcast, CPU of a mean second', own.page, PAGE_NOWCAST_MAX_MS),
    row('  and in its worker', own.beside, null),
  ]
}

/** The levels of 10,000 places with four rings each. */
function measureLevels(): Measured[] {
  const { ms, on, rows } = levelsMsPerSecond(PLACES)
  return [
    row(`levels of ${PLACES} places, ${on} in a storm, ${rows} rows in 5 min, CPU of a mean second`, ms, LEVELS_MAX_MS),
  ]
}

function strikesOf(random: () => number, airports: readonly Airport[], nowMs: number): StrikeRecord[] {
  return Array.from({ length: STRIKES_PER_SECOND }, () => {
    const airport = airports[Math.floor(random() * airports.length)]!
    const { lat, lon } = destination(airport, random() * 360, 80 * Math.sqrt(random()))
    return { time: (nowMs - random() * 5_000) * 1e6, lat, lon, mds: 500 + random() * 5_000, mcg: random() * 200 }
  })
}

/** The airports of China, repeated with a small offset if more are needed. */
function manyAirports(count: number): Airport[] {
  return Array.from({ length: count }, (_, i) => {
    const { altitude: _altitude, ...record } = cn[i % cn.length]!
    const copy = Math.floor(i / cn.length)
    const airport = airportFromRecord({ ...record, latitude: record.latitude + copy * 0.05 })
    return copy === 0 ? airport : { ...airport, icao: `${airport.icao}${copy}` }
  })
}

function someReport(random: () => number, icao: string): Report {
  const wind = `${String(Math.floor(random() * 36) * 10).padStart(3, '0')}${String(Math.floor(random() * 15)).padStart(2, '0')}MPS`
  const visibility = String(Math.floor(random() * 9_900)).padStart(4, '0')
  const raw = `METAR ${icao.slice(0, 4)} 010800Z ${wind} ${visibility} ${random() < 0.2 ? 'TSRA ' : ''}BKN0${Math.floor(10 + random() * 80)} 25/20 Q${1_000 + Math.floor(random() * 25)}`
  const at = '2026-07-01T08:00:00Z'
  return reportFromRecord({ icao, raw_metar: raw, obs_time: at, arrived_at: at })!
}

function row(what: string, measured: number, atMost: number | null): Measured {
  return { what, measured, unit: 'ms', atMost }
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!
}
