import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import '../../testing/locales/page-words.ts'
import { orderBoard } from '../../core/airports/airport-board.ts'
import { boardRow } from '../../core/airports/board-row.ts'
import type { HoldTimer } from '../../core/airports/lightning-hold-timer.ts'
import { checkReport } from '../../core/airports/report-check.ts'
import { CATEGORY_PRESETS } from '../../core/metar/flight-category.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { CROSSED, createCrossing, type RingOnPaper } from '../../testing/scripted-crossing-desk.ts'
import { useAlerts } from '../features/alerts/alert-store.ts'
import { HoldTimerKeeper } from '../live/airports/hold-timer-keeper.ts'
import { LineWatch } from '../live/line-watch.ts'
import { createReportStore } from '../live/reports/report-store.ts'
import type { ServerConnection } from '../live/server-connection.ts'
import { LiveStrikeStore } from '../live/strikes/live-strike-store.ts'
import { usePage } from '../state/page-store.ts'

const storage = vi.hoisted(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  return kept
})

const { evaluateHere } = await import('../features/alerts/evaluate-here.ts')

const ALERTS_KEY = 'brontide.alerts'
const MIN = 60_000
const HOLD_MINUTES = 10
const HOLD = HOLD_MINUTES * MIN
const RINGS = [5, 8, 16]
const CODES = CROSSED.map(({ icao }) => icao)
const CUT_AT_MIN = 24
const CUT_S = 90
const RELOAD_AT_MIN = 12
const UNTIL_MIN = 34

const crossing = createCrossing()
const { clock } = crossing
const reports = createReportStore()
reports.setAirports(CROSSED)

function report(raw: string) {
  const at = new Date(clock.now()).toISOString()
  reports.add([reportFromRecord({ icao: 'ZSPD', raw_metar: raw, obs_time: at, arrived_at: at })!])
}

/** A page, from its load to its end. */
function openPage() {
  const line = crossing.line()
  const connection = {
    strikes: { ...line.strikes, pending: () => [], historyTrouble: () => null },
    clock,
    config: {},
  } as unknown as ServerConnection
  const memory = new LiveStrikeStore(connection)
  line.strikes.subscribe((event) => memory.take(event))
  const reportLine = new LineWatch(line.strikes, clock)
  const stopLooking = clock.every(1_000, () => {
    memory.line.look()
    reportLine.look()
  })
  line.backfill()
  const keeper = new HoldTimerKeeper({ server: connection, strikes: memory, reports, page: usePage }, () => {})
  const live = { strikes: memory, reports } as unknown as ServerConnection['live']
  const stops = [keeper.start(), evaluateHere({ ...connection, live })]
  return {
    ...line,
    keeper,
    close() {
      for (const stop of stops) stop()
      stopLooking()
      line.close()
    },
  }
}

/** Simulates a reload: only stored alerts remain. */
async function loadAlertsAnew() {
  const kept = storage.get(ALERTS_KEY)!
  useAlerts.setState({ log: [] })
  storage.set(ALERTS_KEY, kept)
  await useAlerts.persist.rehydrate()
}

function boardOrder(keeper: HoldTimerKeeper): string[] {
  const sources = {
    latest: reports.latest,
    holdTimer: (icao: string) => keeper.read(icao),
    levels: () => null,
    coming: () => ({ kind: 'unknown' }) as const,
    chance: () => null,
    isWatched: () => false,
    isPlace: () => false,
    preset: CATEGORY_PRESETS.icao,
    areReportsStale: false,
  }
  return orderBoard(
    CROSSED.map((airport) => boardRow(airport, sources, clock.now())),
    'urgency',
  ).map((row) => row.airport.icao)
}

interface Minute {
  minute: number
  holdTimer: HoldTimer
  paper: RingOnPaper[]
  badge: string | null
  order: string[]
  /** By the script, in the innermost ring. */
  struck: string[]
}

/** A reading with what it computes on request, without the coverage. */
function wholeReading(reading: HoldTimer) {
  const { nowMs, holdMs, rings, nearest } = reading
  return { nowMs, holdMs, rings, nearest, approachBins: reading.approachBins(), thunder: reading.thunder() }
}

const minutes: Minute[] = []
let beforeReload: ReturnType<typeof wholeReading>
let afterReload: ReturnType<typeof wholeReading>
let whileCut: HoldTimer
let afterCut: HoldTimer
let cutFromMs = 0
let cutToMs = 0

