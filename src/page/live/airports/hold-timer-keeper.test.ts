import { afterEach, expect, it, vi } from 'vitest'
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
  const isReady = () => keeper.read('a')?.watch.isLoading === false
  return { fake, columns, keeper, loading, isReady }
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
  const { fake, keeper, isReady } = setUp()
  let turns = 0
  const each = () => {
    if (isReady()) return
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

it('is loading until it has processed all earlier strikes, with the rings of each place at once', async () => {
  const { fake, keeper, isReady } = setUp()
  setPlaces([placeOf('a')], new Set(), () => false)
  const seen: (number | boolean)[][] = []
  const each = () => {
    const { rings, watch } = keeper.read('a') ?? {}
    if (rings && watch) seen.push([rings.length, watch.isLoading])
    if (!isReady()) fake.after(0, each)
  }
  fake.after(0, each)
  await fake.advance(1_000)
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).map(() => [3, true]))
  expect(seen.at(-1)).toEqual([3, false])
})

it('becomes ready although places change all the time', async () => {
  const { fake, keeper, isReady } = setUp()
  let changes = 0
  const each = () => {
    setPlaces([placeOf('a'), placeOf(`b${changes++}`, {}, 3)], new Set(), () => false)
    if (!isReady() && changes < 500) fake.after(0, each)
  }
  each()
  await fake.advance(1_000)
  expect(changes).toBeLessThan(500)
  expect(keeper.read('a')?.rings[0]).toMatchObject({ km: 5, count: STRIKES })
  expect(keeper.read(`b${changes - 1}`)).not.toBeNull()
})

it('becomes ready although it can not follow the changes of old records', async () => {
  const { fake, columns, keeper, isReady } = setUp()
  let forgotten = 0
  vi.spyOn(columns, 'revisedSince').mockImplementation(() => isReady() || forgotten++ > 500)
  setPlaces([placeOf('a')], new Set(), () => false)
  await fake.advance(1_000)
  expect(forgotten).toBeLessThan(500)
  expect(keeper.read('a')?.rings[0]).toMatchObject({ km: 5, count: STRIKES })
})
