import { describe, expect, it, vi } from 'vitest'
import { parseJsonExact } from '../contract/json-exact.ts'
import { type StrikeRecord, strikeIdentity } from '../contract/lightning.ts'
import { delay } from '../core/clock.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { FakeStrikeServer } from '../testing/fake-strike-server.ts'
import { ContractError } from './contract-api.ts'
import type { FeedEvent, FeedState } from './feed.ts'
import { createStrikeFeed } from './strike-feed.ts'

function setUp() {
  const clock = createFakeClock()
  const server = new FakeStrikeServer({ clock })
  const dropToken = vi.fn()
  let tokens = 0
  const address = vi.fn(async () => ({ url: `wss://line.test/strikes?token=ft-${++tokens}`, headers: {} }))
  const wakers: (() => void)[] = []
  const feed = createStrikeFeed({
    environment: {
      clock,
      random: () => 0, // back-off is half a second
      openSocket: server.openSocket,
      onWake(listener) {
        wakers.push(listener)
        return () => {}
      },
    },
    api: server.api,
    address,
    dropToken,
    parse: parseJsonExact,
  })
  const events: FeedEvent<StrikeRecord>[] = []
  feed.subscribe((event) => events.push(event))
  const states = () => {
    const seen: FeedState[] = []
    for (const event of events) {
      if (event.kind === 'status' && event.status.state !== seen.at(-1)) seen.push(event.status.state)
    }
    return seen
  }
  return {
    clock,
    server,
    feed,
    events,
    address,
    dropToken,
    states,
    wake: () => wakers.forEach((listener) => void listener()),
    ids: (from?: 'live' | 'join') =>
      events.flatMap((event) =>
        event.kind === 'records' && (!from || event.from === from) ? event.records.map(strikeIdentity) : [],
      ),
    gaps: () =>
      events.flatMap((event) => (event.kind === 'gap' ? [[event.fromMs, event.toMs].map((ms) => ms - START_MS)] : [])),
    async live() {
      feed.start()
      await clock.advance(5_000)
      expect(feed.status().state).toBe('live')
      events.length = 0
      server.asked.length = 0
    },
  }
}

const START_MS = createFakeClock().now()
const push = (server: FakeStrikeServer, message: object | string) => server.sockets.held[0]!.push(message)

describe('joining', () => {
  it('subscribes before it asks REST for five minutes, and is live when both are merged', async () => {
    const { clock, server, feed, ids, states } = setUp()
    const before = server.strike()
    await clock.advance(2_000)
    feed.start()
    await clock.advance(30)
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe"}'])
    expect(server.asked).toEqual([])
    const between = server.strike()
    await clock.advance(2_000)
    expect(server.asked).toEqual([5])
    expect(ids().sort()).toEqual([before, between].sort())
    expect(states()).toEqual(['connecting', 'live'])
  })

  it('holds live strikes back until the older ones are there', async () => {
    const { clock, server, feed, events } = setUp()
    const old = server.strike()
    await clock.advance(1_500)
    feed.start()
    await clock.advance(45)
    const young = server.strike()
    await clock.advance(2_000)
    const order = events.flatMap((event) =>
      event.kind === 'records' && event.records.length > 0 ? [[event.from, event.records.map(strikeIdentity)]] : [],
    )
    expect(order[0]).toEqual(['join', expect.arrayContaining([old])])
    expect(order.flatMap(([, ids]) => ids)).toEqual([old, young])
  })

  it('holds them back for five seconds at most', async () => {
    const { clock, server, feed, ids } = setUp()
    server.api.strikes = () => new Promise(() => {})
    feed.start()
    await clock.advance(1_500)
    const strike = server.strike()
    await clock.advance(2_000)
    expect(ids()).toEqual([])
    await clock.advance(3_000)
    expect([ids(), feed.status().state]).toEqual([[strike], 'live'])
  })

  it('lets live strikes flow where REST fails, and asks again until it answers', async () => {
    const { clock, server, feed, ids } = setUp()
    const before = server.strike()
    server.restUp = false
    feed.start()
    await clock.advance(2_000)
    const live = server.strike()
    await clock.advance(2_000)
    expect([ids(), feed.status().state]).toEqual([[live], 'live'])
    expect(feed.status().lastError).toBe('join: no connection')
    server.restUp = true
    await clock.advance(30_000)
    expect(ids()).toEqual([live, before])
    expect(ids('join')).toEqual([before])
  })

  it('takes the first batch for the subscription’s confirmation where none comes', async () => {
    const { clock, server, feed } = setUp()
    feed.start()
    await clock.advance(20)
    const socket = server.sockets.newest
    const inner = socket.onmessage!
    socket.onmessage = (text) => !text.includes('"subscribed"') && inner(text)
    await clock.advance(400)
    expect(server.asked).toEqual([])
    await clock.advance(1_000)
    expect(server.asked).toEqual([5])
  })

  it('tells each empty batch, for it is the heartbeat', async () => {
    const { clock, events, live } = setUp()
    await live()
    await clock.advance(3_000)
    expect(events).toEqual(Array(3).fill({ kind: 'records', records: [], from: 'live' }))
  })

  it('passes a strike on once, however often it comes', async () => {
    const { clock, server, feed, ids, live } = setUp()
    await live()
    const strike = server.strike(0, 3)
    await clock.advance(2_000)
    expect(ids()).toEqual([strike])
    expect(feed.status().setAside.duplicates).toBe(2)
  })

  it('keeps the nanoseconds of a strike where the parser does', async () => {
    const { clock, server, events, live } = setUp()
    await live()
    server.strike()
    await clock.advance(2_000)
    const records = events.flatMap((event) => (event.kind === 'records' ? event.records : []))
    expect(records.map(({ time }) => time)).toEqual([server.arrived[0]!.record.time])
  })
})

