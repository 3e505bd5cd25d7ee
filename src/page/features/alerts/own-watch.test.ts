import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnRule } from '../../../contract/watch/own-watch.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
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
  const answer = { judged }
  const askOwn = async (rules: readonly OwnRule[]) => {
    asked.push(rules.map(({ place, ringsKm, holdMin }) => `${place} ${ringsKm.join('/')} ${holdMin}`))
    if (!answer.judged) throw new Error('the server does not answer')
    return { judged: answer.judged, alarms: [] }
  }
  stops.push(keepOwnWatch({ access: async () => ({ askOwn }), clock }))
  return { clock, asked, answer, judged: () => [...useOwnWatch.getState().judged] }
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
  expect([asked, judged()]).toEqual([[['ZSPD 20/40 20']], []])
  answer.judged = ['ZSPD:20,40:20']
  await clock.advance(20_100)
  expect([asked.length, judged()]).toEqual([2, ['ZSPD:20,40:20']])
  await clock.advance(9 * 60_000)
  expect(asked).toHaveLength(2)
  await clock.advance(60_100)
  expect(asked).toHaveLength(3)
  usePage.setState({ rings: [1, 5, 10] })
  await clock.advance(1_100)
  expect(asked.at(-1)).toEqual(['ZSPD 20/40 20', 'ZBAA 1/5/10 30'])
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
