import { describe, expect, it } from 'vitest'
import { delay } from '../../core/time/clock.ts'
import { push, START_MS, setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'

describe('a break', () => {
  it('shorter than five minutes loses nothing', async () => {
    const { clock, server, ids, gaps, live, states } = setUpStrikeFeed()
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
    expect(states()).toEqual(['connecting', 'down', 'live'])
  })

  it.each([
    [5_000, 1],
    [20_000, 2],
    [100_000, 3],
    [250_000, 5],
  ])('of %i ms is joined by REST minutes=%i, late strikes included', async (breakMs, minutes) => {
    const { clock, server, live } = setUpStrikeFeed()
    await live()
    server.up = false
    server.drop()
    await clock.advance(breakMs)
    server.asked.length = 0
    server.up = true
    await clock.advance(3_000)
    expect(server.asked[0]).toBe(minutes)
  })

  it('longer than five minutes is reported as a gap, and the last five minutes are backfilled', async () => {
    const { clock, server, ids, gaps, live } = setUpStrikeFeed()
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
    // Strikes of the last quarter of a minute may be missing.
    expect(fromMs).toBeGreaterThan(3_900 - 15_000)
    expect(fromMs).toBeLessThanOrEqual(5_000 - 15_000)
    expect(toMs).toBeGreaterThan(300_000)
    expect(toMs).toBeLessThan(302_000)
  })

  it('for which REST lacks announced records has the others, and is a gap once it is too old', async () => {
    const complaints = new Set<string>()
    const { clock, server, events, ids, gaps, live } = setUpStrikeFeed({ onSetAside: (words) => complaints.add(words) })
    await live()
    server.absent = 1
    server.up = false
    server.drop()
    server.strike()
    await clock.advance(10_000)
    server.up = true
    events.length = 0
    await clock.advance(5_000)
    expect(ids('join')).toEqual(server.identities)
    expect([...complaints]).toEqual(['1 records are missing'])
    expect(events.filter((event) => event.kind === 'observed' && event.fromMs < START_MS + 14_000)).toEqual([])
    await clock.advance(400_000)
    expect(gaps()).toHaveLength(1)
    expect(ids()).toEqual(server.identities)
  })

  it('whose minutes REST never returns is reported as a gap once they are too old', async () => {
    const { clock, server, gaps, live } = setUpStrikeFeed()
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
    expect([Math.round(fromMs / 1000), Math.round(toMs / 1000)]).toEqual([4 - 15, 65])
  })

  it('before the first connection is not a gap', async () => {
    const { clock, server, feed, gaps } = setUpStrikeFeed()
    server.restUp = false
    feed.start()
    await clock.advance(700_000)
    server.restUp = true
    await clock.advance(60_000)
    expect(gaps()).toEqual([])
  })

  it('during the join of an earlier one is joined too', async () => {
    const { clock, server, ids, gaps, live } = setUpStrikeFeed()
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

  it('loses nothing if the clock is set back during it', async () => {
    const { clock, server, ids, gaps, live } = setUpStrikeFeed()
    clock.step(7_200_000)
    await live()
    server.up = false
    server.drop()
    server.strike()
    await clock.advance(100_000)
    clock.step(-7_200_000)
    await clock.advance(60_000)
    server.up = true
    // By the service's own clock, which was not set back.
    for (const strike of server.arrived) strike.atMs -= 7_200_000
    await clock.advance(3_000)
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
  })

  it('that lasts while the request is queued is requested again, further back', async () => {
    const { clock, server, gaps, live } = setUpStrikeFeed()
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

describe('a break while the source of a relay is down', () => {
  it('is dated from its start, also if another follows before recovery', async () => {
    const { clock, server, gaps, live } = setUpStrikeFeed()
    await live()
    const isDown = { type: 'source_status', live: false, since: '2026-07-01T08:00:05Z' }
    for (let breaks = 0; breaks < 2; breaks++) {
      for (let i = 0; i < 600; i++) {
        server.stall()
        if (i % 50 === 10) push(server, isDown)
        await clock.advance(100)
      }
      server.drop()
      server.up = false
      await clock.advance(2 * 60_000)
      server.up = true
    }
    await clock.advance(10_000)
    const [[fromMs, toMs]] = gaps() as [[number, number]]
    expect(gaps()).toHaveLength(1)
    expect(fromMs).toBeGreaterThan(3_900 - 15_000)
    expect(fromMs).toBeLessThan(6_000 - 15_000)
    expect(toMs).toBeGreaterThan(60_000)
  })

  it.each([0, 90_000])('is dated from the last data, with the clock set back by %i ms before', async (byMs) => {
    const { clock, server, gaps, live } = setUpStrikeFeed()
    await live()
    clock.step(-byMs)
    await clock.advance(3_000)
    const silentMs = 8_000 - byMs
    // The relay reports the gap to the next socket only, after the page gave up the silent one.
    for (let i = 0; i < 600; i++) {
      server.stall()
      if (i >= 120 && i % 50 === 20) push(server, { type: 'source_status', live: false, since: '2026-07-01T08:00:08Z' })
      await clock.advance(100)
    }
    server.drop()
    server.up = false
    await clock.advance(7 * 60_000)
    server.up = true
    await clock.advance(10_000)
    const [[fromMs, toMs]] = gaps() as [[number, number]]
    expect(gaps()).toHaveLength(1)
    expect(fromMs).toBeGreaterThan(silentMs - 2_000 - 15_000)
    expect(fromMs).toBeLessThan(silentMs + 1_000 - 15_000)
    expect(toMs).toBeGreaterThan(silentMs + 60_000)
  })
})

describe('a message that cannot be read', () => {
  const broken = '{"type":"new_strikes","data":[{"time":178'

  it('is backfilled by REST', async () => {
    const { clock, server, feed, ids, live } = setUpStrikeFeed()
    await live()
    server.stall() // its data arrives in no other message
    server.strike()
    push(server, broken)
    await clock.advance(2_000)
    expect(server.asked).toEqual([1])
    expect(ids('join')).toEqual(server.identities)
    expect(server.sockets.all).toHaveLength(1)
    expect(feed.status().state).toBe('live')
  })

  it('causes at most one request each quarter of a minute, for any number of breaks', async () => {
    const { clock, server, live } = setUpStrikeFeed()
    await live()
    for (let i = 0; i < 60; i++) {
      push(server, broken)
      await clock.advance(1_000)
    }
    expect(server.asked.length).toBeGreaterThanOrEqual(4)
    expect(server.asked.length).toBeLessThanOrEqual(5)
  })
})

describe('a line that is not back soon', () => {
  it('is backfilled by polling REST, without loss in twenty minutes', async () => {
    const { clock, server, feed, ids, gaps, live } = setUpStrikeFeed()
    await live()
    server.silent = true
    server.drop()
    for (let i = 0; i < 120; i++) {
      server.strike()
      await clock.advance(10_000)
    }
    expect(feed.status().state).toBe('down')
    expect(ids('join').length).toBeGreaterThan(110)
    expect(server.asked.length).toBeLessThan(60)
    server.silent = false
    await clock.advance(40_000)
    expect(ids()).toEqual(server.identities)
    expect(gaps()).toEqual([])
  })
})

describe('the end of five minutes', () => {
  it.each([
    [true, 2],
    [false, 30],
  ])('makes an urgent line (%s) retry at most %i s apart', async (hurries, atMostSeconds) => {
    const { clock, server, live } = setUpStrikeFeed({ hurries, random: () => 1 })
    await live()
    server.up = false
    server.drop()
    await clock.advance(290_000)
    const before = server.sockets.all.length
    await clock.advance(atMostSeconds * 1_000 + 3_000)
    expect(server.sockets.all.length).toBeGreaterThan(before)
    const attempts = server.sockets.all.length
    expect(attempts).toBeLessThan(hurries ? 40 : 17)
  })
})

describe('a gap that a relay repeats', () => {
  it('is passed on once', async () => {
    const { server, gaps, live } = setUpStrikeFeed()
    await live()
    const gap = { type: 'gap', from: '2026-07-01T07:00:00Z', to: '2026-07-01T07:10:00Z' }
    push(server, gap)
    push(server, gap)
    push(server, { ...gap, to: '2026-07-01T07:11:00Z' })
    expect(gaps()).toEqual([
      [-3_600_000, -3_000_000],
      [-3_600_000, -2_940_000],
    ])
  })
})

describe('a message of a relay that cannot be read', () => {
  it('causes another subscription, which repeats the gaps, at most once a second', async () => {
    const { clock, server, live } = setUpStrikeFeed()
    await live()
    push(server, '{"type":"gap')
    await clock.advance(2_000)
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe"}'])
    push(server, { type: 'source_status', live: true, since: '2026-07-01T08:00:00Z' })
    for (let i = 0; i < 3; i++) push(server, '{"type":"gap')
    await clock.advance(2_000)
    expect(server.sockets.newest.sent).toEqual(['{"action":"subscribe"}', '{"action":"subscribe"}'])
  })
})

describe('a pause of a connection that resumes automatically', () => {
  it.each([
    [true, 4, true],
    [true, 2, false],
    [false, 4, false],
  ])('is backfilled with urgency (%s), of %i s: %s', async (hurries, seconds, asks) => {
    const { clock, server, ids, live, gaps } = setUpStrikeFeed({ hurries })
    await live()
    server.stall()
    const lost = server.strike()
    await clock.advance(seconds * 1_000)
    server.goOn()
    await clock.advance(3_000)
    expect([server.asked.length > 0, ids().includes(lost)]).toEqual([asks, asks])
    expect(gaps()).toEqual([])
  })

  it('is a gap if no request was possible for five minutes', async () => {
    const { clock, server, live, gaps } = setUpStrikeFeed({ hurries: true })
    await live()
    server.restUp = false
    server.stall()
    await clock.advance(5_000)
    server.goOn()
    await clock.advance(8 * 60_000)
    expect(gaps()).toHaveLength(1)
  })
})
