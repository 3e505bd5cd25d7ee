import { expect, it } from 'vitest'
import { delay } from '../../core/time/clock.ts'
import { setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { ContractError } from '../http/contract-api.ts'

/** A connection to one of several servers, which announces that. */
async function setUp(options: Parameters<typeof setUpStrikeFeed>[0] = {}) {
  const world = setUpStrikeFeed(options)
  world.server.isOneOfSeveral = true
  world.server.log = 'shared'
  await world.live()
  return world
}

it('is left within three seconds of its last message, without loss or reported gaps', async () => {
  const { clock, server, ids, states, gaps } = await setUp({ random: () => 1 })
  server.stall()
  server.strike()
  await clock.advance(1_500)
  expect(server.sockets.all).toHaveLength(1)
  await clock.advance(1_000)
  expect([server.sockets.all.length, server.sockets.held.length]).toEqual([2, 1])
  expect(ids()).toEqual(server.identities)
  expect([states(), gaps()]).toEqual([['live'], []])
})

it('is left only for a reachable one', async () => {
  const { clock, server, dropToken } = await setUp()
  server.silent = true
  server.stall()
  await clock.advance(2_600)
  expect(server.sockets.held.length).toBeGreaterThanOrEqual(1)
  expect(server.sockets.all[0]!.closed).toBe(false)
  expect(dropToken).not.toHaveBeenCalled()
})

it('limits the attempts of thousands at a service that is down', async () => {
  const { clock, server } = await setUp()
  server.silent = true
  server.stall()
  await clock.advance(60_000)
  expect(server.sockets.all.length).toBeLessThan(14)
})

it('is kept if it responds before another is connected, with a longer wait the next time', async () => {
  const { clock, server, states } = await setUp()
  server.silent = true
  server.stall()
  await clock.advance(1_700)
  expect(server.sockets.held).toHaveLength(2)
  server.goOn()
  await clock.advance(1_100)
  expect(server.sockets.held).toHaveLength(1)
  server.stall()
  await clock.advance(2_000)
  expect(server.sockets.held).toHaveLength(1)
  await clock.advance(2_000)
  expect(server.sockets.held).toHaveLength(2)
  expect(states()).toEqual(['live'])
})

it('is tried again soon where the next one sends it away too, eight times', async () => {
  const { clock, server } = await setUp()
  server.up = false
  server.drop(1012)
  await clock.advance(1_100)
  expect(server.sockets.all.length).toBe(10) // immediately, and eight soon
  await clock.advance(300)
  expect(server.sockets.all.length).toBe(10)
})

it('is tried again soon after it served long, also if it is lost while another one is being opened', async () => {
  const { clock, server } = await setUp()
  server.up = false
  server.drop(1012)
  await clock.advance(5_000)
  server.up = true
  await clock.advance(30_000)
  server.silent = true
  server.stall()
  await clock.advance(1_900)
  expect(server.sockets.held).toHaveLength(2)
  const before = server.sockets.all.length
  server.up = false
  server.silent = false
  server.drop()
  await clock.advance(1_500)
  expect(server.sockets.all.length - before).toBeGreaterThanOrEqual(8)
})

it('keeps its token if another process rejects it twice, as a proxy of a dead one does, and then requests another', async () => {
  const { clock, server, address, dropToken } = await setUp()
  server.up = false
  server.drop()
  address.mockClear()
  await clock.advance(300)
  expect([address.mock.calls.length, dropToken.mock.calls.length]).toEqual([2, 0])
  await clock.advance(200)
  expect(dropToken).toHaveBeenCalledTimes(1)
})

it('is left alone for its requested pause if it issues no token', async () => {
  const { clock, server, address, feed } = await setUp()
  address.mockRejectedValueOnce(
    new ContractError('rate-limited', 'POST /api/token/lightning: answered 429', 429, 3_000),
  )
  server.drop()
  address.mockClear()
  await clock.advance(3_000)
  expect(address).toHaveBeenCalledTimes(1)
  await clock.advance(300)
  expect(address).toHaveBeenCalledTimes(2)
  await clock.advance(1_100)
  expect(feed.status().state).toBe('live')
})

it('waits for a token for a second and a half, and twice as long the next time', async () => {
  const { clock, server, address, feed } = await setUp()
  address.mockImplementation(async (withinMs) => {
    await delay(clock, withinMs ?? 15_000)
    throw new ContractError('timeout', 'the token did not come in time')
  })
  server.drop()
  address.mockClear()
  await clock.advance(1_800)
  expect(address.mock.calls).toEqual([[1_500], [3_000]])
  expect(feed.status().lastError).toBe('no token: the token did not come in time')
})

it('that is single is awaited as usual', async () => {
  const { clock, server, live } = setUpStrikeFeed()
  await live()
  server.stall()
  await clock.advance(9_000)
  expect(server.sockets.all).toHaveLength(1)
})
