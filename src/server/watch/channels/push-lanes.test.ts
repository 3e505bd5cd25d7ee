import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { ALARM } from '../../../testing/channels/channel-kit.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import type { PushSubscription } from '../push/subscriptions.ts'
import { Busy } from './busy.ts'
import { type Outcome, PushLanes } from './push-lanes.ts'

function browser(id: string, viewer: string, host = 'push.example.com'): PushSubscription {
  return { id, endpoint: `https://${host}/${id}`, viewer, lang: 'en', p256dh: '', auth: '', sinceMs: 0 }
}

const alarmOf = (n: number): Alarm => ({ ...ALARM, id: `golf.alarm.${n}` })

/** Push services: hosts named `silent` never respond, others after 100 ms. */
function setUp(answers: (subscription: PushSubscription) => Promise<boolean> = async () => true) {
  const clock = createFakeClock()
  const took: string[] = []
  const asked: string[] = []
  const dropped: string[] = []
  const underWay = new Map<string, number>()
  let all = 0
  let most = 0
  let mostOfHost = 0
  const lanes = new PushLanes({
    clock,
    drop: (id) => void dropped.push(id),
    async send(subscription, alarm, signal) {
      const { host } = new URL(subscription.endpoint)
      const of = `${subscription.viewer} ${host}`
      asked.push(subscription.id)
      underWay.set(of, (underWay.get(of) ?? 0) + 1)
      most = Math.max(most, ++all)
      mostOfHost = Math.max(mostOfHost, underWay.get(of)!)
      try {
        if (host.startsWith('silent')) await new Promise((_, reject) => signal.addEventListener('abort', reject))
        await new Promise<void>((resolve) => void clock.after(100, resolve))
        const isKnown = await answers(subscription)
        took.push(`${subscription.id} ${alarm.id.split('.')[2]} ${Math.round(clock.now()) % 86_400_000}`)
        return isKnown
      } finally {
        all--
        underWay.set(of, underWay.get(of)! - 1)
      }
    },
  })
  const tookBy = (id: string) => took.filter((line) => line.startsWith(`${id} `)).map((line) => line.split(' ')[1])
  return { clock, lanes, took, tookBy, asked, dropped, most: () => ({ all: most, ofHost: mostOfHost }) }
}

const silentOf = (viewer: string) =>
  Array.from({ length: 10 }, (_, i) => browser(`${viewer}${i}`, viewer, `silent${i % 3}`))

it('is not delayed by ten unresponsive browsers of one person, from the first alarm on', async () => {
  const { clock, lanes, tookBy, most } = setUp()
  const all = [...silentOf('wang'), browser('li', 'li')]
  for (let n = 0; n < 24; n++) for (const each of all) void lanes.add(each, alarmOf(n))
  await clock.advance(2_500)
  expect(tookBy('li')).toEqual(Array.from({ length: 24 }, (_, n) => String(n)))
  expect(most().ofHost).toBe(2)
})

it('sends to all at once with a bound, and to one person by two connections to a host', async () => {
  const { clock, lanes, took, most } = setUp()
  const all = Array.from({ length: 500 }, (_, i) => browser(`b${i}`, `viewer${i}`))
  for (const each of all) void lanes.add(each, ALARM)
  await clock.advance(900)
  expect([took.length, most()]).toEqual([500, { all: 64, ofHost: 1 }])
  const own = setUp()
  for (let i = 0; i < 10; i++) void own.lanes.add(browser(`own${i}`, 'li'), ALARM)
  await own.clock.advance(550)
  expect([own.took.length, own.most().ofHost]).toEqual([10, 2])
})

