import { afterEach, expect, it } from 'vitest'
import type { StreamListener, WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { setPlaces } from '../places/place-store.ts'
import { isOpen, isRelevantHere, joinAlarms, raisedAlarms, useAlarmLog } from './alarm-log.ts'
import { followAlarms } from './follow-alarms.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  useAlarmLog.setState({ alarms: [] })
})

/** A server with streams that the test opens, feeds and ends. */
function setUp() {
  const clock = createFakeClock()
  const alarm = (id: string, over: Partial<Alarm> = {}): Alarm => ({
    id,
    place: null,
    stage: 'feed-lost',
    at: new Date(clock.now()).toISOString(),
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: null,
    simulated: false,
    details: {},
    link: null,
    acknowledged: null,
    ...over,
  })
  const streams: { listener: StreamListener; lastId: string | null; end(): void }[] = []
  const listed: Alarm[] = []
  const access: Pick<WatchAccess, 'alarms' | 'follow'> = {
    alarms: async () => [...listed],
    follow: (listener, lastId, signal) =>
      new Promise((resolve, reject) => {
        streams.push({ listener, lastId, end: resolve })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  const told: string[] = []
  stops.push(raisedAlarms.subscribe((alarms) => told.push(...alarms.map(({ id }) => id))))
  stops.push(followAlarms({ access, clock, random: () => 0 }))
  const { getState: log } = useAlarmLog
  const open = async () => {
    streams.at(-1)!.listener.opened()
    await clock.advance(1)
  }
  return { clock, alarm, streams, listed, told, log, open, stream: () => streams.at(-1)! }
}

it('lists earlier alarms, reports new ones once, and applies acknowledgements', async () => {
  const { clock, alarm, listed, told, log, open, stream } = setUp()
  expect(log().line.kind).toBe('connecting')
  listed.push(alarm('old', { at: new Date(clock.now() - 60_000).toISOString() }))
  await open()
  expect(log().line.kind).toBe('live')
  await clock.advance(1_000)
  stream().listener.heard([alarm('new')], '1')
  stream().listener.heard([alarm('new')], '1')
  expect(log().alarms.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(told).toEqual(['new'])
  const seen = alarm('new', { acknowledged: { by: 'Li', at: '2026-07-01T08:00:00Z', note: '' } })
  stream().listener.heard([seen], '2')
  expect(
    log()
      .alarms.filter(isOpen)
      .map(({ id }) => id),
  ).toEqual(['old'])
  expect(told).toEqual(['new'])
})

it('states since when data are missing, and resumes after the last received event', async () => {
  const { clock, alarm, streams, told, log, open, stream } = setUp()
  await open()
  await clock.advance(5_000)
  stream().listener.heard([alarm('first')], '7')
  const heardMs = clock.now()
  await clock.advance(10_000)
  stream().end()
  await clock.advance(1)
  expect(log().line).toMatchObject({ kind: 'broken', sinceMs: expect.closeTo(heardMs, -1) })
  await clock.advance(1_000)
  expect(streams.map(({ lastId }) => lastId)).toEqual([null, '7'])
  await open()
  stream().listener.heard([alarm('missed', { at: new Date(heardMs + 2_000).toISOString() })], '8')
  expect(log().line.kind).toBe('live')
  expect(told).toEqual(['first', 'missed'])
})

it('takes a stream without a sign of life for broken', async () => {
  const { clock, log, open } = setUp()
  await open()
  await clock.advance(39_000)
  expect(log().line.kind).toBe('live')
  await clock.advance(10_000)
  await clock.advance(1)
  expect(log().line.kind).toBe('broken')
})

it('requires acknowledgement for our places, pinned airports, and alarms without a place', () => {
  const { alarm } = setUp()
  const at = (id: string, group: string | null) => alarm('a', { place: { id, name: id, nameZh: null, group } })
  const ours = [at('golf', null), at('ZSPD', 'airports'), alarm('a')]
  expect(ours.map((each) => isRelevantHere(each, ['ZSPD']))).toEqual([true, true, true])
  expect(isRelevantHere(at('ZBAA', 'airports'), ['ZSPD'])).toBe(false)
  // With pinned places, only these require acknowledgement.
  setPlaces([placeOf('golf'), placeOf('farm')], new Set(), () => false)
  expect([isRelevantHere(at('golf', null), ['golf']), isRelevantHere(at('farm', null), ['golf'])]).toEqual([
    true,
    false,
  ])
  expect(isRelevantHere(alarm('a', { stage: 'quiet' }), [])).toBe(false)
})

it('has the newest first, and of one moment the alarm above the alert that it follows', () => {
  const { alarm } = setUp()
  const at = '2026-07-01T08:00:00Z'
  const raised = [alarm('golf.alarm.1', { at, stage: 'alarm' }), alarm('golf.alert.1', { at, stage: 'alert' })]
  const earlier = alarm('z', { at: '2026-07-01T07:59:00Z' })
  const order = (some: Alarm[]) => joinAlarms(some, [earlier]).map(({ id }) => id)
  expect(order(raised)).toEqual(['golf.alarm.1', 'golf.alert.1', 'z'])
  expect(order(raised.toReversed())).toEqual(['golf.alarm.1', 'golf.alert.1', 'z'])
})
