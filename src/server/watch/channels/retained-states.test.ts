import { expect, it } from 'vitest'
import { channelsOf } from '../../../testing/channels/channel-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import type { Channel } from './channels-file.ts'

/** A broker in memory: retained messages by topic, and all messages in order. */
function createBroker() {
  const kept = new Map<string, string>()
  const bodies = new Map<string, string>()
  const heard: string[] = []
  const events: string[] = []
  const listeners = new Set<() => void>()
  let isConnected = true

  /** The channel of an entry; its messages are collected here. */
  function channelOf(entry: object): Channel {
    const [channel] = channelsOf([{ id: 'light', kind: 'mqtt', host: 'broker.example.com', ...entry }])
    const prefix = 'prefix' in entry ? String(entry.prefix) : 'brontide'
    return {
      ...channel!,
      open: () => ({
        async send({ alarm }) {
          events.push(`${alarm.place?.id} ${alarm.stage}`)
          return undefined
        },
        states: {
          placeTopic: (id) => `${prefix}/${id}`,
          observedTopic: `${prefix}/observed`,
          async put(topic, body) {
            if (!isConnected) throw new Error('connection failed')
            if (body === null) bodies.delete(topic)
            else bodies.set(topic, body)
            const [, place] = /^(.*)\/state$/.exec(topic) ?? []
            if (place === undefined) return
            const stage = body === null ? '' : (JSON.parse(body) as { stage: string }).stage
            heard.push(`${place} ${stage}`)
            if (body === null) kept.delete(place)
            else kept.set(place, stage)
          },
          onConnect(listener) {
            listeners.add(listener)
            if (isConnected) listener()
          },
        },
      }),
    }
  }

  return {
    channelOf,
    /** Retained stages, by the topic of the place. */
    kept: () => Object.fromEntries(kept),
    /** All retained messages, by topic. */
    bodies,
    /** Messages since the last call. */
    heard: () => heard.splice(0),
    events,
    leave(): void {
      isConnected = false
    },
    /** Reconnects; with `forgets` the broker has lost its retained messages. */
    comeBack({ forgets = false } = {}): void {
      isConnected = true
      if (forgets) for (const all of [kept, bodies]) all.clear()
      for (const listener of listeners) listener()
    },
  }
}

async function setUp(entry: object = {}, over: Parameters<typeof setUpWatch>[0] = {}) {
  const broker = createBroker()
  const world = await setUpWatch({ channels: [broker.channelOf(entry)], ...over })
  await world.run(5)
  return Object.assign(world, { broker })
}

it('is a state: published despite snooze, quiet hours and stage filters, which apply to events', async () => {
  const { broker, watch, run, strike, clock, history } = await setUp({ stages: ['alarm'] })
  const until = new Date(clock.now() + 3_600_000).toISOString()
  const snooze = watch.snoozes.set({ place: 'golf', by: 'li', until, note: '' })
  await history.watch.write({ states: [snooze] })
  strike(3)
  await run(3)
  expect([broker.kept(), broker.events]).toEqual([{ 'brontide/golf': 'alarm' }, []])
  await run(11 * 60)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'quiet' })

  const quiet = await setUp({ quietHours: '00:00-24:00' })
  quiet.strike(12)
  await quiet.run(3)
  expect([quiet.broker.kept(), quiet.broker.events]).toEqual([{ 'brontide/golf': 'alert' }, []])

  const late = await setUp({ ifUnacknowledged: 5 })
  late.strike(12)
  await late.run(3)
  expect([late.broker.kept(), late.broker.events]).toEqual([{ 'brontide/golf': 'alert' }, []])
})

it('stays unchanged through a gap and a restart, and the gap is published once', async () => {
  const { broker, run, strike, silence, reopen } = await setUp(
    {},
    { places: [placeOf('golf'), placeOf('farm', {}, 3)] },
  )
  strike(3)
  strike(12, 0, 3)
  await run(3)
  await silence(60)
  await run(3)
  const kept = { 'brontide/golf': 'alarm', 'brontide/farm': 'alert' }
  expect([broker.kept(), broker.events.filter((event) => event.includes('not-watched')).length]).toEqual([kept, 1])
  await reopen()
  await run(3)
  broker.comeBack({ forgets: true })
  await run(3)
  expect(broker.kept()).toEqual(kept)
  await run(12 * 60)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'quiet', 'brontide/farm': 'quiet' })
})

it('is cleared when its place goes during an alarm, and comes again with the place', async () => {
  const { broker, guard, run, strike } = await setUp()
  strike(3)
  await run(3)
  guard([placeOf('farm', {}, 3)])
  await run(3)
  expect(broker.kept()).toEqual({})
  guard([placeOf('golf')])
  await run(3)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'alarm' })
})

