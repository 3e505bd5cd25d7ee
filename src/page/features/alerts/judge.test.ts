import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { RaisedAlert } from '../../../core/airports/alert-rules.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { createJudge } from './judge.ts'
import { useOwnWatch } from './own-watch.ts'

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const at = (second: number) => OPENED_MS + second * 1_000
const found = (kind: RaisedAlert['kind'], second: number): RaisedAlert => ({
  ...{ kind, icao: kind.endsWith('lost') ? null : 'ZSPD', atMs: at(second), data: {} },
})
const said = (stage: Alarm['stage'], second: number): Alarm => ({
  ...{ id: stage, stage, at: new Date(at(second)).toISOString(), struckAt: null, distanceKm: null, arrival: null },
  place: { id: 'ZSPD', name: 'Pudong', nameZh: null, group: 'airports' },
  ...{ watched: null, simulated: false, details: {}, link: null, acknowledged: null },
})

beforeEach(() => {
  useAlarmLog.setState(useAlarmLog.getInitialState(), true)
  useAlerts.setState(useAlerts.getInitialState(), true)
  usePage.setState({ ...usePage.getInitialState(), watched: ['ZSPD'] }, true)
  useOwnWatch.setState(useOwnWatch.getInitialState(), true)
})
afterEach(() => useAlarmLog.setState(useAlarmLog.getInitialState(), true))

const line = (kind: 'live' | 'connecting') => useAlarmLog.getState().setLine({ kind })
const breakAt = (second: number) => useAlarmLog.getState().setLine({ kind: 'broken', sinceMs: at(second) })
function open(hasWatch: boolean) {
  const judge = createJudge(hasWatch)
  return (second: number, ...kinds: RaisedAlert['kind'][]) =>
    judge(
      kinds.map((kind) => found(kind, second)),
      at(second),
    ).map(({ kind }) => kind)
}

it('tells all that the page finds where the server watches over nothing', () => {
  const told = open(false)
  expect(told(0, 'strike', 'gust', 'lightning-lost')).toEqual(['strike', 'gust', 'lightning-lost'])
})

it('leaves to the server what it judges, and speaks of the page’s own connection', () => {
  line('live')
  const told = open(true)
  expect(told(0, 'strike', 'category', 'speci', 'gust', 'visibility', 'ceiling', 'overdue')).toEqual([])
  expect(told(1, 'lightning-lost', 'reports-lost')).toEqual(['lightning-lost', 'reports-lost'])
})

it('leaves to the server that its own lines are away, and tells it where that can’t be heard', () => {
  line('live')
  const judge = createJudge(true)
  const told = (second: number, kind: 'source-down' | 'down') =>
    judge([found('lightning-lost', second), found('reports-lost', second)], at(second), {
      lightning: kind,
      reports: kind,
    })
  expect(told(0, 'source-down')).toEqual([])
  expect(told(1, 'down')).toHaveLength(2)
  breakAt(2)
  expect(told(100, 'source-down')).toHaveLength(2)
})

it('leaves to the server the rings of one’s own that it goes by', () => {
  line('live')
  usePage.setState({ rings: [20, 40], holdMinutes: 20 })
  const told = open(true)
  useOwnWatch.setState({ judged: new Set(['ZBAA:20,40:20']) })
  expect(told(0, 'strike')).toEqual(['strike'])
  useOwnWatch.setState({ judged: new Set(['ZSPD:20,40:20']) })
  expect(told(1, 'strike')).toEqual([])
  breakAt(2)
  expect(told(3)).toEqual(['strike'])
})

it('leaves to the server the limits and the category scheme of one’s own that it goes by', () => {
  line('live')
  const { settings } = useAlerts.getState()
  useAlerts.setState({ settings: { ...settings, gustMps: 12, visibilityM: 3_000, ceilingM: 300 } })
  usePage.setState({ categoryScheme: 'us' })
  const told = open(true)
  useOwnWatch.setState({ judged: new Set(['ZSPD:wind:12', 'ZSPD:visibility:2000', 'ZSPD:category:us']) })
  expect(told(0, 'category', 'gust', 'visibility', 'ceiling')).toEqual(['visibility', 'ceiling'])
  breakAt(2)
  expect(told(3)).toEqual(['category', 'gust'])
})

it('waits with what the server has still to take over, and tells it where that does not', () => {
  line('live')
  const { settings } = useAlerts.getState()
  useAlerts.setState({ settings: { ...settings, gustMps: 12, visibilityM: 3_000 } })
  const told = open(true)
  useOwnWatch.setState({ awaited: new Set(['ZSPD:wind:12', 'ZSPD:visibility:3000']) })
  expect(told(0, 'gust', 'visibility')).toEqual([])
  useOwnWatch.setState({ judged: new Set(['ZSPD:wind:12']), awaited: new Set(['ZSPD:visibility:3000']) })
  expect(told(5)).toEqual([])
  useOwnWatch.setState({ awaited: new Set() })
  expect([told(20), told(21)]).toEqual([['visibility'], []])
  useOwnWatch.setState({ awaited: new Set(['ZSPD:visibility:3000']) })
  told(30, 'visibility')
  breakAt(31)
  useAlarmLog.getState().take([{ ...said('wind', 5), own: 'ZSPD:wind:12' }])
  // Wind was told by the server.
  expect([told(32), told(33)]).toEqual([['visibility'], []])
})

it('judges by itself what somebody chose otherwise than the server', () => {
  line('live')
  const { settings } = useAlerts.getState()
  useAlerts.setState({ settings: { ...settings, visibilityM: 3_000, ceilingM: 300 } })
  usePage.setState({ rings: [1, 5, 10] })
  expect(open(true)(0, 'strike', 'gust', 'visibility', 'ceiling')).toEqual(['strike', 'visibility', 'ceiling'])
})

it('judges by itself while the server can’t be heard, and tells what that did not get to say', () => {
  line('live')
  const told = open(true)
  told(0, 'overdue')
  useAlarmLog.getState().take([said('alarm', 99)])
  told(100, 'strike', 'gust')
  breakAt(101)
  expect(told(130, 'category')).toEqual(['gust', 'category'])
  expect(told(131)).toEqual([])
  line('live')
  expect(told(132, 'strike')).toEqual([])
})

it('waits for a server of which nothing was heard yet, and not for ever', () => {
  const told = open(true)
  line('connecting')
  expect(told(0, 'strike')).toEqual([])
  expect(told(44)).toEqual([])
  expect(told(45)).toEqual(['strike'])
})
