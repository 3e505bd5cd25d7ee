import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { usePage } from '../../state/page-store.ts'
import { createSecondTicker } from './second-ticker.ts'
import { createShownTime } from './shown-time.ts'

const MINUTE = 60_000

afterEach(() => usePage.setState(usePage.getInitialState()))

function setUp() {
  const clock = createFakeClock()
  const time = createShownTime(clock)
  const told: (number | null)[] = []
  const agoMs = (ms: number) => clock.now() - ms
  const listen = () => time.subscribe(() => told.push(time.atMs()))
  return { clock, time, told, agoMs, listen }
}

it('reports another selected moment at once, and the return to live', () => {
  const { told, agoMs, listen } = setUp()
  const stop = listen()
  const atMs = agoMs(MINUTE)
  usePage.getState().showAt(atMs)
  usePage.getState().showAt(null)
  expect(told).toEqual([atMs, null])
  stop()
})

it('reports the latest moment twice a second during playback', async () => {
  const { clock, told, agoMs, listen } = setUp()
  const startMs = agoMs(10 * MINUTE)
  usePage.getState().showAt(startMs)
  const stop = listen()
  usePage.setState({ playing: true })
  for (let step = 1; step <= 10; step++) {
    usePage.setState({ shownAtMs: startMs + step })
    await clock.advance(100)
  }
  expect(told).toEqual([startMs + 5, startMs + 10])
  stop()
})

it('is current after changes without listeners', () => {
  const { time, agoMs, listen } = setUp()
  listen()()
  const atMs = agoMs(MINUTE)
  usePage.getState().showAt(atMs)
  const stop = listen()
  expect(time.atMs()).toBe(atMs)
  stop()
})

it('is read and then listened to without a change in between', async () => {
  const clock = createFakeClock()
  const now = createSecondTicker(clock)
  await clock.advance(20_000.5)
  const read = now.nowMs()
  expect(read).toBeCloseTo(clock.now(), 0)
  await clock.advance(400.25)
  expect(now.nowMs()).toBe(read)
  const stop = now.subscribe(() => {})
  expect(now.nowMs()).toBe(read)
  await clock.advance(1_000)
  expect(now.nowMs()).toBeCloseTo(clock.now(), 0)
  stop()
})

it('returns one time to all readers during a slow render, and the present one after subscribing', async () => {
  const clock = createFakeClock()
  const now = createSecondTicker(clock)
  await clock.advance(3_000.5)
  const read = now.nowMs()
  expect(read).toBeCloseTo(clock.now(), 0)
  await clock.advance(3_000.25)
  expect(now.nowMs()).toBe(read)
  const stop = now.subscribe(() => {})
  expect(now.nowMs()).toBeCloseTo(clock.now(), 0)
  stop()
})

it('ticks the present together for all listeners, and stops without any', async () => {
  const clock = createFakeClock()
  const now = createSecondTicker(clock)
  const ticks: number[] = []
  const stops = [now.subscribe(() => ticks.push(now.nowMs())), now.subscribe(() => ticks.push(now.nowMs()))]
  await clock.advance(1_000)
  expect(ticks).toEqual([ticks[0], ticks[0]])
  expect(ticks[0]).toBeCloseTo(clock.now(), 0)
  for (const stop of stops) stop()
  await clock.advance(5_000)
  expect(ticks).toHaveLength(2)
  const stop = now.subscribe(() => {})
  expect(now.nowMs()).toBeCloseTo(clock.now(), 0)
  stop()
})