beforeAll(async () => {
  usePage.setState({ rings: RINGS, holdMinutes: HOLD_MINUTES, watched: ['ZSPD'] })
  report('METAR ZSPD 010800Z 18004MPS 9999 NSC 30/22 Q1008')
  let page = openPage()
  for (let minute = 1; minute <= UNTIL_MIN; minute++) {
    if (minute === 15) report('SPECI ZSPD 010814Z 20009G18MPS 3000 TSRA BKN010CB 26/24 Q1009')
    await crossing.run(60)
    const reading = page.keeper.read('ZSPD')!
    const onPaper = crossing.onPaper()
    minutes.push({
      minute,
      holdTimer: reading,
      paper: RINGS.map((km) => onPaper('ZSPD', km, HOLD)),
      badge: checkReport(reports.latest('ZSPD')!, reading)?.kind ?? null,
      order: boardOrder(page.keeper),
      struck: CODES.filter((icao) => onPaper(icao, RINGS[0]!, HOLD).count > 0),
    })
    if (minute === RELOAD_AT_MIN) {
      beforeReload = wholeReading(reading)
      page.close()
      await loadAlertsAnew()
      page = openPage()
      await crossing.run(0)
      afterReload = wholeReading(page.keeper.read('ZSPD')!)
    }
    if (minute === CUT_AT_MIN) {
      cutFromMs = clock.now()
      crossing.cut()
      await crossing.run(CUT_S)
      whileCut = page.keeper.read('ZSPD')!
      crossing.mend()
      await crossing.run(1)
      cutToMs = clock.now()
      page.gap(cutFromMs, cutToMs)
      await crossing.run(29)
      afterCut = page.keeper.read('ZSPD')!
    }
  }
  page.close()
})
afterAll(() => vi.unstubAllGlobals())

describe('the scripted storm crosses the airport, and at each minute', () => {
  it('the rings have the strikes of the script, to the second', () => {
    for (const { minute, holdTimer: reading, paper } of minutes) {
      const rings = reading.rings.map(({ count, lastMs }) => ({ count, lastMs: lastMs && Math.round(lastMs) }))
      const expected = paper.map(({ count, lastMs }) => ({ count, lastMs: lastMs && Math.round(lastMs) }))
      expect({ minute, rings }).toEqual({ minute, rings: expected })
    }
    const peak = Math.max(...minutes.map(({ holdTimer: reading }) => reading.rings[0]!.count))
    expect(peak).toBeGreaterThan(100) // the script is no quiet one
  })

  it('the badge requires TS while strikes are within 8 km and the report has none', () => {
    for (const { minute, badge, holdTimer: reading } of minutes) {
      if (minute < 15)
        expect({ minute, badge }).toEqual({ minute, badge: reading.thunder().within8 > 0 ? 'ts-missing' : badge })
      else expect({ minute, badge }).toEqual({ minute, badge: null })
    }
    expect(minutes.filter(({ badge }) => badge === 'ts-missing').length).toBeGreaterThan(5)
  })

  it('the board has airports with a struck innermost ring first', () => {
    for (const { minute, order, struck } of minutes) {
      const top = order.slice(0, struck.length)
      expect({ minute, top: top.toSorted() }).toEqual({ minute, top: struck.toSorted() })
    }
    expect(minutes.some(({ order, struck }) => order[0] === 'ZSPD' && struck.length === 1)).toBe(true)
  })
})

it('each level is reported once as the storm approaches, and not again after a reload', () => {
  const told = useAlerts.getState().log.map(({ alarm }) => `${alarm.step} ${alarm.level}`)
  const comingIn = told.toReversed().filter((each) => /r\d/.test(each))
  expect(comingIn).toEqual(['up r16', 'up r8', 'up r5'].slice(-comingIn.length))
  expect(comingIn.at(-1)).toBe('up r5')
  expect(useAlerts.getState().log.filter(({ alarm }) => alarm.changed?.includes('wind'))).toHaveLength(1)
})

it('a reload in the middle changes nothing', () => {
  expect(afterReload).toEqual(beforeReload)
})

describe('a gap in the feed', () => {
  it('pauses the countdown and states since when', () => {
    expect(whileCut.watch.unbrokenSinceMs).toBeNull()
    expect(whileCut.watch.gaps.at(-1)!.fromMs).toBeCloseTo(cutFromMs, -2)
  })

  it('is never counted as observed: it is unbroken only since its end', () => {
    expect(afterCut.watch.unbrokenSinceMs).toBeCloseTo(cutToMs, -2)
    expect(afterCut.watch.observedMs).toBeLessThan(HOLD)
  })
})
