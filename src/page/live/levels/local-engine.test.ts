import { beforeEach, expect, it } from 'vitest'
import type { Row } from '../../../contract/watch/alarms.ts'
import { destination } from '../../../core/geo/geo.ts'
import { LevelEngine } from '../../../core/levels/level-engine.ts'
import { NO_GAPS } from '../../../core/levels/level-state.ts'
import { placeStateOf } from '../../../core/levels/row.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { ObservedTime } from '../../../core/time/observed-time.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import type { LiveData } from '../live-data.ts'
import { takeAnswer, useLevels } from './level-store.ts'
import { type Evaluated, openLocalEngine } from './local-engine.ts'

const GOLF = placeOf('golf')
const MIDDLE = { lat: 31, lon: 121 }

beforeEach(() => useLevels.setState(useLevels.getInitialState(), true))

function setUp() {
  const clock = createFakeClock()
  const columns = new StrikeColumns()
  const observed = new ObservedTime(7_200_000)
  observed.begin(clock.now() - 3_600_000)
  let heardMs: number | null = null
  const strikes = { columns, observed, heardMs: (nowMs: number) => heardMs ?? nowMs, isLoading: () => false }
  const live = { strikes, reports: { latest: () => undefined } } as unknown as LiveData
  let evaluated: Evaluated = { places: [], fromMs: null }
  let begun = 0
  const told: Row[] = []
  const server = new LevelEngine({})
  server.setPlaces([GOLF], clock.now(), NO_GAPS)
  const stop = openLocalEngine({
    live,
    clock,
    locationErrorKm: 0,
    evaluated() {
      begun++
      return evaluated
    },
    tell: (rows) => void told.push(...rows),
  })
  return {
    clock,
    columns,
    told,
    stop,
    strike(km: number) {
      const timeMs = Math.floor(clock.now())
      const { lat, lon } = destination(MIDDLE, 0, km)
      columns.push([strikeRecord({ time: BigInt(timeMs) * 1_000_000n, lat, lon })], clock.now(), true)
      return server.strike(timeMs, lat, lon, clock.now(), NO_GAPS)
    },
    /** The page receives the states that the server sends at this time. */
    sends() {
      const at = { gaps: NO_GAPS, atMs: Math.floor(clock.now()), observed: { now: true, since: null }, stops: [] }
      const state = placeStateOf(server.subjects.get('golf')!, 'lightning', at)
      takeAnswer({ rev: 1, observed: { lightning: at.observed, reports: at.observed }, places: [state] }, at.atMs, true)
      return state
    },
    falls() {
      evaluated = { places: [GOLF], fromMs: clock.now() }
    },
    lose() {
      heardMs = clock.now()
    },
    begun: () => begun,
    golf: () => useLevels.getState().local?.read('golf').lightning,
  }
}

it('evaluates nothing while the server is reachable', async () => {
  const { clock, told, strike, golf } = setUp()
  strike(3)
  await clock.advance(3_000)
  expect([useLevels.getState().local?.isOfAll, golf(), told]).toEqual([false, null, []])
})

it('continues from the last sent states once the server is silent, and reports only newer changes', async () => {
  const { clock, told, strike, sends, falls, golf } = setUp()
  strike(12)
  await clock.advance(60_000)
  const sent = sends()
  falls()
  await clock.advance(5_000)
  const [up] = strike(3)
  await clock.advance(2_000)
  expect(useLevels.getState().local?.isOfAll).toBe(true)
  expect(told.map(({ step, changed, before }) => [step, changed, before.level])).toEqual([['up', ['r5', 'r8'], 'r16']])
  expect(told[0]!.id.split('.').slice(0, 3)).toEqual(['golf', up!.kind === 'levels' ? up!.moment.changed[0] : '', 'on'])
  const now = golf()!
  expect(now).toMatchObject({ level: 'r5', state: 'on', incident: sent.incident })
  expect(now.levels.map(({ state, since }) => [state, since])).toEqual([
    ['on', now.levels[0]!.since],
    ['on', now.levels[0]!.since],
    ['on', sent.levels[2]!.since],
  ])
})

it('keeps a level on, without an end, while no data arrive either', async () => {
  const { clock, told, strike, sends, falls, lose, golf } = setUp()
  strike(3)
  await clock.advance(1_000)
  sends()
  lose()
  falls()
  await clock.advance(1_800_000)
  expect(golf()).toMatchObject({ level: 'r5', state: 'on', observed: { now: false } })
  expect(golf()!.levels.map(({ end }) => end)).toEqual([null, null, null])
  expect(told).toEqual([])
})

it('replays earlier strikes in turns, with later ones, although its places change all the time', async () => {
  const { clock, columns, strike, falls, begun, golf } = setUp()
  const nowMs = Math.floor(clock.now())
  const records = Array.from({ length: 20_000 }, (_, i) => {
    return strikeRecord({
      time: BigInt(nowMs - 60_000 - i) * 1_000_000n,
      lat: 31 + i / 10_000,
      lon: 125,
    })
  })
  columns.push(records, nowMs, false)
  strike(3)
  let turns = 0
  const each = () => {
    falls()
    if (turns === 2) strike(1)
    if (golf() || turns > 500) return
    if (begun() > 0) turns++
    clock.after(0, each)
  }
  clock.after(999.9, each)
  await clock.advance(2_000)
  expect(turns).toBeGreaterThan(5)
  expect(turns).toBeLessThan(500)
  expect(golf()!.levels[0]).toMatchObject({ id: 'r5', state: 'on', lastKm: 1 })
})

it('leaves nothing behind', async () => {
  const { clock, stop } = setUp()
  await clock.advance(2_000)
  stop()
  expect(useLevels.getState().local).toBeNull()
})