describe('a break', () => {
  it('shorter than five minutes loses nothing', async () => {
    const { clock, server, ids, gaps, live, states } = setUp()
    await live()
    server.up = false
    server.drop()
    for (let i = 0; i < 24; i++) {
      server.strike()
      await clock.advance(10_000)
    }
    server.up = true
    await clock.advance(5_000)
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
    expect(states()).toEqual(['connecting', 'down', 'connecting', 'live'])
  })

  it.each([
    [5_000, 1],
    [20_000, 2],
    [100_000, 3],
    [250_000, 5],
  ])('of %i ms is joined by REST minutes=%i, late strikes included', async (breakMs, minutes) => {
    const { clock, server, live } = setUp()
    await live()
    server.up = false
    server.drop()
    await clock.advance(breakMs)
    server.asked.length = 0
    server.up = true
    await clock.advance(3_000)
    expect(server.asked).toEqual([minutes])
  })

  it('longer than five minutes is told as a gap, and the last five minutes are joined', async () => {
    const { clock, server, ids, gaps, live } = setUp()
    await live()
    server.up = false
    server.drop()
    server.strike()
    await clock.advance(400_000)
    const kept = server.strike()
    await clock.advance(195_000)
    server.up = true
    await clock.advance(5_000)
    expect(ids()).toEqual([kept])
    const [[fromMs, toMs]] = gaps() as [[number, number]]
    expect(gaps()).toHaveLength(1)
    expect(fromMs).toBeGreaterThan(3_900)
    expect(fromMs).toBeLessThanOrEqual(5_000)
    expect(toMs).toBeGreaterThan(300_000)
    expect(toMs).toBeLessThan(302_000)
  })

  it('whose minutes REST never gives is told as a gap once they are too old', async () => {
    const { clock, server, gaps, live } = setUp()
    await live()
    server.restUp = false
    server.up = false
    server.drop()
    await clock.advance(60_000)
    server.up = true
    await clock.advance(295_000)
    expect(gaps()).toEqual([])
    await clock.advance(40_000)
    const [[fromMs, toMs]] = gaps() as [[number, number]]
    expect([Math.round(fromMs / 1000), Math.round(toMs / 1000)]).toEqual([4, 65])
  })

  it('before the feed ever stood is no gap, for nobody had promised it', async () => {
    const { clock, server, feed, gaps } = setUp()
    server.restUp = false
    feed.start()
    await clock.advance(700_000)
    server.restUp = true
    await clock.advance(60_000)
    expect(gaps()).toEqual([])
  })

  it('during the join of an earlier one is joined too', async () => {
    const { clock, server, ids, gaps, live } = setUp()
    await live()
    const { strikes } = server.api
    server.api.strikes = async (minutes, signal) => {
      const answer = await strikes(minutes, signal)
      await delay(clock, 10_000, signal)
      return answer
    }
    server.drop()
    server.strike()
    await clock.advance(2_000)
    server.drop()
    server.strike()
    await clock.advance(30_000)
    expect(ids().sort()).toEqual(server.identities.sort())
    expect(gaps()).toEqual([])
  })

  it('loses nothing either when the clock is put back in it', async () => {
    const { clock, server, ids, gaps, live } = setUp()
    clock.step(7_200_000)
    await live()
    server.up = false
    server.drop()
    server.strike()
    await clock.advance(100_000)
    clock.step(-7_200_000)
    await clock.advance(60_000)
    server.up = true
    // By the service's own clock, which nobody put back.
    for (const strike of server.arrived) strike.atMs -= 7_200_000
    await clock.advance(3_000)
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
  })

  it('that lasts while the answer waits its turn is asked for again, further back', async () => {
    const { clock, server, gaps, live } = setUp()
    await live()
    const { strikes } = server.api
    let slow = true
    server.api.strikes = async (minutes, signal) => {
      if (slow) await new Promise<void>((resolve) => clock.after(100_000, resolve))
      slow = false
      return strikes(minutes, signal)
    }
    server.drop()
    await clock.advance(110_000)
    expect(server.asked).toEqual([1, 3])
    expect(gaps()).toEqual([])
  })
})

