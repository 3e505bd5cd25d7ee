import { afterEach, expect, it } from 'vitest'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ObservedTime } from '../../../core/time/observed-time.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../../testing/fakes/fake-server-access.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { setPlaces } from '../places/place-store.ts'
import { HoldTimerKeeper } from './hold-timer-keeper.ts'

const STRIKES = 3_000
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  setPlaces([], new Set(), () => false)
})

/** A keeper on a machine with 5 ms between two time readings, with strikes at the first of two places. */
function setUp() {
  const fake = createFakeClock()
  let spentMs = 0
  const clock = Object.assign(Object.create(fake) as typeof fake, { monotonicMs: () => (spentMs += 5) })
  const columns = new StrikeColumns()
  const records = Array.from({ length: STRIKES }, (_, i) => strikeRecord(fake.now() - MINUTE_MS - i, 31, 121))
  columns.push(records, fake.now(), true)
  const loading = { fromMs: 0, toMs: 0, isUnread: false }
  const page = { rings: [5, 8, 16], holdMinutes: 30, ownRules: {} }
  const keeper = new HoldTimerKeeper(
    {
      server: { strikes: { subscribe: () => () => {}, reachBack: () => {} }, clock, config: {} },
      strikes: {
        columns,
        observed: new ObservedTime(60 * MINUTE_MS),
        heardMs: (nowMs: number) => nowMs,
        isLoading: (fromMs: number, toMs: number) => loading.fromMs < toMs && loading.toMs > fromMs,
        isUnread: (fromMs: number, toMs: number) => loading.isUnread && loading.fromMs < toMs && loading.toMs > fromMs,
      },
      reports: { airports: () => [], subscribe: () => () => {} },
      page: { getState: () => page, subscribe: () => () => {} },
    } as unknown as ConstructorParameters<typeof HoldTimerKeeper>[0],
    () => {},
  )
  stops.push(keeper.start())
  return { fake, keeper, loading }
}

it('has no countdown while strikes of the hold time are loading', async () => {
  const { fake, keeper, loading } = setUp()
  setPlaces([placeOf('a'), placeOf('b', {}, 3)], new Set(), () => false)
  Object.assign(loading, { fromMs: fake.now() - 40 * MINUTE_MS, toMs: fake.now() - 5 * MINUTE_MS })
  await fake.advance(1_000)
  expect(keeper.read('a')?.watch.isLoading).toBe(true)
  expect(keeper.read('a')?.watch.isUnread).toBe(false)
  loading.isUnread = true
  await fake.advance(1_000)
  expect(keeper.read('a')?.watch).toMatchObject({ isLoading: true, isUnread: true })
  loading.toMs = 0
  await fake.advance(1_000)
  expect(keeper.read('a')?.watch.isLoading).toBe(false)
})

it('processes a list of places in slices, and earlier strikes in pieces', async () => {
  const { fake, keeper } = setUp()
  let turns = 0
  const each = () => {
    if (keeper.read('a') !== null) return
    turns++
    fake.after(0, each)
  }
  setPlaces([placeOf('a'), placeOf('b', {}, 3)], new Set(), () => false)
  expect(keeper.struck()).toEqual([])
  fake.after(0, each)
  await fake.advance(1_000)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(keeper.read('a')?.rings[0]).toMatchObject({ km: 5, count: STRIKES })
  expect(keeper.struck()).toEqual(['a'])
  expect(keeper.readAtRest(10)?.rings).toEqual(keeper.read('b')?.rings)
})
