import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { usePage } from '../../state/page-store.ts'
import { playTime } from './time-player.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

afterEach(() => usePage.setState(usePage.getInitialState()))

function setUp(agoMs: number, readyToMs = Number.POSITIVE_INFINITY) {
  const clock = createFakeClock()
  const startMs = clock.now() - agoMs
  const ready = { toMs: readyToMs === Number.POSITIVE_INFINITY ? readyToMs : startMs + readyToMs }
  const stop = playTime({ clock, readyToMs: () => ready.toMs })
  usePage.getState().showAt(startMs)
  const movedMs = () => (usePage.getState().shownAtMs ?? Number.NaN) - startMs
  return { clock, startMs, ready, stop, movedMs }
}

it('is paused until played, and advances at the selected speed', async () => {
  const { clock, movedMs, stop } = setUp(60 * MINUTE)
  await clock.advance(10 * SECOND)
  expect(movedMs()).toBe(0)
  usePage.getState().setPlaySpeed(10)
  usePage.getState().setPlaying(true)
  await clock.advance(10 * SECOND)
  expect(movedMs()).toBeCloseTo(100 * SECOND, -1)
  usePage.getState().setPlaySpeed(600)
  await clock.advance(SECOND)
  expect(movedMs()).toBeCloseTo(700 * SECOND, -1)
  usePage.getState().setPlaying(false)
  await clock.advance(SECOND)
  expect(movedMs()).toBeCloseTo(700 * SECOND, -1)
  expect(clock.pending).toBe(0)
  stop()
})

it('is live where it reaches the present', async () => {
  const { clock, stop } = setUp(2 * MINUTE)
  usePage.getState().setPlaySpeed(60)
  usePage.getState().setPlaying(true)
  await clock.advance(3 * SECOND)
  expect(usePage.getState()).toMatchObject({ shownAtMs: null, playing: false })
  stop()
})

it('waits for loading data', async () => {
  const { clock, ready, movedMs, stop } = setUp(60 * MINUTE, MINUTE)
  usePage.getState().setPlaySpeed(60)
  usePage.getState().setPlaying(true)
  await clock.advance(10 * SECOND)
  expect(movedMs()).toBeCloseTo(MINUTE, -1)
  ready.toMs += 60 * MINUTE
  await clock.advance(SECOND)
  expect(movedMs()).toBeCloseTo(2 * MINUTE, -1)
  stop()
})

it('does nothing after it is stopped', async () => {
  const { clock, movedMs, stop } = setUp(60 * MINUTE)
  usePage.getState().setPlaying(true)
  stop()
  await clock.advance(SECOND)
  expect(movedMs()).toBe(0)
})
