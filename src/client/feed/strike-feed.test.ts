import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../contract/lightning.ts'
import { push, START_MS, setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import type { StrikeHistory } from '../history/strike-history.ts'

describe('joining', () => {
  it('subscribes before it requests five minutes by REST, and is live when both are merged', async () => {
    const { clock, server, feed, ids, states } = setUpStrikeFeed()
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

  it('requests only its box if it has one, and filters the strikes of a server without box support', async () => {
    const asked: unknown[] = []
    const history: StrikeHistory = {
      async read(_period, _signal, of) {
        asked.push(of)
        return { pieces: async function* () {}, notObserved: [], toMs: START_MS }
      },
    }
    const box = { west: 119, south: 30, east: 121, north: 30.025 }
    const { clock, server, feed, ids } = setUpStrikeFeed({ box, history })
    const inside = [server.strike(), server.strike()]
    server.strike()
    await clock.advance(2_000)
    feed.start()
    feed.reachBack(3_600_000)
    await clock.advance(5_000)
    server.strike()
    await clock.advance(2_000)
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe","bbox":[119,30,121,30.025]}'])
    expect(ids().sort()).toEqual(inside.sort())
    expect(new Set(asked)).toEqual(new Set([box]))
  })

  it('holds live strikes back until the older ones are there', async () => {
    const { clock, server, feed, events } = setUpStrikeFeed()
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

  it('holds them back for one second at most', async () => {
    const { clock, server, feed, ids } = setUpStrikeFeed()
    server.api.strikes = () => new Promise(() => {})
    feed.start()
    await clock.advance(100)
    const strike = server.strike()
    await clock.advance(800)
    expect(ids()).toEqual([])
    await clock.advance(1_500)
    expect([ids(), feed.status().state]).toEqual([[strike], 'live'])
  })

  it('holds nothing back on the first connection, but does after an interruption', async () => {
    const { clock, server, feed, ids } = setUpStrikeFeed({ goesOnAtOnce: true })
    server.api.strikes = () => new Promise(() => {})
    await clock.advance(500)
    feed.start()
    await clock.advance(300)
    const first = server.strike()
    await clock.advance(300)
    expect([ids(), feed.status().state]).toEqual([[first], 'live'])
    server.drop()
    while (server.sockets.held.length === 0) await clock.advance(50)
    await clock.advance(200)
    const second = server.strike()
    await clock.advance(400)
    expect([ids(), feed.status().state]).toEqual([[first], 'connecting'])
    await clock.advance(1_000)
    expect([ids(), feed.status().state]).toEqual([[first, second], 'live'])
  })

  it('passes live strikes on while REST fails, and retries until it responds', async () => {
    const { clock, server, feed, ids } = setUpStrikeFeed()
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

  it('accepts the first batch as the subscription’s confirmation if none arrives', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
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

  it('emits each empty batch, which is the heartbeat', async () => {
    const { clock, events, live } = setUpStrikeFeed()
    await live()
    await clock.advance(3_000)
    const batches = events.filter(({ kind }) => kind === 'records')
    expect(batches).toEqual(Array(3).fill({ kind: 'records', records: [], from: 'live' }))
  })

  it('emits a repeated strike once', async () => {
    const { clock, server, feed, ids, live } = setUpStrikeFeed()
    await live()
    const strike = server.strike(0, 3)
    await clock.advance(2_000)
    expect(ids()).toEqual([strike])
    expect(feed.status().setAside.duplicates).toBe(2)
  })

  it('keeps the nanoseconds of a strike if the parser does', async () => {
    const { clock, server, events, live } = setUpStrikeFeed()
    await live()
    server.strike()
    await clock.advance(2_000)
    const records = events.flatMap((event) => (event.kind === 'records' ? event.records : []))
    expect(records.map(({ time }) => time)).toEqual([server.arrived[0]!.record.time])
  })
})

describe('a relay', () => {
  const down = { type: 'source_status', live: false, since: '2026-07-01T08:00:00Z' }

  it('with a silent source is not a dead connection', async () => {
    const { clock, server, feed, live, states } = setUpStrikeFeed()
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

  it('that sends batches without a further notice has its source back', async () => {
    const { clock, server, feed, live, states } = setUpStrikeFeed()
    await live()
    for (let i = 0; i < 3; i++) {
      push(server, down)
      await clock.advance(5_000)
    }
    expect(states()).toEqual(['source-down'])
    await clock.advance(2_100)
    expect(feed.status().state).toBe('live')
  })

  it('that reports so before the subscription is accepted', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
    feed.start()
    await clock.advance(20)
    push(server, down)
    await clock.advance(2_000)
    expect(feed.status().state).toBe('source-down')
  })

  it('that reports so to a page opened later says since when', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
    const silentMs = Math.floor(clock.now()) - 420_000
    feed.start()
    await clock.advance(20)
    push(server, { ...down, since: new Date(silentMs).toISOString() })
    await clock.advance(2_000)
    expect(feed.status()).toMatchObject({ state: 'source-down', sinceMs: silentMs })
    push(server, { ...down, live: true })
    expect(feed.status().sinceMs).toBeGreaterThan(silentMs + 420_000)
  })

  it('that reports a gap is passed on', async () => {
    const { server, gaps, feed, live } = setUpStrikeFeed()
    await live()
    push(server, { type: 'gap', from: '2026-07-01T08:00:00Z', to: '2026-07-01T08:01:00Z' })
    push(server, { type: 'gap', from: 'once', to: 'later' })
    expect(gaps()).toEqual([[0, 60_000]])
    expect(feed.status().setAside.malformedFrames).toBe(1)
  })
})

describe('the line', () => {
  it('responds to ping with pong', async () => {
    const { server, live } = setUpStrikeFeed()
    await live()
    push(server, { type: 'ping' })
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe"}', '{"action":"pong"}'])
  })

  it('counts unusable records, and keeps the rest of a batch', async () => {
    const { server, feed, ids, live } = setUpStrikeFeed()
    await live()
    const good = { time: START_MS * 1e6, lat: 1, lon: 2 }
    push(server, { type: 'new_strikes', data: [good, { lat: 1 }, null] })
    push(server, { type: 'weather_haiku' })
    push(server, { type: 'new_metar_arrived', data: [] })
    push(server, '{"type":')
    push(server, { type: 'new_strikes' })
    expect(ids()).toEqual([strikeIdentity(good)])
    expect(feed.status().setAside).toEqual({ badRecords: 2, unknownMessages: 2, malformedFrames: 2, duplicates: 0 })
  })

  it('reports the time of the last data, and of its present state', async () => {
    const { clock, feed, live, server } = setUpStrikeFeed()
    await live()
    await clock.advance(10_000)
    const status = feed.status()
    expect(clock.now() - status.lastDataMs!).toBeLessThanOrEqual(1_000)
    expect(status.sinceMs).toBeCloseTo(START_MS + 1_020, -1)
    server.up = false
    server.drop()
    await clock.advance(1_000)
    expect(feed.status().lastDataMs).toBe(status.lastDataMs)
  })

  it('opens once, however often it is started', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
    feed.start()
    feed.start()
    await clock.advance(1_000)
    expect(server.sockets.all).toHaveLength(1)
  })

  it('closes for good, twice if need be, and leaves no timer', async () => {
    const { clock, server, feed, live, events } = setUpStrikeFeed()
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

  it('can be closed by a listener of its event', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
    feed.subscribe((event) => {
      if (event.kind === 'status' && event.status.state === 'live') feed.close()
    })
    feed.start()
    await clock.advance(10_000)
    expect([feed.status().state, server.sockets.held.length]).toEqual(['closed', 0])
  })

  it('ignores a replaced socket', async () => {
    const { clock, server, ids, live } = setUpStrikeFeed()
    await live()
    const old = server.sockets.newest
    const late = old.onmessage
    server.notice()
    await clock.advance(2_000)
    expect(old.closed).toBe(true)
    expect([old.onmessage, old.onclose]).toEqual([null, null])
    late?.(JSON.stringify({ type: 'new_strikes', data: [{ time: START_MS * 1e6, lat: 1, lon: 2 }] }))
    expect(ids()).toEqual([])
  })
})
