import { afterEach, expect, it } from 'vitest'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import { worstRows } from '../../../core/airports/airport-board.ts'
import { watchOf } from '../../../core/airports/hold-time.ts'
import { type HoldTimer, HoldTimers } from '../../../core/airports/lightning-hold-timer.ts'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { takeRows, useLevels } from '../../live/levels/level-store.ts'
import { setPlaces } from '../../live/places/place-store.ts'
import { boardRows, rowsInQuestion } from './board-rows.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000
const HOLD = 30 * MIN

afterEach(() => {
  setPlaces([], new Set(), () => false)
  useLevels.setState(useLevels.getInitialState(), true)
})

/** An airport and 200 places a degree apart, with a strike at each of some, and a storm on its way to others. */
function setUp({ airports = ['ZSPD'], struck = [] as number[], coming = [] as number[] } = {}) {
  const places = Array.from({ length: 200 }, (_, i) => placeOf(`p${i}`, {}, i - 100))
  setPlaces(places, new Set(), () => false)
  const listed = airports.map((icao) => airportFromRecord({ icao_code: icao, longitude: 20, latitude: 50 }))
  const points = places.map(({ id, geometry }) => {
    const [lon, lat] = geometry.coordinates as [number, number]
    return { icao: id, lat, lon }
  })
  const timers = new HoldTimers([...listed, ...points], [5, 8, 16])
  for (const i of struck) timers.add(NOW - 5 * MIN, points[i]!.lat, points[i]!.lon)
  const likely = new Date(NOW + 20 * MIN).toISOString()
  const arrival = { earliest: likely, likely, latest: likely }
  const p = { '10': 0, '15': 0, '30': 0.1, '60': 0.5 }
  const ring = (isComing: boolean) => ({
    km: 5,
    p,
    inProgress: false,
    arrival: isComing ? arrival : null,
    storm: isComing ? 1 : null,
  })
  const next: NowcastView = {
    state: 'known',
    t: new Date(NOW).toISOString(),
    calibration: { kind: 'recorded' },
    observed: [1, 1, 1],
    storms: [],
    leftOut: 0,
    places: places.map(({ id }, i) => ({ id, rings: [ring(coming.includes(i))] })),
  }
  let reads = 0
  const readings = new Map<string, HoldTimer | null>()
  const live = {
    reports: { airports: () => listed, latest: () => undefined },
    holdTimers: {
      read(id: string) {
        reads++
        return heldOrMade(readings, id, () => timers.read(id, watchOf([], NOW, HOLD), NOW, HOLD))
      },
      struck: () => timers.struckSince(NOW - HOLD),
      nowMs: () => NOW,
      watched: () => watchOf([], NOW, HOLD),
      latestRecord: () => null,
    },
    nowcast: { now: () => next },
    reportLine: { state: () => ({ kind: 'live', isFresh: true, sinceMs: NOW }) },
  } as unknown as Parameters<typeof boardRows>[0]
  const wanted = { watched: ['p7'], scheme: 'icao' as const, nowMs: NOW }
  return { live, wanted, reads: () => reads }
}

const ids = (rows: ReturnType<typeof boardRows>) => rows.map(({ airport }) => airport.icao)

it('finds the same in trouble as among all, and reads no other place', () => {
  const { live, wanted, reads } = setUp({ struck: [3, 150], coming: [3, 60, 61] })
  const found = rowsInQuestion(live, wanted)
  expect(reads()).toBe(5)
  expect(ids(found)).toEqual(['ZSPD', 'p3', 'p150', 'p60', 'p61'])
  const all = boardRows(live, wanted)
  expect(all).toHaveLength(201)
  const worst = (rows: typeof all, most: number) => {
    const listed = worstRows(rows, most)
    return { ...listed, rows: listed.rows.map((row) => ({ ...row, urgency: row.urgency() })) }
  }
  expect(worst(found, 99)).toEqual(worst(all, 99))
  expect(worst(found, 2)).toEqual({ ...worst(all, 99), rows: worst(all, 99).rows.slice(0, 2) })
})

it('has a place whose level the server triggered without a strike in the rings that the page counts', () => {
  const { live, wanted } = setUp()
  const last = new Date(NOW).toISOString()
  const end = new Date(NOW + HOLD).toISOString()
  useLevels.setState({ line: 'whole' })
  takeRows([rowOf({ place: 'p9', levels: [levelState('r5', 'on', { km: 5, last, end })], atMs: NOW })])
  const found = rowsInQuestion(live, wanted)
  expect(ids(found)).toEqual(['ZSPD', 'p9'])
  expect(ids(worstRows(found, 1).rows)).toEqual(['p9'])
})

it('has a row for the common state without airports', () => {
  const { live, wanted } = setUp({ airports: [] })
  expect(ids(rowsInQuestion(live, wanted))).toEqual(['p0'])
})
