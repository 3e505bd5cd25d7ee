import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../../testing/fakes/fake-clock.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { usePage } from '../../../state/page-store.ts'
import type { View } from '../../../state/view.ts'
import { type OpeningDeps, openWithActivity } from './opening.ts'

const MINUTE_MS = 60_000
const STORMS: View = { zoom: 6, lat: 23, lon: 113 }

let clock: ReturnType<typeof createFakeClock>
let flights: View[]
let world: { activity: View | null | undefined; isLoaded: boolean; isHidden: boolean }
let input: () => void
let inputs: number
let stop: () => void

beforeEach(() => {
  clock = createFakeClock()
  flights = []
  inputs = 0
  world = { activity: STORMS, isLoaded: true, isHidden: false }
  usePage.setState({ shownAtMs: null, selection: null, windowMinutes: 30, playing: false })
})
afterEach(() => stop())

const replayedMin = () => {
  const { atMs } = useReplay.getState()
  return atMs === null ? null : Math.round((clock.now() - atMs) / MINUTE_MS)
}

function open(fits = true) {
  const deps: OpeningDeps = {
    clock,
    activityView: () => world.activity,
    isLoaded: () => world.isLoaded,
    flyTo: (view) => flights.push(view),
    isHidden: () => world.isHidden,
    onInput(ended) {
      inputs++
      input = ended
      return () => void inputs--
    },
  }
  stop = openWithActivity(deps, { fits })
}

describe('the opening of a page', () => {
  it('flies to the storms once, plays the last half hour in three seconds, and is live from then on', async () => {
    open()
    await clock.advance(100)
    expect(flights).toEqual([STORMS])
    expect(replayedMin()).toBe(30)
    await clock.advance(1_500)
    expect(replayedMin()).toBe(15)
    await clock.advance(1_500)
    expect(replayedMin()).toBeNull()
    expect(flights).toHaveLength(1)
    expect(inputs).toBe(0)
  })

  it('waits for storms and strikes, and plays nothing if they do not arrive in time', async () => {
    world.activity = undefined
    world.isLoaded = false
    open()
    await clock.advance(3_000)
    expect([flights, replayedMin()]).toEqual([[], null])
    world.activity = null
    await clock.advance(10_000)
    expect([flights, replayedMin(), inputs]).toEqual([[], null, 0])
    world.isLoaded = true
    await clock.advance(1_000)
    expect(replayedMin()).toBeNull()
  })

  it('plays no more than the chosen period', async () => {
    usePage.setState({ windowMinutes: 10 })
    open()
    await clock.advance(100)
    expect(replayedMin()).toBe(10)
  })

  it('does not move the camera if the server sets a home view', async () => {
    open(false)
    await clock.advance(100)
    expect([flights, replayedMin()]).toEqual([[], 30])
  })

  it.each([
    ['input', () => input()],
    ['a moment of the past', () => usePage.getState().showAt(1)],
    ['a selection', () => usePage.getState().select({ kind: 'airport', id: 'ZSPD' })],
  ])('ends at once with %s', async (_, happens) => {
    open()
    await clock.advance(500)
    expect(replayedMin()).not.toBeNull()
    happens()
    expect([replayedMin(), inputs]).toEqual([null, 0])
    await clock.advance(5_000)
    expect(replayedMin()).toBeNull()
  })

  it('ends when the page is hidden', async () => {
    open()
    await clock.advance(500)
    world.isHidden = true
    await clock.advance(50)
    expect([replayedMin(), inputs]).toEqual([null, 0])
  })
})
