// @vitest-environment happy-dom
import '../../testing/page-globals.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { airports } from '../features/airports/index.ts'
import { alerts } from '../features/alerts/index.ts'
import { HoldTimerStore } from '../live/airports/hold-timer-store.ts'
import type { ServerConnection } from '../live/server-connection.ts'

/** Chunks outside the first load fail at first, as on a bad network, and load on the second request. */

const network = vi.hoisted(() => ({ isThere: false }))
const started = vi.hoisted(() => vi.fn())

const overTheNetwork = vi.hoisted(() => (code: object) => {
  if (!network.isThere) throw new Error('no network')
  return code
})
vi.mock('../features/alerts/alert-watch.ts', () => overTheNetwork({ watchAlerts: started }))
vi.mock('../features/airports/find-airports.ts', () =>
  overTheNetwork({ findAirports: (text: string) => [{ title: text }] }),
)
vi.mock('../live/airports/hold-timer-keeper.ts', () =>
  overTheNetwork({
    HoldTimerKeeper: class {
      start = started
      nowMs = () => 7
    },
  }),
)

afterEach(() => {
  network.isThere = false
  started.mockClear()
})

const told: unknown[] = []
vi.stubGlobal('queueMicrotask', (run: () => void) => {
  try {
    run()
  } catch (error) {
    told.push(error)
  }
})

const clock = createFakeClock(undefined, async () => void (await vi.dynamicImportSettled()))
const connection: ServerConnection = { clock, live: { reports: {} } } as never
const holdTimers = new HoldTimerStore()

it.each([
  ['alerts', () => alerts.attach?.(connection), () => started.mock.calls.length > 0],
  [
    'airports',
    () => airports.attach?.(connection),
    () => airports.search?.('zsp', { connection } as never).length === 1,
  ],
  ['hold timers', () => holdTimers.start({ server: connection } as never), () => holdTimers.nowMs() === 7],
])('%s begin although their code fails to load at first', async (_what, attach, isThere) => {
  const before = told.length
  attach()
  await clock.advance(1_500)
  expect(isThere()).toBe(false)
  expect(told.length).toBeGreaterThan(before)
  network.isThere = true
  await clock.advance(60_000)
  expect(isThere()).toBe(true)
})
