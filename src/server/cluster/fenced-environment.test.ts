import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../../testing/fakes/fake-socket.ts'
import { createFence, QUIET_MS, SENDS_WITHIN_MS } from './fenced-environment.ts'

const MINUTE_MS = 60_000

function setUp() {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  const state = { ageMs: 0, aloneMs: QUIET_MS, lapsedMs: 0, isEngineGone: false }
  const fetch = vi.fn(async (_url: string) => new Response())
  const fence = createFence({
    environment: { clock, random: () => 0.5, fetch, openSocket: sockets.openSocket },
    lease: { ageMs: () => state.ageMs, aloneMs: () => state.aloneMs, lapsedMs: () => state.lapsedMs },
    isEngineGone: () => state.isEngineGone,
  })
  /** As where the lease lapsed and `ms` have passed since the last call. */
  async function lapse(ms: number): Promise<boolean> {
    state.lapsedMs += ms
    await clock.advance(ms)
    return fence.mayHoldSockets()
  }
  return { fence, state, fetch, sockets, lapse, clock }
}

it('sends requests 3.1 s after another process may have renewed the lease, and for 2 s after each renewal', async () => {
  const { fence, state, fetch } = setUp()
  expect([QUIET_MS, SENDS_WITHIN_MS]).toEqual([3_100, 2_000])
  state.aloneMs = QUIET_MS - 1
  await expect(fence.environment.fetch('early', {})).rejects.toThrow('does not hold the lease')
  state.aloneMs = QUIET_MS
  state.ageMs = SENDS_WITHIN_MS - 1
  await fence.environment.fetch('held', {})
  state.ageMs = SENDS_WITHIN_MS
  await expect(fence.environment.fetch('late', {})).rejects.toThrow('does not hold the lease')
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['held'])
})

it('lets sockets be held and opened for 30 s after the lease lapsed, no longer where another process has it', async () => {
  const { fence, state, lapse, sockets, clock } = setUp()
  expect([fence.mayHoldSockets(), await lapse(29_900)]).toEqual([true, true])
  fence.environment.openSocket('wss://one.example.com', {})
  expect(await lapse(200)).toBe(false)
  const refused = fence.environment.openSocket('wss://two.example.com', {})
  const closes: number[] = []
  refused.onclose = (code) => closes.push(code)
  await clock.advance(0)
  expect([sockets.all.map(({ url }) => url), closes]).toEqual([['wss://one.example.com'], [1006]])
  Object.assign(state, { lapsedMs: Number.POSITIVE_INFINITY, isEngineGone: true })
  expect(fence.mayHoldSockets()).toBe(false)
})

it('lets sockets be held for five minutes while every NATS server refuses, and 30 s after', async () => {
  const { fence, state, lapse } = setUp()
  state.isEngineGone = true
  fence.mayHoldSockets()
  for (let i = 0; i < 4; i++) expect(await lapse(MINUTE_MS)).toBe(true)
  state.isEngineGone = false
  expect([await lapse(29_000), await lapse(2_000)]).toEqual([true, false])
})
