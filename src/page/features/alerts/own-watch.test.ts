import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { OWN_LIMIT_MAX, OWN_RULES_SENT_MAX, type OwnRule, ownRuleKey } from '../../../contract/watch/own-watch.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { setPlaces } from '../../live/places/place-store.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { keepOwnWatch, useOwnWatch } from './own-watch.ts'

const stops: (() => void)[] = []
beforeEach(() => {
  usePage.setState({ ...usePage.getInitialState(), watched: ['ZSPD', 'ZBAA'] }, true)
  useAlerts.setState(useAlerts.getInitialState(), true)
  useAlarmLog.setState(useAlarmLog.getInitialState(), true)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A page whose server answers what the test says. */
function setUp(judged: string[] | null) {
  const clock = createFakeClock()
  const asked: string[][] = []
  const answer = { judged, alarms: [] as Alarm[] }
  const askOwn = async (rules: readonly OwnRule[]) => {
    asked.push(rules.map(ownRuleKey))
    if (!answer.judged) throw new Error('the server does not answer')
    return { judged: answer.judged, alarms: answer.alarms }
  }
  stops.push(keepOwnWatch({ access: async () => ({ askOwn }), clock }))
  return {
    clock,
    asked,
    answer,
    judged: () => [...useOwnWatch.getState().judged],
    awaited: () => [...useOwnWatch.getState().awaited],
    left: () => useOwnWatch.getState().left,
  }
}

it('asks for nothing where nobody chose anything', async () => {
  const { clock, asked } = setUp([])
  await clock.advance(3_600_000)
  expect(asked).toEqual([])
})

it('asks for what was chosen once it stands, again while it is not judged, and then now and then', async () => {
  const { clock, asked, answer, judged } = setUp([])
  usePage.setState({ ownRules: { ZSPD: { rings: [20], holdMinutes: 20 } } })
  await clock.advance(500)
  usePage.setState({ ownRules: { ZSPD: { rings: [20, 40], holdMinutes: 20 } } })
  await clock.advance(1_100)
  expect([asked, judged()]).toEqual([[['ZSPD:20,40:20']], []])
  answer.judged = ['ZSPD:20,40:20']
  await clock.advance(20_100)
  expect([asked.length, judged()]).toEqual([2, ['ZSPD:20,40:20']])
  await clock.advance(9 * 60_000)
  expect(asked).toHaveLength(2)
  await clock.advance(60_100)
  expect(asked).toHaveLength(3)
  usePage.setState({ rings: [1, 5, 10] })
  await clock.advance(1_100)
  expect(asked.at(-1)).toEqual(['ZSPD:20,40:20', 'ZBAA:1,5,10:30'])
})

it('counts on nothing while the server does not answer, and asks again when it is heard', async () => {
  usePage.setState({ rings: [1, 5, 10] })
  const { clock, asked, answer, judged } = setUp(['ZSPD:1,5,10:30', 'ZBAA:1,5,10:30'])
  await clock.advance(1_100)
  expect(judged()).toHaveLength(2)
  answer.judged = null
  useAlarmLog.getState().setLine({ kind: 'broken', sinceMs: 0 })
  useAlarmLog.getState().setLine({ kind: 'live' })
  await clock.advance(1_100)
  expect([asked.length, judged()]).toEqual([2, []])
})

it('asks for nothing of rings where their alerts are off', async () => {
  usePage.setState({ rings: [1, 5, 10] })
  useAlerts.getState().toggleKind('strike')
  const { clock, asked } = setUp([])
  await clock.advance(60_000)
  expect(asked).toEqual([])
})

it('asks for limits and a category scheme of the airports that are watched, as far as they are on and can be judged', async () => {
  usePage.setState({ watched: ['ZSPD', 'place-of-ours'], categoryScheme: 'us' })
  setPlaces([placeOf('place-of-ours')], new Set(), () => false)
  const { setSettings, toggleKind } = useAlerts.getState()
  setSettings({ gustMps: 12, visibilityM: 3_000, ceilingM: OWN_LIMIT_MAX + 1 })
  toggleKind('visibility')
  const { clock, asked } = setUp([])
  await clock.advance(1_100)
  expect(asked).toEqual([['ZSPD:category:us', 'ZSPD:wind:12']])
  toggleKind('visibility')
  await clock.advance(1_100)
  expect(asked.at(-1)).toEqual(['ZSPD:category:us', 'ZSPD:wind:12', 'ZSPD:visibility:3000'])
})

it('waits for the server to say that it judges what is new, and for two answers at most', async () => {
  const { clock, answer, judged, awaited, left } = setUp(['ZSPD:wind:12'])
  useAlerts.getState().setSettings({ gustMps: 12 })
  expect([judged(), awaited()]).toEqual([[], ['ZSPD:wind:12', 'ZBAA:wind:12']])
  await clock.advance(1_100)
  expect([judged(), awaited()]).toEqual([['ZSPD:wind:12'], ['ZBAA:wind:12']])
  await clock.advance(20_100)
  expect([judged(), awaited(), left()]).toEqual([['ZSPD:wind:12'], [], 1])
  answer.judged = ['ZSPD:wind:12', 'ZBAA:wind:12']
  await clock.advance(20_100)
  expect([judged().length, left()]).toEqual([2, 0])
})

it('takes in what was raised by one’s own rules while no page was open', async () => {
  useAlerts.getState().setSettings({ gustMps: 12 })
  const { clock, answer } = setUp(['ZSPD:wind:12', 'ZBAA:wind:12'])
  const raised = { id: 'own.ZSPD:wind:12.wind.1', own: 'ZSPD:wind:12', at: '2026-07-01T08:00:00Z' } as Alarm
  answer.alarms = [raised]
  await clock.advance(1_100)
  expect(useAlarmLog.getState().own).toEqual([raised])
})

it('asks for as much as the server takes, rings first', async () => {
  const airports = Array.from({ length: 120 }, (_, i) => `Z${String(i).padStart(3, '0')}`)
  usePage.setState({ watched: airports, rings: [1, 5, 10] })
  useAlerts.getState().setSettings({ gustMps: 12 })
  const { clock, asked, left } = setUp([])
  await clock.advance(1_100)
  expect([asked[0]!.length, asked[0]!.filter((key) => key.includes(':1,5,10:')).length]).toEqual([
    OWN_RULES_SENT_MAX,
    120,
  ])
  expect(left()).toBe(240 - OWN_RULES_SENT_MAX)
})
