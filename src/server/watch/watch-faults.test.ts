import { describe, expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { problemText } from '../../core/problems/problem.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import type { WatchStore } from '../history/watch-store.ts'
import { type Channel, readChannels } from './channels/channels-file.ts'
import type { Post } from './channels/post.ts'

const MINUTE_S = 60
const HOUR_MS = 3_600_000

function channelsOf(...ids: string[]): readonly Channel[] {
  return channelsWith({}, ...ids)
}

function channelsWith(over: object, ...ids: string[]): readonly Channel[] {
  const url = (id: string) => `https://${id}.example.com/`
  const stages = ['approach', 'alert', 'alarm', 'quiet', 'not-watched', 'feed-lost', 'channel-broken']
  const entries = ids.map((id) => ({
    id,
    kind: 'webhook',
    url: url(id),
    secret: 'a secret of a webhook',
    stages,
    ...over,
  }))
  const read = readChannels(JSON.stringify(entries))
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join())
  return read.value
}

/** Receivers in memory, each with the ids that it took, as often as they came. */
function createReceivers() {
  const took = new Map<string, Alarm[]>()
  let answer: Post = async () => ({ status: 204, text: '' })
  const post: Post = async (outgoing) => {
    const answered = await answer(outgoing)
    const name = new URL(outgoing.url).hostname.split('.')[0]!
    if (answered.status < 300) heldOrMade(took, name, () => []).push(JSON.parse(outgoing.body) as Alarm)
    return answered
  }
  return {
    post,
    answers(how: typeof answer): void {
      answer = how
    },
    alarms: (name: string) => took.get(name) ?? [],
    /** What came first of each alarm, by place, in the order in which it came. */
    byPlace(name: string): Record<string, string[]> {
      const seen = new Set<string>()
      const first = (took.get(name) ?? []).filter(({ id, place }) => place && !seen.has(id) && seen.add(id))
      const groups = Map.groupBy(first, ({ place }) => place!.id)
      return Object.fromEntries([...groups].map(([id, of]) => [id, of.map(({ stage }) => stage)]))
    },
  }
}

async function setUp(over: Parameters<typeof setUpWatch>[0] = {}) {
  const receivers = createReceivers()
  const world = await setUpWatch({ post: receivers.post, channels: channelsOf('a', 'b'), ...over })
  return Object.assign(world, { receivers })
}

/** What the channel a gave up, the newest first. */
function givenUp({ history }: Awaited<ReturnType<typeof setUp>>) {
  return history.watch.deliveries({ channel: 'a', outcome: 'given-up', limit: 100_000 })
}

