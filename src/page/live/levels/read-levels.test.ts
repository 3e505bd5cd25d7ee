import { beforeEach, expect, it } from 'vitest'
import { watchOf } from '../../../core/airports/hold-time.ts'
import { levelsOfRings } from '../../../core/levels/ladder-of.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlarmLog } from '../alarms/alarm-log.ts'
import { setPlaces } from '../places/place-store.ts'
import { takeRows, useLevels } from './level-store.ts'
import { LevelReader } from './read-levels.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const OWN = { rings: [3, 10], holdMinutes: 15 } as const

beforeEach(() => {
  useLevels.setState({
    ...useLevels.getInitialState(),
    line: 'whole',
    lightning: { now: true, since: null, atMs: NOW },
  })
  useAlarmLog.setState({ line: { kind: 'live' } })
  usePage.setState({ ...OWN, watched: ['ZSPD'] })
  setPlaces([placeOf('ZSPD', { group: 'airports' })], new Set(), () => true)
})

function read() {
  const watch = watchOf([], NOW, 30 * MINUTE_MS)
  const reader = new LevelReader({ latestRecord: () => null, watched: () => watch, nowMs: () => NOW })
  const told = reader.read('ZSPD')
  return told.kind === 'told' ? told : null
}

/** A row of viewer rules with a level on, as sent by the server. */
function ownRow(holdMin: number) {
  const end = new Date(NOW + 20 * MINUTE_MS).toISOString()
  const levels = levelsOfRings(OWN.rings, holdMin).map(({ id, km }) =>
    levelState(id, 'on', { km: km ?? null, holdMin, last: new Date(NOW).toISOString(), end }),
  )
  return rowOf({ place: 'ZSPD', levels, atMs: NOW, over: { own: 'ZSPD:1' } })
}

it('has the viewer’s own levels from the server, separate from the common ones', () => {
  takeRows([ownRow(OWN.holdMinutes)])
  const told = read()
  expect(told?.own).toMatchObject({ by: 'server', state: { state: 'on' } })
  expect(told?.own?.state.levels[0]?.end).toBe(new Date(NOW + 20 * MINUTE_MS).toISOString())
  expect(told?.lightning.state).toBe('off')
})

it('shows those of the page while the server has none, or those of another choice', () => {
  const levels = levelsOfRings(OWN.rings, OWN.holdMinutes).map(({ id }) => levelState(id))
  const here = rowOf({ place: 'ZSPD', levels, atMs: NOW })
  const local = { isOfAll: false, read: () => ({ lightning: null, weather: null, own: here }) }
  useLevels.setState({ local })
  expect(read()?.own).toMatchObject({ by: 'page', state: { state: 'off' } })
  takeRows([ownRow(30)])
  expect(read()?.own).toMatchObject({ by: 'page', state: { state: 'off' } })
  usePage.setState(usePage.getInitialState(), true)
  expect(read()?.own).toBeNull()
})

it('shows the levels of the page once the server is silent for 15 s, with the start of the silence', () => {
  usePage.setState(usePage.getInitialState(), true)
  const here = rowOf({ place: 'ZSPD', levels: [levelState('r5', 'on')], atMs: NOW })
  const local = { isOfAll: true, read: () => ({ lightning: here, weather: null, own: null }) }
  useLevels.setState({ local })
  useAlarmLog.setState({ line: { kind: 'broken', sinceMs: NOW - 14_000 } })
  expect(read()).toMatchObject({ by: 'server', silentSinceMs: null, lightning: { state: 'off' } })
  useAlarmLog.setState({ line: { kind: 'broken', sinceMs: NOW - 15_000 } })
  expect(read()).toMatchObject({ by: 'page', silentSinceMs: NOW - 15_000, lightning: { state: 'on' } })
  useLevels.setState({ local: null })
  expect(read()).toMatchObject({ by: 'server', silentSinceMs: NOW - 15_000, lightning: { state: 'off' } })
})

it('has a data coverage no higher than that of the server’s unbroken data, or of the loaded history', () => {
  const coverage = (since: number | null, lostMs: number, isLoading = false) => {
    const lightning = { now: true, since: since === null ? null : new Date(NOW - since).toISOString(), atMs: NOW }
    useLevels.setState({ lightning })
    const missing = lostMs === 0 ? [] : [{ fromMs: NOW - 30 * MINUTE_MS, toMs: NOW - 30 * MINUTE_MS + lostMs }]
    const watch = watchOf(missing, NOW, 30 * MINUTE_MS, { isLoading })
    const told = new LevelReader({ latestRecord: () => null, watched: () => watch, nowMs: () => NOW }).read('ZSPD')
    return told.kind === 'told' && told.lightning.levels.map((level) => level.coverage)
  }
  expect(coverage(6 * MINUTE_MS, 24 * MINUTE_MS)).toEqual([0.6, 0.6, 0.6])
  expect(coverage(6 * MINUTE_MS, 24 * MINUTE_MS, true)).toEqual([0.6, 0.6, 0.6])
  expect(coverage(6 * MINUTE_MS, 22 * MINUTE_MS)).toEqual([0.8, 0.8, 0.8])
  expect(coverage(null, 24 * MINUTE_MS)).toEqual([1, 1, 1])
  expect(coverage(6 * MINUTE_MS, 0)).toEqual([1, 1, 1])
})

it('counts the data since a state of the server, and gaps since its last word, in the coverage', () => {
  const minutesAgo = (minutes: number) => NOW - minutes * MINUTE_MS
  const percent = (sinceMs: number, missing: readonly Span[], isLoading = false) => {
    useLevels.setState({ lightning: { now: true, since: new Date(sinceMs).toISOString(), atMs: minutesAgo(10) } })
    takeRows([
      rowOf({ place: 'ZSPD', levels: [levelState('r5', 'on', { coverage: 0.3, holdMin: 30 })], atMs: minutesAgo(15) }),
    ])
    const watch = watchOf(missing, NOW, 30 * MINUTE_MS, { isLoading })
    const told = new LevelReader({ latestRecord: () => null, watched: () => watch, nowMs: () => NOW }).read('ZSPD')
    return told.kind === 'told' && told.lightning.levels.map(({ coverage }) => coverage * 100)
  }
  const before = { fromMs: 0, toMs: minutesAgo(24) }
  expect(percent(before.toMs, [before])).toEqual([80])
  expect(percent(before.toMs, [before], true)).toEqual([80])
  expect(percent(before.toMs, [before, { fromMs: minutesAgo(6), toMs: minutesAgo(3) }])).toEqual([70])
  expect(percent(before.toMs, [{ fromMs: minutesAgo(3), toMs: NOW }], true)).toEqual([70])
})

it('returns the same object until the second, or a row of the place', () => {
  let nowMs = NOW
  const watch = watchOf([], NOW, 30 * MINUTE_MS)
  const reader = new LevelReader({ latestRecord: () => null, watched: () => watch, nowMs: () => nowMs })
  const first = reader.read('ZSPD')
  takeRows([rowOf({ place: 'ZSSS', levels: [levelState('r5', 'on')], atMs: NOW })])
  expect(reader.read('ZSPD')).toBe(first)
  takeRows([rowOf({ place: 'ZSPD', levels: [levelState('r5', 'on')], atMs: NOW })])
  const struck = reader.read('ZSPD')
  expect(struck).toMatchObject({ lightning: { state: 'on' } })
  nowMs += 1_000
  expect(reader.read('ZSPD')).not.toBe(struck)
})
