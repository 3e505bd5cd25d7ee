import { describe, expect, it } from 'vitest'
import { createReceivers, givenUp, setUpReceivers, webhooks, webhooksWith } from '../../testing/channels/receivers.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { Post } from './channels/post.ts'

const MINUTE_S = 60
const HOUR_MS = 3_600_000

/** A store whose process dies at its write of that number, just before or after it; later writes are not executed. */
function dying(store: WatchStore, at: number, when: 'before' | 'after'): WatchStore & { writes(): number } {
  let count = 0
  return {
    ...store,
    writes: () => count,
    async write(change) {
      count++
      if (count > at || (count === at && when === 'before')) return []
      const kept = await store.write(change)
      return count === at ? [] : kept
    },
  }
}

describe('a process that dies at any write between strike and delivery', () => {
  const FAR_AWAY = Number.POSITIVE_INFINITY
  /** The minimum, since each second of it is run once for each write. */
  const HOLD_MIN = 5

  async function storm(at: number, when: 'before' | 'after') {
    const { history, clock } = setUpHistory()
    const receivers = createReceivers()
    const places = [placeOf('golf', { holdMin: HOLD_MIN }), placeOf('farm', { holdMin: HOLD_MIN }, 1)]
    const deps = { post: receivers.post, channels: webhooks('a'), history, clock, places }
    const world = await setUpWatch(deps)
    const watch = dying(history.watch, at, when)
    let alive = true
    const post: Post = (outgoing) => (alive ? receivers.post(outgoing) : new Promise(() => {}))
    const dies = { history: { ...history, watch } as typeof history, post }
    await world.reopen(dies)
    const restartIfDead = async () => {
      alive = watch.writes() < at
      if (!alive && at !== FAR_AWAY) {
        at = FAR_AWAY
        await world.reopen()
      }
    }
    const steps = [
      () => world.run(5),
      () => world.strike(12),
      () => world.strike(3),
      () => world.strike(1, 0, 1),
      () => world.run(10),
      () => world.silence(40),
      () => world.run(350),
    ]
    for (const step of steps) {
      await step()
      await restartIfDead()
      await world.run(3)
      await restartIfDead()
    }
    return { log: (await world.log()).sort(), byPlace: receivers.byPlace('a'), writes: watch.writes() }
  }

  it('has each alarm once in the log, and each at the receiver, in order for each place', async () => {
    const whole = await storm(FAR_AWAY, 'before')
    expect(whole.byPlace).toEqual({ golf: ['alert', 'alarm', 'quiet'], farm: ['alarm', 'quiet'] })
    expect(whole.log).toEqual(expect.arrayContaining(['- not-watched', '- observed']))
    expect(whole.writes).toBeGreaterThan(8)
    for (let at = 1; at <= whole.writes; at++) {
      for (const when of ['before', 'after'] as const) {
        const { log, byPlace } = await storm(at, when)
        expect({ at, when, log, byPlace }).toEqual({ at, when, log: whole.log, byPlace: whole.byPlace })
      }
    }
  })
})

describe('a channel for unacknowledged alarms', () => {
  async function storm(acknowledgedAfterS: number | null) {
    const world = await setUpReceivers({ channels: webhooksWith({ ifUnacknowledged: true, stages: ['alarm'] }, 'a') })
    await world.run(5)
    world.strike(3)
    await world.run(acknowledgedAfterS ?? MINUTE_S)
    if (acknowledgedAfterS !== null) {
      const [kept] = await world.history.watch.alarms({ stages: ['alarm'], limit: 1 })
      const acknowledgement = { by: 'Li', at: '2026-07-01T08:01:00Z', note: '' }
      await world.watch.writer.write({ acknowledged: { alarmId: kept!.alarm.id, acknowledgement } })
    }
    return world
  }

  it('gets it five minutes after it was raised, also over a restart', async () => {
    const world = await storm(null)
    await world.run(3 * MINUTE_S)
    await world.reopen()
    await world.run(55)
    expect(world.receivers.byPlace('a')).toEqual({})
    await world.run(10)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm'] })
  })

  it('receives no acknowledged alarms, and stores none of them', async () => {
    const world = await storm(4 * MINUTE_S)
    await world.run(5 * MINUTE_S)
    expect(world.receivers.byPlace('a')).toEqual({})
    expect(await world.history.watch.waiting()).toEqual([])
    expect(await givenUp(world)).toEqual([])
  })
})

it('a channel sends nothing in its quiet hours, not even an attempt, and later alarms after them', async () => {
  const world = await setUpReceivers({
    channels: webhooksWith({ quietHours: '16:00-17:00', timeZone: 'Asia/Shanghai' }, 'a'),
  })
  await world.run(5)
  world.strike(12)
  await world.run(MINUTE_S)
  expect([await world.log(), world.receivers.alarms('a')]).toEqual([['golf alert'], []])
  world.clock.step(HOUR_MS)
  await world.silence(1)
  world.strike(3)
  await world.run(5)
  expect(world.receivers.byPlace('a').golf).toContain('alarm')
})

it('a channel without messages for most of a day is tested automatically', async () => {
  const world = await setUpReceivers({ channels: webhooksWith({ stages: ['alarm'] }, 'a') })
  await world.run(MINUTE_S)
  world.clock.step(21 * HOUR_MS)
  await world.clock.advance(3 * MINUTE_S * 1_000)
  const told = world.receivers.alarms('a').map(({ stage, text }) => [stage, String(text).includes('TEST of channel a')])
  expect(told).toEqual([['test', true]])
})

it('a changed channel continues with its pending messages', async () => {
  const world = await setUpReceivers()
  world.receivers.answers(async () => ({ status: 503, text: '' }))
  await world.run(5)
  world.strike(3)
  await world.run(MINUTE_S)
  world.receivers.answers(async () => ({ status: 200, text: '' }))
  const [a] = webhooks('a')
  await world.watch.dispatcher.setChannels([{ ...a!, settings: 'others' }])
  await world.run(2)
  expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm'] })
  expect(world.receivers.byPlace('b')).toEqual({})
})

it.each([3_600_000, -3_600_000])(
  'a clock step of %i ms ends nothing too early, and raises nothing twice',
  async (ms) => {
    const world = await setUpReceivers({ channels: webhooks('a') })
    await world.run(5 * MINUTE_S)
    world.strike(3)
    await world.run(10)
    world.clock.step(ms)
    await world.silence(1)
    await world.run(9 * MINUTE_S)
    const quiets = (log: string[]) => log.filter((line) => line.endsWith('quiet'))
    expect(quiets(await world.log())).toEqual([])
    await world.run(80 * MINUTE_S)
    const log = await world.log()
    expect(log.filter((line) => line.startsWith('golf'))).toEqual(['golf alarm', 'golf quiet'])
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm', 'quiet'] })
  },
)

it.each([false, true])(
  'a gap beyond the replay ends nothing, and neither does a restart within it: %s',
  async (restarts) => {
    const world = await setUpReceivers({ channels: webhooks('a') })
    await world.run(MINUTE_S)
    world.strike(3)
    await world.run(10)
    await world.silence(61 * MINUTE_S)
    if (restarts) await world.reopen()
    await world.silence(MINUTE_S)
    await world.run(9 * MINUTE_S)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm'] })
    await world.run(2 * MINUTE_S)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm', 'quiet'] })
  },
)