/** A store whose process dies at its write of that number, a moment before it or a moment after; what comes later is not done. */
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

  async function storm(at: number, when: 'before' | 'after') {
    const { history, clock } = setUpHistory()
    const receivers = createReceivers()
    const places = [placeOf('golf'), placeOf('farm', {}, 1)]
    const deps = { post: receivers.post, channels: channelsOf('a'), history, clock, places }
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
      () => world.run(60),
      () => world.silence(40),
      () => world.run(700),
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

describe('a receiver', () => {
  it('that is away for hours gets everything once it is back, in order for each place, and holds no other up', async () => {
    const world = await setUp({ places: [placeOf('golf'), placeOf('farm', {}, 1)] })
    const { receivers } = world
    let isAway = true
    receivers.answers(async ({ url }) => {
      if (isAway && url.includes('//a.')) throw new Error('connection failed')
      return { status: 200, text: '' }
    })
    await world.run(10)
    world.strike(3)
    world.strike(3, 0, 1)
    await world.run(11 * MINUTE_S)
    const all = ['alarm', 'quiet']
    expect(receivers.byPlace('b')).toEqual({ golf: all, farm: all })
    world.clock.step(5 * HOUR_MS)
    await world.run(MINUTE_S)
    expect(receivers.byPlace('a')).toEqual({})
    isAway = false
    await world.clock.advance(15 * MINUTE_S * 1_000)
    expect(receivers.byPlace('a')).toEqual({ golf: all, farm: all })
    expect(receivers.alarms('a').filter(({ place }) => place)).toHaveLength(4)
  })

  it.each([
    ['that refuses', async () => ({ status: 403, text: '' })],
    ['that fails', async () => ({ status: 500, text: '' })],
    ['that answers garbage', async () => ({ status: 999, text: '\0\0' })],
  ])('%s is tried again, with the same id', async (_, fails) => {
    const world = await setUp()
    const ids = new Set<string>()
    let attempts = 0
    world.receivers.answers(async ({ body }) => {
      ids.add((JSON.parse(body) as Alarm).id)
      return ++attempts < 6 ? fails() : { status: 200, text: '' }
    })
    await world.run(5)
    world.strike(12)
    await world.run(5 * MINUTE_S)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alert'] })
    expect(ids.size).toBe(1)
  })

  it('that takes it and does not get to say so has it twice, with the same id, and nothing out of order', async () => {
    const world = await setUp({ channels: channelsOf('a') })
    const took: string[] = []
    world.receivers.answers(async ({ body }) => {
      const { id, stage } = JSON.parse(body) as Alarm
      took.push(`${stage} ${id}`)
      if (took.length % 2 === 1) throw new Error('the connection was reset')
      return { status: 204, text: '' }
    })
    await world.run(5)
    world.strike(12)
    await world.run(1)
    world.strike(3)
    await world.run(MINUTE_S)
    const [alert, , alarm] = took
    expect([took, alert!.split(' ')[0], alarm!.split(' ')[0]]).toEqual([[alert, alert, alarm, alarm], 'alert', 'alarm'])
    expect(await world.history.watch.waiting()).toEqual([])
  })

  it('that is slow has no order mixed up', async () => {
    const world = await setUp()
    world.receivers.answers(async () => {
      await new Promise<void>((resolve) => void world.clock.after(8_000, resolve))
      return { status: 200, text: '' }
    })
    await world.run(5)
    world.strike(12)
    await world.run(1)
    world.strike(3)
    await world.run(11)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alert'] })
    await world.run(8)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alert', 'alarm'] })
  })

  it('that never answers well for a day has what was given up listed, and the channel is told as broken', async () => {
    const world = await setUp()
    world.receivers.answers(async ({ url }) => ({ status: url.includes('//a.') ? 500 : 200, text: '' }))
    await world.run(5)
    world.strike(12)
    await world.run(MINUTE_S)
    world.clock.step(21 * HOUR_MS)
    await world.run(2 * MINUTE_S)
    world.clock.step(3.2 * HOUR_MS)
    await world.clock.advance(15 * MINUTE_S * 1_000)
    const [given] = await givenUp(world)
    expect(given).toMatchObject({
      receipt: 'receiver returned status 500',
      row: expect.stringContaining('golf.r16.on'),
    })
    const health = world.watch.dispatcher.health()
    expect(health.map(({ channel, isBroken }) => [channel.id, isBroken])).toEqual([
      ['a', true],
      ['b', false],
    ])
    const stages = world.receivers.alarms('b').map(({ stage }) => stage)
    expect(stages.filter((stage) => stage === 'channel-broken')).toHaveLength(1)
    expect(world.receivers.alarms('a')).toEqual([])
  })

  it('gets one at a time, however many places there are, and however slow it is', async () => {
    const places = Array.from({ length: 12 }, (_, i) => placeOf(`p${i}`))
    const world = await setUp({ places, channels: channelsOf('a') })
    let [underWay, most] = [0, 0]
    world.receivers.answers(async () => {
      most = Math.max(most, ++underWay)
      await new Promise<void>((resolve) => void world.clock.after(500, resolve))
      underWay--
      return { status: 200, text: '' }
    })
    await world.run(5)
    world.strike(3)
    await world.run(15)
    expect([most, world.receivers.alarms('a').length]).toEqual([1, 12])
  })

  it.each([
    ['seconds', () => '30'],
    ['a date', (ms: number) => new Date(Math.ceil(ms / 1_000) * 1_000 + 30_000).toUTCString()],
  ])('that asks for a pause by %s is left alone until then, and loses nothing', async (_, retryAfter) => {
    const places = Array.from({ length: 40 }, (_each, i) => placeOf(`mast-${i}`, { holdMin: 30 }))
    const world = await setUp({ places, channels: channelsOf('a') })
    let [posts, left, refused] = [0, 9, Number.POSITIVE_INFINITY]
    const pauses: number[] = []
    world.receivers.answers(async () => {
      posts++
      const nowMs = world.clock.now()
      if (left === 0 && nowMs - refused >= 30_000) {
        pauses.push(nowMs - refused)
        left = 9
        refused = Number.POSITIVE_INFINITY
      }
      if (left > 0) {
        left--
        return { status: 200, text: '' }
      }
      refused = nowMs
      return { status: 429, text: '', retryAfter: retryAfter(nowMs) }
    })
    await world.run(5)
    world.strike(3)
    await world.run(6 * MINUTE_S)
    expect(world.receivers.alarms('a')).toHaveLength(40)
    expect(Object.values(world.receivers.byPlace('a'))).toEqual(Array(40).fill(['alarm']))
    expect(posts).toBe(40 + 4)
    expect(pauses).toHaveLength(4)
  })

  it.each([
    ['503', { status: 503, text: '', retryAfter: '120' }, 120],
    ['a pause of a week', { status: 429, text: '', retryAfter: '604800' }, 600],
    ['429 without a time', { status: 429, text: '' }, 1],
    ['429 with a time that is past', { status: 429, text: '', retryAfter: 'Wed, 01 Jan 2020 00:00:00 GMT' }, 1],
    ['429 with a time that is none', { status: 429, text: '', retryAfter: 'soon' }, 1],
  ])('that answers %s is asked again after a pause that has its bounds', async (_, busy, pauseS) => {
    const world = await setUp({ places: [placeOf('golf'), placeOf('farm')], channels: channelsOf('a') })
    const asked: number[] = []
    world.receivers.answers(async () => {
      asked.push(world.clock.now())
      return asked.length === 1 ? busy : { status: 200, text: '' }
    })
    await world.run(5)
    world.strike(12)
    await world.run(pauseS + 3)
    expect(asked.length).toBeGreaterThanOrEqual(3)
    expect(Math.round((asked[1]! - asked[0]!) / 1_000)).toBe(pauseS)
  })

  it('that is busy for hours is not asked more often than once a minute', async () => {
    const places = Array.from({ length: 40 }, (_, i) => placeOf(`mast-${i}`, { holdMin: 30 }))
    const world = await setUp({ places, channels: channelsOf('a') })
    let posts = 0
    world.receivers.answers(async () => {
      posts++
      return { status: 429, text: '', retryAfter: '0' }
    })
    await world.run(5)
    world.strike(12)
    await world.run(10)
    await world.clock.advance(2 * HOUR_MS)
    expect(posts).toBeLessThan(130)
  })

  it('that was away while ten thousand waited for a day has them given up, and the next one goes out', async () => {
    const places = Array.from({ length: 10_000 }, (_, i) => placeOf(`p${i}`))
    const world = await setUp({ places, channels: channelsOf('a') })
    world.receivers.answers(async () => ({ status: 429, text: '', retryAfter: '600' }))
    await world.run(2)
    world.strike(3)
    await world.run(5)
    world.clock.step(26 * HOUR_MS)
    world.receivers.answers(async () => ({ status: 200, text: '' }))
    await world.clock.advance(15 * MINUTE_S * 1_000)
    world.strike(3)
    await world.run(5)
    const given = await givenUp(world)
    expect(given.filter(({ row }) => /\.on\./.test(row))).toHaveLength(10_000)
    expect(world.receivers.alarms('a').length).toBeGreaterThan(0)
  })

  it('gets of a place that is guarded no more that it is over, and nothing else', async () => {
    const world = await setUp({ places: [placeOf('golf'), placeOf('farm', {}, 1)] })
    let isAway = true
    world.receivers.answers(async () => ({ status: isAway ? 503 : 200, text: '' }))
    await world.run(5)
    world.strike(3)
    world.strike(3, 0, 1)
    await world.run(MINUTE_S)
    world.guard([placeOf('farm', {}, 1)])
    isAway = false
    await world.run(5 * MINUTE_S)
    // It may have taken what it refused: it hears that the place is over.
    expect(world.receivers.byPlace('a')).toEqual({ farm: ['alarm'], golf: ['quiet'] })
    expect((await givenUp(world)).map(({ receipt }) => receipt)).toEqual(['the place is no longer monitored'])
  })
})

describe('a channel for what nobody has acknowledged', () => {
  async function storm(acknowledgedAfterS: number | null) {
    const world = await setUp({ channels: channelsWith({ ifUnacknowledged: true, stages: ['alarm'] }, 'a') })
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

  it('gets nothing that somebody has seen to, and keeps none of it', async () => {
    const world = await storm(4 * MINUTE_S)
    await world.run(5 * MINUTE_S)
    expect(world.receivers.byPlace('a')).toEqual({})
    expect(await world.history.watch.waiting()).toEqual([])
    expect(await givenUp(world)).toEqual([])
  })
})

it('a channel gets nothing in its quiet hours, not even a try, and what is raised after them', async () => {
  const world = await setUp({ channels: channelsWith({ quietHours: '16:00-17:00', timeZone: 'Asia/Shanghai' }, 'a') })
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

it('a channel by which nothing went out for most of a day is tried by itself', async () => {
  const world = await setUp({ channels: channelsWith({ stages: ['alarm'] }, 'a') })
  await world.run(MINUTE_S)
  world.clock.step(21 * HOUR_MS)
  await world.clock.advance(3 * MINUTE_S * 1_000)
  const told = world.receivers.alarms('a').map(({ stage, text }) => [stage, String(text).includes('TEST of channel a')])
  expect(told).toEqual([['test', true]])
})

it('a channel that is changed goes on with what was still to go out', async () => {
  const world = await setUp()
  world.receivers.answers(async () => ({ status: 503, text: '' }))
  await world.run(5)
  world.strike(3)
  await world.run(MINUTE_S)
  world.receivers.answers(async () => ({ status: 200, text: '' }))
  const [a] = channelsOf('a')
  await world.watch.dispatcher.setChannels([{ ...a!, settings: 'others' }])
  await world.run(2)
  expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm'] })
  expect(world.receivers.byPlace('b')).toEqual({})
})

it.each([3_600_000, -3_600_000])(
  'a clock that steps by %i ms ends nothing too early, and raises nothing twice',
  async (ms) => {
    const world = await setUp({ channels: channelsOf('a') })
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
  'a gap that is longer than anybody looks back ends nothing, nor does a restart within it: %s',
  async (restarts) => {
    const world = await setUp({ channels: channelsOf('a') })
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

it('a storm over ten thousand places at once is in the log once, and at every receiver', async () => {
  const clock = createFakeClock()
  const { history } = setUpHistory({ clock })
  const places = Array.from({ length: 10_000 }, (_, i) => placeOf(`p${i}`))
  const world = await setUp({ history, clock, places })
  await world.run(2)
  world.strike(3)
  const isDone = () => ['a', 'b'].every((name) => world.receivers.alarms(name).length === 10_000)
  for (let second = 0; second < 300 && !isDone(); second++) await world.run(1)
  const log = await world.log()
  expect(log).toHaveLength(10_000)
  expect(new Set(log).size).toBe(10_000)
  for (const name of ['a', 'b']) {
    const byPlace = world.receivers.byPlace(name)
    expect(Object.keys(byPlace)).toHaveLength(10_000)
    expect(Object.values(byPlace).every((stages) => stages.join() === 'alarm')).toBe(true)
  }
})
