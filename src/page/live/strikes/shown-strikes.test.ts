import { afterEach, expect, it, vi } from 'vitest'
import type { StrikeFeed } from '../../../client/feed/strike-feed.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import type { Span } from '../../../core/time/spans.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { usePage } from '../../state/page-store.ts'
import { LiveStrikeStore } from './live-strike-store.ts'
import { ShownStrikes } from './shown-strikes.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

afterEach(() => usePage.setState(usePage.getInitialState()))

function setUp() {
  const clock = createFakeClock()
  const nowMs = clock.now()
  const wanted: number[] = []
  const asked: Span[] = []
  const pending: Span[] = []
  const strikes: StrikeFeed = {
    start: () => {},
    subscribe: () => () => {},
    status: () => ({
      state: 'live',
      sinceMs: nowMs,
      lastDataMs: clock.now(),
      reconnects: 0,
      lastCloseCode: null,
      lastError: null,
      fault: null,
      sockets: 1,
      setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
    }),
    close: () => {},
    reachBack: (windowMs) => void wanted.push(windowMs),
    pending: () => pending,
    historyTrouble: () => null,
  }
  const past = {
    strikes: {
      async read(period: Span) {
        asked.push(period)
        return {
          async *pieces(): AsyncGenerator<StrikeRecord[], void, void> {
            yield [{ time: (period.fromMs + 1) * 1e6, lat: 30, lon: 110 }]
          },
          notObserved: [],
          toMs: period.toMs,
        }
      },
    },
    counts: vi.fn(),
    reports: vi.fn(),
  }
  const server = { strikes, clock, past, config: { historyHours: 24 } }
  const store = new LiveStrikeStore(server)
  const shown = new ShownStrikes(server, store)
  const stop = shown.subscribe(() => {})
  const showAgo = async (agoMs: number) => {
    usePage.getState().showAt(clock.now() - agoMs)
    await vi.dynamicImportSettled()
    await clock.advance(SECOND)
  }
  return { clock, nowMs, shown, stop, wanted, asked, pending, store, showAgo }
}

it('are those of the live feed, within its range', async () => {
  const { shown, wanted, asked, store, showAgo, stop } = setUp()
  expect(shown.current()).toBe(shown.live)
  await showAgo(60 * MINUTE)
  expect(shown.current()).toBe(shown.live)
  expect(shown.live.columns).toBe(store.columns)
  expect(wanted.at(-1)).toBeGreaterThanOrEqual(90 * MINUTE)
  expect(asked).toEqual([])
  stop()
})

it('is the past before that, and live again at once', async () => {
  const { shown, asked, showAgo, stop } = setUp()
  await showAgo(5 * HOUR)
  expect(shown.current()).not.toBe(shown.live)
  expect(asked.length).toBeGreaterThan(0)
  usePage.getState().showAt(null)
  expect(shown.current()).toBe(shown.live)
  stop()
})

it('change to the past when the live feed drops the shown period', async () => {
  const { clock, shown, showAgo, stop } = setUp()
  await showAgo(85 * MINUTE)
  expect(shown.current()).toBe(shown.live)
  await clock.advance(10 * MINUTE)
  await vi.dynamicImportSettled()
  await clock.advance(2 * SECOND)
  expect(shown.current()).not.toBe(shown.live)
  stop()
})

it('is live for a future moment', async () => {
  const { showAgo, stop } = setUp()
  await showAgo(-HOUR)
  expect(usePage.getState().shownAtMs).toBeNull()
  stop()
})

it('distinguish loading from unobserved periods', () => {
  const { nowMs, shown, pending, store, stop } = setUp()
  store.observed.begin(nowMs - 10 * MINUTE)
  pending.push({ fromMs: nowMs - 20 * MINUTE, toMs: nowMs - 10 * MINUTE })
  const of = [nowMs - 30 * MINUTE, nowMs] as const
  expect(shown.live.pending(...of)).toEqual(pending)
  expect(shown.live.notObserved(...of)).toEqual([{ fromMs: nowMs - 30 * MINUTE, toMs: nowMs - 20 * MINUTE }])
  stop()
})

it('requests nothing of a moment before the history', async () => {
  const { asked, showAgo, stop } = setUp()
  await showAgo(25 * 60 * MINUTE)
  expect(asked).toEqual([])
  await showAgo(23 * 60 * MINUTE)
  expect(asked.length).toBeGreaterThan(0)
  stop()
})
