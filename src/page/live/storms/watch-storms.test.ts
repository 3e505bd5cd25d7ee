import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { createFakeClock, FAKE_START_MS } from '../../../testing/fakes/fake-clock.ts'
import { usePage } from '../../state/page-store.ts'
import { type StormsNow, watchStorms } from './watch-storms.ts'

const SECOND_MS = 1_000

beforeEach(() => void vi.stubGlobal('document', { hidden: false }))
afterEach(() => {
  vi.unstubAllGlobals()
  usePage.setState(usePage.getInitialState())
})

/** Storms of 60 strokes, one of them over Wuhan and the others to the south, in the minute before the clock starts. */
function watchStormsOf(count = 1) {
  const clock = createFakeClock()
  const columns = new StrikeColumns()
  const records = Array.from({ length: 60 * count }, (_, i) => ({
    time: (FAKE_START_MS - ((i % 60) + 1) * SECOND_MS) * 1e6,
    lat: 30.6 - Math.floor(i / 60) + (i % 7) / 1_000,
    lon: 114.3,
  }))
  columns.push(records, FAKE_START_MS, false)
  const held = { columns, pending: () => [], notObserved: () => [], readyToMs: () => FAKE_START_MS, trouble: null }
  const turns = vi.spyOn(clock, 'after')
  const told: StormsNow[] = []
  const stop = watchStorms(
    {
      server: { clock, strikes: { reachBack: () => {} } as never },
      shown: { current: () => held, subscribe: () => () => {} },
    },
    (now) => told.push(now),
  )
  return { clock, told, turns, stop }
}

it('gives the screen its turn three times in a search, the last of them before the storms are told', async () => {
  const { clock, told, turns } = watchStormsOf()
  expect(told).toEqual([])
  await clock.advance(0)
  expect(turns.mock.calls.map(([ms]) => ms)).toEqual([0, 0, 0])
  expect(told.map(({ storms }) => storms.map(({ strokes }) => strokes))).toEqual([[60]])
})

it('searches once a second, and no more once it is stopped', async () => {
  const { clock, told, stop } = watchStormsOf()
  await clock.advance(3 * SECOND_MS)
  expect(told).toHaveLength(4) // at once, and thrice
  await clock.advance(SECOND_MS - 1)
  const before = told.length
  stop()
  await clock.advance(3 * SECOND_MS)
  expect(told).toHaveLength(before)
  expect(clock.pending).toBe(0)
})

it('searches each four seconds where there are many, and soon where another moment is shown', async () => {
  const { clock, told } = watchStormsOf(50)
  await clock.advance(0)
  expect(told.map(({ storms }) => storms.length)).toEqual([50])
  await clock.advance(3 * SECOND_MS)
  expect(told).toHaveLength(1)
  await clock.advance(SECOND_MS)
  expect(told).toHaveLength(2)
  await clock.advance(4 * SECOND_MS)
  expect(told).toHaveLength(3)
  usePage.setState({ shownAtMs: FAKE_START_MS })
  await clock.advance(0.3 * SECOND_MS)
  expect(told).toHaveLength(4)
})
