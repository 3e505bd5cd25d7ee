import { expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { seededRandom } from '../../../core/util/random.ts'
import { createReconnectDelay } from './reconnect-delay.ts'

const VIEWERS = 10_000
const REFUSED = { unanswered: false, leaveAloneMs: 0 }
const UNANSWERED = { unanswered: true, leaveAloneMs: 0 }

function setUp(options: { random?: () => number; isOneOfSeveral?: boolean } = {}) {
  const { random = () => 0, isOneOfSeveral = true } = options
  return createReconnectDelay({
    random,
    unattended: () => false,
    timeLeftMs: () => Number.POSITIVE_INFINITY,
    isOneOfSeveral: () => isOneOfSeveral,
  })
}

it('is on another of three servers within three seconds, except for a few of thousands, if every third attempt reaches a dead one', () => {
  let late = 0
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const random = seededRandom(`viewer ${viewer}`)
    const delay = setUp({ random })
    let sinceMs = delay.retryMs()
    while (random() < 1 / 3) sinceMs += delay.retryMs()
    if (sinceMs > 3 * SECOND_MS) late++
  }
  expect(late).toBeLessThanOrEqual(VIEWERS / 1_000)
})

it('limits attempts of thousands of rejected clients to three a second for some seconds, and then to one in three', () => {
  const perSecond = new Map<number, number>()
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const delay = setUp({ random: seededRandom(`viewer ${viewer}`) })
    for (let atMs = delay.retryMs(); atMs < MINUTE_MS; atMs += delay.retryMs()) {
      const second = Math.floor(atMs / SECOND_MS)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    }
  }
  const of = (second: number) => perSecond.get(second)! / VIEWERS
  expect(Math.max(...[...perSecond.keys()].map(of))).toBeLessThan(3.2)
  const slow = [...perSecond.keys()].filter((second) => second >= 6 && second < 59).map(of)
  expect(Math.max(...slow)).toBeLessThan(0.4)
})

it('is without a server for at most four seconds once one of several accepts it, after any number of rejections', () => {
  for (const random of [() => 0, () => 1]) {
    const delay = setUp({ random })
    for (let i = 0; i < 200; i++) {
      delay.lived(9_000)
      delay.lost(REFUSED)
      expect(delay.retryMs()).toBeLessThanOrEqual(4_000)
      expect(delay.successorRetryMs(i)).toBeLessThanOrEqual(4_000)
    }
  }
})

it('waits twice as long after each attempt without a response, and not after immediate rejections', () => {
  const delay = setUp()
  for (let i = 0; i < 6; i++) delay.lost(REFUSED)
  expect(delay.connectMs()).toBe(500)
  delay.lost(UNANSWERED)
  delay.lost(UNANSWERED)
  expect(delay.connectMs()).toBe(2_000)
  for (let i = 0; i < 9; i++) delay.lost(UNANSWERED)
  expect(delay.connectMs()).toBe(15_000)
  delay.subscribed(100)
  expect(delay.connectMs()).toBe(500)
})

it('respects the pause requested by a server, once, and for a minute at most', () => {
  for (const isOneOfSeveral of [true, false]) {
    const delay = setUp({ isOneOfSeveral })
    delay.lost({ ...REFUSED, leaveAloneMs: 4_000 })
    expect(delay.retryMs()).toBe(4_000)
    expect(delay.retryMs()).toBeLessThan(1_000)
    delay.lost({ ...REFUSED, leaveAloneMs: 10 * MINUTE_MS })
    expect(delay.successorRetryMs(0)).toBe(MINUTE_MS)
  }
})

it('of a server that is alone doubles its waits from the first on', () => {
  const delay = setUp({ isOneOfSeveral: false, random: () => 1 })
  expect(delay.connectMs()).toBe(15_000)
  expect([delay.retryMs(), delay.retryMs(), delay.retryMs()]).toEqual([1_000, 2_000, 4_000])
})
