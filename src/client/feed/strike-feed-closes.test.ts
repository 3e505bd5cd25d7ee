import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeStrikeServer } from '../../testing/fakes/fake-strike-server.ts'
import { setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { createStrikeFeed } from './strike-feed.ts'

describe('after close code', () => {
  it('4001 it drops the token and reconnects at once', async () => {
    const { clock, server, live, dropToken, address } = setUpStrikeFeed()
    await live()
    address.mockClear()
    server.drop(4001)
    await clock.advance(0)
    expect(dropToken).toHaveBeenCalledTimes(1)
    expect(address).toHaveBeenCalledTimes(1)
    expect(server.sockets.newest.url).toContain('token=ft-2')
  })

  it('4001 again and again it backs off', async () => {
    const { clock, server, feed, dropToken } = setUpStrikeFeed()
    server.refuseWith = 4001
    feed.start()
    await clock.advance(60_000)
    expect(server.sockets.all.length).toBeLessThan(120)
    expect(server.sockets.all.length).toBeGreaterThan(50) // each half second, with no jitter in this test
    expect(dropToken).toHaveBeenCalledTimes(server.sockets.all.length)
    expect(feed.status().state).toBe('down')
  })

  it('4008 it reconnects at once', async () => {
    const { clock, server, live, states, dropToken } = setUpStrikeFeed()
    await live()
    server.drop(4008)
    await clock.advance(0)
    expect(server.sockets.all).toHaveLength(2)
    await clock.advance(3_000)
    expect(states()).toEqual(['connecting', 'live'])
    expect(dropToken).not.toHaveBeenCalled()
  })

  it('4009 it waits for a slot and polls REST meanwhile', async () => {
    const { clock, server, feed, ids, gaps, states } = setUpStrikeFeed()
    server.refuseWith = 4009
    feed.start()
    for (let i = 0; i < 12; i++) {
      server.strike()
      await clock.advance(10_000)
    }
    await clock.advance(30_000)
    expect(feed.status()).toMatchObject({
      state: 'waiting-for-slot',
      lastError: 'the socket was closed (4009: the application has reached its connection limit)',
    })
    expect(feed.status().lastDataMs).toBeGreaterThan(clock.now() - 30_000)
    expect(ids('join')).toEqual(server.identities)
    expect(server.asked[0]).toBe(5)
    expect(server.asked.slice(1).every((minutes) => minutes === 2)).toBe(true)
    expect(server.asked.length).toBeLessThanOrEqual(8)

    server.refuseWith = null
    await clock.advance(5_000)
    server.strike()
    await clock.advance(60_000)
    expect(states()).toEqual(['connecting', 'waiting-for-slot', 'live'])
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
    const polls = server.asked.length
    await clock.advance(120_000)
    expect(server.asked).toHaveLength(polls)
  })

  it('4009 on an established connection resumes at its last position', async () => {
    const { clock, server, live, ids, gaps } = setUpStrikeFeed()
    await live()
    await clock.advance(1_200_000)
    server.refuseWith = 4009
    server.drop()
    for (let i = 0; i < 40; i++) {
      server.strike()
      await clock.advance(15_000)
    }
    await clock.advance(30_000)
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
  })

  it('1006 it backs off, longer each time, and starts over after a minute of life', async () => {
    const clock = createFakeClock()
    const server = new FakeStrikeServer({ clock })
    const feed = createStrikeFeed({
      environment: { clock, random: () => 1, openSocket: server.openSocket },
      api: server.api,
      address: async () => ({ url: 'wss://x', headers: {} }),
      parse: JSON.parse,
    })
    feed.start()
    await clock.advance(61_000)
    const lengths = async (waits: number[]) => {
      for (const waitMs of waits) {
        const before = server.sockets.all.length
        await clock.advance(waitMs - 100)
        expect(server.sockets.all.length).toBe(before)
        await clock.advance(120)
        expect(server.sockets.all.length).toBe(before + 1)
      }
    }
    server.up = false
    server.drop()
    await lengths([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    server.up = true
    await clock.advance(95_000)
    expect(feed.status().state).toBe('live')
    server.up = false
    server.drop()
    await lengths([1_000, 2_000])
    feed.close()
  })

  it('1006 before it opened drops the token too, since browsers do not report a rejection', async () => {
    const { clock, server, feed, dropToken } = setUpStrikeFeed()
    server.up = false
    feed.start()
    await clock.advance(100)
    expect(dropToken).toHaveBeenCalledTimes(1)
  })
})

describe('server_notice', () => {
  it('makes it open a standby, and close the old socket only after the first batch of the standby', async () => {
    const { clock, server, feed, live, states } = setUpStrikeFeed()
    await live()
    const old = server.sockets.newest
    server.notice()
    await clock.advance(100)
    const spare = server.sockets.newest
    expect(spare).not.toBe(old)
    expect([old.closed, spare.sent, feed.status().sockets]).toEqual([false, ['{"action":"subscribe"}'], 2])
    await clock.advance(1_000)
    expect([old.closed, feed.status().sockets, feed.status().reconnects]).toEqual([true, 1, 1])
    expect(states()).toEqual(['live'])
  })

  it('loses and duplicates nothing', async () => {
    const { clock, server, ids, gaps, live } = setUpStrikeFeed()
    await live()
    for (let i = 0; i < 40; i++) {
      if (i === 10) server.notice()
      server.strike()
      await clock.advance(130)
    }
    await clock.advance(2_000)
    expect(ids().sort()).toEqual(server.identities.sort())
    expect(gaps()).toEqual([])
  })

  it('keeps the old socket while the standby has no free slot', async () => {
    const { clock, server, feed, live, states } = setUpStrikeFeed()
    await live()
    const old = server.sockets.newest
    server.refuseWith = 4009
    server.notice()
    await clock.advance(20_000)
    expect([old.closed, feed.status().state]).toEqual([false, 'live'])
    server.refuseWith = null
    await clock.advance(5_000)
    expect([old.closed, feed.status().sockets]).toEqual([true, 1])
    expect(states()).toEqual(['live'])
  })

  it('holds no strike back during a slow join of the standby', async () => {
    const { clock, server, ids, live, states } = setUpStrikeFeed()
    await live()
    server.api.strikes = () => new Promise(() => {})
    server.notice()
    await clock.advance(100)
    const strike = server.strike()
    await clock.advance(1_100)
    expect(ids()).toEqual([strike])
    expect(states()).toEqual(['live'])
  })

  it('opens no standby for a connection that was reopened meanwhile', async () => {
    const { clock, server, live } = setUpStrikeFeed()
    await live()
    server.refuseWith = 4009
    server.notice()
    await clock.advance(100)
    server.refuseWith = null
    server.drop(4008)
    await clock.advance(60_000)
    expect(server.sockets.all).toHaveLength(3) // the old one, the refused spare, the new one
  })

  it('continues on the standby if the old socket ends before it', async () => {
    const { clock, server, feed, ids, live, states } = setUpStrikeFeed()
    await live()
    const old = server.sockets.newest
    server.notice()
    await clock.advance(30) // open, not subscribed yet
    old.drop(4008)
    server.strike()
    await clock.advance(2_000)
    expect([server.sockets.all.length, feed.status().state]).toEqual([2, 'live'])
    expect(ids()).toEqual(server.identities)
    expect(states()).toEqual(['live', 'connecting', 'live'])
  })

  it('opens one standby for repeated closes', async () => {
    const { clock, server, live } = setUpStrikeFeed()
    await live()
    server.notice()
    server.notice()
    await clock.advance(50)
    server.notice()
    await clock.advance(3_000)
    expect(server.sockets.all).toHaveLength(2)
  })
})