describe('a half-open line', () => {
  it('is given up after 10 s of silence, and nothing is lost', async () => {
    const { clock, server, feed, ids, live } = setUp()
    await live()
    server.stall()
    server.strike()
    await clock.advance(9_000)
    expect([server.sockets.all.length, feed.status().state]).toEqual([1, 'live'])
    await clock.advance(5_000)
    expect([server.sockets.all.length, server.sockets.held.length, feed.status().state]).toEqual([2, 1, 'live'])
    expect(feed.status().lastError).toMatch(/^silent for 1[01] s$/)
    expect(ids()).toEqual(server.identities)
  })

  it('is anything but one on which something is heard, were it only gibberish', async () => {
    const { clock, server, feed, live } = setUp()
    await live()
    server.stall()
    for (let i = 0; i < 6; i++) {
      await clock.advance(5_000)
      push(server, i % 2 ? 'gibberish' : { type: 'ping' })
    }
    expect(server.sockets.all).toHaveLength(1)
    expect(feed.status().setAside.malformedFrames).toBe(3)
  })

  it('that never opened is given up after 15 s', async () => {
    const { clock, server, feed } = setUp()
    server.silent = true
    feed.start()
    await clock.advance(15_000)
    expect(server.sockets.all).toHaveLength(1)
    await clock.advance(2_000)
    expect(server.sockets.all).toHaveLength(2)
    expect(feed.status()).toMatchObject({ state: 'down', lastError: 'the socket did not open within 15 s' })
  })

  it('is found on the first tick after the machine slept', async () => {
    const { clock, server, live, ids } = setUp()
    await live()
    server.stall()
    // Timers stood still for an hour; the wall clock did not.
    clock.step(3_600_000)
    await clock.advance(2_000)
    expect(server.sockets.all.length).toBe(2)
    const strike = server.strike()
    await clock.advance(3_000)
    expect(ids()).toEqual([strike])
  })

  it('is replaced when the environment says that the machine woke', async () => {
    const { clock, server, live, wake, feed } = setUp()
    await live()
    server.stall()
    wake()
    await clock.advance(2_000)
    expect([server.sockets.all.length, server.sockets.held.length]).toEqual([2, 1])
    expect(feed.status().state).toBe('live')
  })

  it('waiting for its next attempt is tried at once on waking', async () => {
    const { clock, server, live, wake } = setUp()
    await live()
    server.drop()
    expect(server.sockets.all).toHaveLength(1)
    wake()
    await clock.advance(0)
    expect(server.sockets.all).toHaveLength(2)
  })
})