it.each([
  ['a place that went', {}, [placeOf('farm', {}, 3)]],
  ['a place that has another id', {}, [placeOf('golf-east')]],
  ['a place that the channel names no more', { places: ['farm'] }, [placeOf('golf')]],
  ['a place of a group that the channel names no more', { places: ['group:masts'] }, [placeOf('golf', { group: 'x' })]],
  ['another prefix', { prefix: 'weather' }, [placeOf('golf')]],
])('is cleared after a restart for %s', async (_, entry, places) => {
  for (const isAlarm of [true, false]) {
    const { broker, guard, run, strike, reopen } = await setUp()
    strike(3)
    await run(isAlarm ? 3 : 12 * 60)
    expect(Object.keys(broker.kept())).toEqual(['brontide/golf'])
    guard(places)
    await reopen({ channels: [broker.channelOf(entry)] })
    await run(3)
    expect(broker.kept()['brontide/golf']).toBeUndefined()
  }
})

it('is cleared once a loaded list lacks the airport, and not before', async () => {
  const airport = placeOf('ZSPD', { group: 'airports' })
  const { broker, guard, run, strike, reopen, places } = await setUp({}, { places: [airport] })
  strike(3)
  await run(3)
  const { list } = places
  places.isAwaited = () => true
  places.list = () => []
  await reopen()
  await run(3)
  expect(broker.kept()).toEqual({ 'brontide/ZSPD': 'alarm' })
  places.isAwaited = () => false
  places.list = list
  guard([placeOf('ZBAA', { group: 'airports' }, 3)])
  await run(3)
  expect(broker.kept()).toEqual({})
})

it('is cleared when its channel goes, or leads to another broker, and is whole when another channel takes its place', async () => {
  const { broker, run, strike, watch } = await setUp()
  const old = broker.channelOf({})
  strike(3)
  await run(3)
  await watch.dispatcher.setChannels([])
  expect(broker.kept()).toEqual({})
  await watch.dispatcher.setChannels([old])
  await run(3)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'alarm' })
  broker.heard()
  await watch.dispatcher.setChannels([broker.channelOf({ id: 'lamp' })])
  await run(3)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'alarm' })
  expect(broker.heard()).not.toContain('brontide/golf ')
  await watch.dispatcher.setChannels([broker.channelOf({ id: 'lamp', host: 'other.example.com', prefix: 'other' })])
  await run(3)
  expect(broker.kept()).toEqual({ 'other/golf': 'alarm' })
})

it('is published again after each connection where it is not calm, or was last published so', async () => {
  const { broker, run, strike, reopen } = await setUp({}, { places: [placeOf('golf'), placeOf('farm', {}, 3)] })
  strike(3)
  await run(12 * 60)
  strike(3, 0, 3)
  await run(3)
  expect(broker.kept()).toEqual({ 'brontide/golf': 'quiet', 'brontide/farm': 'alarm' })
  broker.heard()
  broker.comeBack({ forgets: true })
  await run(3)
  expect(broker.heard()).toEqual(['brontide/farm alarm'])
  await reopen()
  await run(3)
  expect(broker.heard()).toEqual(['brontide/farm alarm'])
  broker.leave()
  await run(12 * 60)
  await reopen()
  await run(3)
  broker.comeBack()
  await run(3)
  expect(broker.heard()).toEqual(['brontide/farm quiet'])
})

it('is published once the broker accepts it, with the present state', async () => {
  const { broker, run, strike } = await setUp()
  broker.leave()
  strike(3)
  await run(60)
  broker.comeBack()
  await run(1)
  expect(broker.heard().at(-1)).toBe('brontide/golf alarm')
  broker.leave()
  await run(12 * 60)
  broker.comeBack()
  await run(1)
  expect([...new Set(broker.heard())]).toEqual(['brontide/golf quiet'])
})

it('of many places is published by some at a time, and each is remembered once', async () => {
  const many = Array.from({ length: 300 }, (_, i) => placeOf(`p${i}`))
  const { broker, run, strike, history } = await setUp({}, { places: many })
  strike(3)
  await run(3)
  expect(Object.keys(broker.kept())).toHaveLength(300)
  const left = await history.watch.states('retained/light/broker.example.com/')
  expect(left.size).toBe(300)
  expect(JSON.parse(left.get('brontide/p0/state')!)).toEqual({
    place: { id: 'p0', group: null },
    stage: 'alarm',
    topics: ['state', 'level', 'levels/r5', 'levels/r8', 'levels/r16'],
  })
})
