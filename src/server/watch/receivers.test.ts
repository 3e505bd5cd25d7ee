import { describe, expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { givenUp, setUpReceivers, webhooks, webhooksWith } from '../../testing/channels/receivers.ts'
import { placeOf } from '../../testing/watch-kit.ts'

const MINUTE_S = 60
const HOUR_MS = 3_600_000

describe('a receiver', () => {
  it('that is away for hours gets everything once it is back, in order for each place, and holds no other up', async () => {
    const world = await setUpReceivers({ places: [placeOf('golf'), placeOf('farm', {}, 1)] })
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
    const world = await setUpReceivers()
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

  it('that accepts it without a response receives it twice, with the same id, in order', async () => {
    const world = await setUpReceivers({ channels: webhooks('a') })
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

  it('that is slow receives everything in order', async () => {
    const world = await setUpReceivers()
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

  it('that fails for minutes is logged once, with the reason, and once more when it accepts again', async () => {
    const world = await setUpReceivers()
    let isAway = true
    world.receivers.answers(async ({ url }) => ({ status: isAway && url.includes('//a.') ? 500 : 200, text: '' }))
    await world.run(5)
    world.strike(12)
    await world.run(5 * MINUTE_S)
    isAway = false
    await world.run(15 * MINUTE_S)
    const logged = world.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^channel /.test(msg))
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'channel fails, retrying', channel: 'a', why: 'receiver returned status 500', waiting: 1 },
      { level: 'info', msg: 'channel delivers again', channel: 'a' },
    ])
  })

  it('of unknown places has them named in the log, since a misspelt id selects nothing', async () => {
    const world = await setUpReceivers({ channels: webhooksWith({ places: ['golf', 'glof', 'group:golfs'] }, 'a') })
    await world.run(3 * MINUTE_S)
    const logged = world.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(logged).toMatchObject([{ setting: 'CHANNELS_FILE', places: ['glof', 'group:golfs'], count: 2 }])
  })

  it('that fails for a day has its dropped messages listed, and the channel reported as broken', async () => {
    const world = await setUpReceivers()
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

  it('is notified after its quiet hours of another channel that broke within them', async () => {
    const channels = [...webhooks('a'), ...webhooksWith({ quietHours: '08:00-08:20' }, 'b')]
    const world = await setUpReceivers({ channels })
    world.receivers.answers(async ({ url }) => ({ status: url.includes('//a.') ? 500 : 200, text: '' }))
    await world.run(5)
    world.strike(12)
    await world.run(25 * MINUTE_S)
    world.clock.step(23.6 * HOUR_MS)
    const broken = () => world.receivers.alarms('b').filter(({ stage }) => stage === 'channel-broken')
    await world.run(5 * MINUTE_S)
    expect([world.watch.dispatcher.health()[0]!.isBroken, broken()]).toEqual([true, []])
    await world.run(20 * MINUTE_S)
    expect(broken()).toHaveLength(1)
  })

  it('gets one at a time, however many places there are, and however slow it is', async () => {
    const places = Array.from({ length: 12 }, (_, i) => placeOf(`p${i}`))
    const world = await setUpReceivers({ places, channels: webhooks('a') })
    let underWay = 0
    let most = 0
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
  ])('that requests a pause by %s is left alone until then, without loss', async (_, retryAfter) => {
    const places = Array.from({ length: 40 }, (_each, i) => placeOf(`mast-${i}`, { holdMin: 30 }))
    const world = await setUpReceivers({ places, channels: webhooks('a') })
    let posts = 0
    let left = 9
    let refused = Number.POSITIVE_INFINITY
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
  ])('that responds %s is retried after a limited pause', async (_, busy, pauseS) => {
    const world = await setUpReceivers({ places: [placeOf('golf'), placeOf('farm')], channels: webhooks('a') })
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

  it('that is busy for hours is retried at most once a minute', async () => {
    const places = Array.from({ length: 40 }, (_, i) => placeOf(`mast-${i}`, { holdMin: 30 }))
    const world = await setUpReceivers({ places, channels: webhooks('a') })
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

  it('that is away is tried at most every five seconds, however many new messages there are', async () => {
    const places = Array.from({ length: 30 }, (_, i) => placeOf(`mast-${i}`, {}, i))
    const world = await setUpReceivers({ places, channels: webhooks('a') })
    const asked: number[] = []
    world.receivers.answers(async () => {
      asked.push(world.clock.now())
      return { status: 500, text: '' }
    })
    await world.run(5)
    for (const i of places.keys()) {
      world.strike(3, 0, i)
      await world.run(2)
    }
    // The first back-offs are shorter.
    const pauses = asked.slice(6).map((ms, i) => ms - asked[i + 5]!)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000)
    expect(pauses.length).toBeGreaterThan(8)
  })

  it('that keeps refusing one message gets a later one of its place, and not the refused one', async () => {
    const world = await setUpReceivers({ channels: webhooks('a') })
    const isRefused = ({ body }: { body: string }) => (JSON.parse(body) as Alarm).stage === 'quiet'
    world.receivers.answers(async (outgoing) => ({ status: isRefused(outgoing) ? 500 : 200, text: '' }))
    await world.run(5)
    world.strike(3)
    await world.run(30 * MINUTE_S)
    world.strike(3)
    await world.run(10)
    expect(world.receivers.byPlace('a')).toEqual({ golf: ['alarm', 'alarm'] })
    const outcomes = (await world.history.watch.deliveries({ channel: 'a', limit: 10 })).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['accepted', 'accepted', 'superseded'])
    expect(await world.history.watch.waiting()).toEqual([])
  })

  it('receives the end of a removed place, and nothing else', async () => {
    const world = await setUpReceivers({ places: [placeOf('golf'), placeOf('farm', {}, 1)] })
    let isAway = true
    world.receivers.answers(async () => ({ status: isAway ? 503 : 200, text: '' }))
    await world.run(5)
    world.strike(3)
    world.strike(3, 0, 1)
    await world.run(MINUTE_S)
    world.guard([placeOf('farm', {}, 1)])
    isAway = false
    await world.run(5 * MINUTE_S)
    // It may have accepted messages despite its errors: it receives the end of the place.
    expect(world.receivers.byPlace('a')).toEqual({ farm: ['alarm'], golf: ['quiet'] })
    expect((await givenUp(world)).map(({ receipt }) => receipt)).toEqual(['the place is no longer monitored'])
  })
})