it('tries a browser three times, and its newest alarm for an hour, for which no delivery waits', async () => {
  let isIll = true
  const { clock, lanes, asked, tookBy } = setUp(async () => {
    if (isIll) throw new Error('receiver returned status 503')
    return true
  })
  const li = browser('li', 'li')
  const outcomes: Outcome[] = []
  const add = (n: number) => void lanes.add(li, alarmOf(n)).then((outcome) => outcomes.push(outcome))
  const why = 'receiver returned status 503'
  add(1)
  await clock.advance(4_000)
  expect([asked.length, lanes.isLagging('li'), outcomes]).toEqual([3, true, [{ why }]])
  await clock.advance(MINUTE_MS)
  add(2)
  await clock.advance(300)
  expect(outcomes).toEqual([{ why }, { why }])
  isIll = false
  await clock.advance(MINUTE_MS)
  expect([tookBy('li'), lanes.isLagging('li')]).toEqual([['2'], false])
  isIll = true
  add(3)
  await clock.advance(HOUR_MS)
  await clock.advance(MINUTE_MS)
  isIll = false
  await clock.advance(HOUR_MS)
  expect(tookBy('li')).toEqual(['2'])
})

it('tries a lagging browser at once with another alarm, or the same one again', async () => {
  let isIll = true
  const { clock, lanes, tookBy } = setUp(async () => {
    if (isIll) throw new Error('receiver returned status 503')
    return true
  })
  const li = browser('li', 'li')
  for (const alarms of [[1], [1, 2]]) {
    isIll = true
    void lanes.add(li, alarmOf(1))
    await clock.advance(10 * MINUTE_MS)
    isIll = false
    const outcomes = alarms.map((n) => lanes.add(li, alarmOf(n)))
    await clock.advance(300)
    expect(await Promise.all(outcomes)).toEqual(alarms.map(() => 'taken'))
  }
  expect(tookBy('li')).toEqual(['1', '1', '2'])
})

it('gives a browser three seconds, also without a close event', async () => {
  const { clock, lanes } = setUp(() => new Promise(() => {}))
  let became: Outcome | null = null
  void lanes.add(browser('li', 'li'), ALARM).then((outcome) => {
    became = outcome
  })
  await clock.advance(3 * 3_000 + 3_000 - 100)
  expect(became).toBeNull()
  await clock.advance(200)
  expect(became).toEqual({ why: 'no response within the timeout' })
})

it('waits as long as a push service asks, a minute at most', async () => {
  for (const [pauseMs, waitedMs] of [
    [30_000, 30_000],
    [3_600_000, 60_000],
  ] as const) {
    let isBusy = true
    const { clock, lanes, tookBy } = setUp(async () => {
      if (isBusy) throw new Busy('receiver returned status 429', pauseMs)
      return true
    })
    void lanes.add(browser('li', 'li'), alarmOf(1))
    await clock.advance(200)
    isBusy = false
    await clock.advance(waitedMs - 300)
    expect(tookBy('li')).toEqual([])
    await clock.advance(400)
    expect(tookBy('li')).toEqual(['1'])
  }
})

it('drops a browser that failed for a day while others succeed, and none while all fail', async () => {
  for (const others of [true, false]) {
    const { clock, lanes, dropped } = setUp()
    const all = [browser('wang', 'wang', 'silent'), ...(others ? [browser('li', 'li')] : [])]
    for (let n = 0; n < 30; n++) {
      for (const each of all) void lanes.add(each, alarmOf(n))
      await clock.advance(DAY_MS / 24)
      if (n < 22) expect(dropped).toEqual([])
    }
    expect(dropped.length > 0).toBe(others)
  }
})

it('holds a bounded number of alarms for a browser that is slow, and sends nothing more to one that is gone', async () => {
  const { clock, lanes, asked } = setUp()
  const slow = browser('slow', 'wang', 'silent')
  let outcomes = 0
  for (let n = 0; n < 1_000; n++) void lanes.add(slow, alarmOf(n)).then(() => outcomes++)
  await clock.advance(10)
  expect(outcomes).toBe(900)
  lanes.keep([])
  await clock.advance(60_000)
  expect([outcomes, asked.length]).toEqual([1_000, 1])
})

it('ends with its channel', async () => {
  const { clock, lanes, asked } = setUp()
  void lanes.add(browser('slow', 'wang', 'silent'), ALARM)
  await clock.advance(10)
  lanes.close()
  await clock.advance(60_000)
  expect([asked.length, clock.pending]).toEqual([1, 0])
})