describe('after close code', () => {
  it('4001 it drops the token and reconnects at once', async () => {
    const { clock, server, live, dropToken, address } = setUp()
    await live()
    address.mockClear()
    server.drop(4001)
    await clock.advance(0)
    expect(dropToken).toHaveBeenCalledTimes(1)
    expect(address).toHaveBeenCalledTimes(1)
    expect(server.sockets.newest.url).toContain('token=ft-2')
  })

  it('4001 again and again it backs off', async () => {
    const { clock, server, feed, dropToken } = setUp()
    server.refuseWith = 4001
    feed.start()
    await clock.advance(60_000)
    expect(server.sockets.all.length).toBeLessThan(120)
    expect(server.sockets.all.length).toBeGreaterThan(50) // each half second, with no jitter in this test
    expect(dropToken).toHaveBeenCalledTimes(server.sockets.all.length)
    expect(feed.status().state).toBe('down')
  })

  it('4008 it reconnects at once', async () => {
    const { clock, server, live, states, dropToken } = setUp()
    await live()
    server.drop(4008)
    await clock.advance(0)
    expect(server.sockets.all).toHaveLength(2)
    await clock.advance(3_000)
    expect(states()).toEqual(['connecting', 'live'])
    expect(dropToken).not.toHaveBeenCalled()
  })

  it('4009 it waits for a slot and polls REST meanwhile', async () => {
    const { clock, server, feed, ids, gaps, states } = setUp()
    server.refuseWith = 4009
    feed.start()
    for (let i = 0; i < 12; i++) {
      server.strike()
      await clock.advance(10_000)
    }
    await clock.advance(30_000)
    expect(feed.status()).toMatchObject({
      state: 'waiting-for-slot',
      lastError: 'the socket was closed (4009: all sockets of the application are taken)',
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
    expect(states()).toEqual(['connecting', 'waiting-for-slot', 'connecting', 'live'])
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
    const polls = server.asked.length
    await clock.advance(120_000)
    expect(server.asked).toHaveLength(polls)
  })

  it('4009 on a line that stood it goes on from where that ended', async () => {
    const { clock, server, live, ids, gaps } = setUp()
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

  it('1006 before it opened it drops the token too, for a browser is not told of a refusal', async () => {
    const { clock, server, feed, dropToken } = setUp()
    server.up = false
    feed.start()
    await clock.advance(100)
    expect(dropToken).toHaveBeenCalledTimes(1)
  })
})

describe('a token that cannot be had', () => {
  it('is asked for again with back-off, and the error says so without secrets', async () => {
    const { clock, feed, address } = setUp()
    address.mockRejectedValueOnce(new ContractError('unavailable', 'POST /api/token/lightning: answered 502'))
    address.mockRejectedValueOnce(new Error('sk-leak'))
    feed.start()
    await clock.advance(0)
    expect(feed.status()).toMatchObject({
      state: 'down',
      lastError: 'no token: POST /api/token/lightning: answered 502',
      sockets: 0,
    })
    await clock.advance(500)
    expect(feed.status().lastError).toBe('no token: it could not be fetched')
    await clock.advance(5_000)
    expect(feed.status().state).toBe('live')
  })

  it('does not escape as an error where the address is no address', async () => {
    const { clock, server, feed, address } = setUp()
    address.mockImplementationOnce(() => {
      throw new Error('synchronously')
    })
    feed.start()
    await clock.advance(3_000)
    expect([feed.status().state, server.sockets.all.length]).toEqual(['live', 1])
  })
})

describe('server_notice', () => {
  it('makes it open a spare, and close the old socket only after the spare’s first batch', async () => {
    const { clock, server, feed, live, states } = setUp()
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

  it('loses and doubles nothing', async () => {
    const { clock, server, ids, gaps, live } = setUp()
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

  it('keeps the old socket while no slot is free for the spare', async () => {
    const { clock, server, feed, live, states } = setUp()
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

  it('holds no strike back while the spare’s join is slow', async () => {
    const { clock, server, ids, live, states } = setUp()
    await live()
    server.api.strikes = () => new Promise(() => {})
    server.notice()
    await clock.advance(100)
    const strike = server.strike()
    await clock.advance(1_100)
    expect(ids()).toEqual([strike])
    expect(states()).toEqual(['live'])
  })

  it('opens no spare for a line that was opened anew meanwhile', async () => {
    const { clock, server, live } = setUp()
    await live()
    server.refuseWith = 4009
    server.notice()
    await clock.advance(100)
    server.refuseWith = null
    server.drop(4008)
    await clock.advance(60_000)
    expect(server.sockets.all).toHaveLength(3) // the old one, the refused spare, the new one
  })

  it('lets the spare carry on where the old socket ends before it', async () => {
    const { clock, server, feed, ids, live, states } = setUp()
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

  it('opens one spare, however often it comes', async () => {
    const { clock, server, live } = setUp()
    await live()
    server.notice()
    server.notice()
    await clock.advance(50)
    server.notice()
    await clock.advance(3_000)
    expect(server.sockets.all).toHaveLength(2)
  })
})

describe('a relay', () => {
  const down = { type: 'source_status', live: false, since: '2026-07-01T08:00:00Z' }

  it('whose source is silent is no dead line', async () => {
    const { clock, server, feed, live, states } = setUp()
    await live()
    server.stall()
    await clock.advance(100)
    for (let i = 0; i < 12; i++) {
      push(server, down)
      await clock.advance(5_000)
    }
    expect([server.sockets.all.length, feed.status().state]).toEqual([1, 'source-down'])
    push(server, { ...down, live: true })
    expect(feed.status().state).toBe('live')
    expect(states()).toEqual(['source-down', 'live'])
  })

  it('that sends batches again, and no longer says so, has its source back', async () => {
    const { clock, server, feed, live, states } = setUp()
    await live()
    for (let i = 0; i < 3; i++) {
      push(server, down)
      await clock.advance(5_000)
    }
    expect(states()).toEqual(['source-down'])
    await clock.advance(2_100)
    expect(feed.status().state).toBe('live')
  })

  it('that says so before the subscription stands is believed', async () => {
    const { clock, server, feed } = setUp()
    feed.start()
    await clock.advance(20)
    push(server, down)
    await clock.advance(200)
    expect(feed.status().state).toBe('source-down')
  })

  it('that tells of a gap is passed on', async () => {
    const { server, gaps, feed, live } = setUp()
    await live()
    push(server, { type: 'gap', from: '2026-07-01T08:00:00Z', to: '2026-07-01T08:01:00Z' })
    push(server, { type: 'gap', from: 'once', to: 'later' })
    expect(gaps()).toEqual([[0, 60_000]])
    expect(feed.status().setAside.malformedFrames).toBe(1)
  })
})

describe('the line', () => {
  it('answers ping with pong', async () => {
    const { server, live } = setUp()
    await live()
    push(server, { type: 'ping' })
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe"}', '{"action":"pong"}'])
  })

  it('counts what it cannot use, and keeps the rest of a batch', async () => {
    const { server, feed, ids, live } = setUp()
    await live()
    const good = { time: 1751356800000000, lat: 1, lon: 2 }
    push(server, { type: 'new_strikes', data: [good, { lat: 1 }, null] })
    push(server, { type: 'weather_haiku' })
    push(server, { type: 'new_metar_arrived', data: [] })
    push(server, '{"type":')
    push(server, { type: 'new_strikes' })
    expect(ids()).toEqual([strikeIdentity(good)])
    expect(feed.status().setAside).toEqual({ badRecords: 2, unknownMessages: 2, malformedFrames: 2, duplicates: 0 })
  })

  it('tells when data last came, and since when it is in its state', async () => {
    const { clock, feed, live, server } = setUp()
    await live()
    await clock.advance(10_000)
    const status = feed.status()
    expect(clock.now() - status.lastDataMs!).toBeLessThanOrEqual(1_000)
    expect(status.sinceMs).toBe(START_MS + 100)
    server.up = false
    server.drop()
    await clock.advance(1_000)
    expect(feed.status().lastDataMs).toBe(status.lastDataMs)
  })

  it('opens once, however often it is started', async () => {
    const { clock, server, feed } = setUp()
    feed.start()
    feed.start()
    await clock.advance(1_000)
    expect(server.sockets.all).toHaveLength(1)
  })

  it('closes for good, twice if need be, and leaves no timer', async () => {
    const { clock, server, feed, live, events } = setUp()
    await live()
    server.notice()
    await clock.advance(30)
    feed.close()
    feed.close()
    feed.start()
    await clock.advance(0)
    const told = events.length
    expect([feed.status().state, server.sockets.held.length]).toEqual(['closed', 0])
    await clock.advance(600_000)
    expect([events.length, server.sockets.all.length]).toEqual([told, 2])
    expect(clock.pending).toBe(1) // the server's own
  })

  it('can be closed by whoever hears its event', async () => {
    const { clock, server, feed } = setUp()
    feed.subscribe((event) => {
      if (event.kind === 'status' && event.status.state === 'live') feed.close()
    })
    feed.start()
    await clock.advance(10_000)
    expect([feed.status().state, server.sockets.held.length]).toEqual(['closed', 0])
  })

  it('hears nothing more of a socket that it has replaced', async () => {
    const { clock, server, ids, live } = setUp()
    await live()
    const old = server.sockets.newest
    const late = old.onmessage
    server.notice()
    await clock.advance(2_000)
    expect(old.closed).toBe(true)
    expect([old.onmessage, old.onclose]).toEqual([null, null])
    late?.(JSON.stringify({ type: 'new_strikes', data: [{ time: 1751356800000000, lat: 1, lon: 2 }] }))
    expect(ids()).toEqual([])
  })
})
