import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeStrikeHistory } from '../../testing/fakes/fake-strike-history.ts'
import { FakeStrikeServer } from '../../testing/fakes/fake-strike-server.ts'
import type { FeedEvent } from './feed.ts'
import { createStrikeFeed, type StrikeFeedOptions } from './strike-feed.ts'

const SECOND = 1_000
const MINUTE = 60_000

function setUp(options: Pick<StrikeFeedOptions, 'historyIsLive'> = {}) {
  const clock = createFakeClock()
  const startMs = clock.now()
  const server = new FakeStrikeServer({ clock })
  const history = new FakeStrikeHistory(clock, server)
  const feed = createStrikeFeed({
    environment: { clock, random: () => 0, openSocket: server.openSocket },
    api: server.api,
    address: async () => ({ url: 'wss://line.test', headers: {} }),
    parse: parseJsonExact,
    history,
    ...options,
  })
  const events: FeedEvent<StrikeRecord>[] = []
  feed.subscribe((event) => events.push(event))
  const minutes = (ms: number) => Math.round((ms - startMs) / MINUTE)
  return {
    clock,
    server,
    history,
    feed,
    events,
    startMs,
    /** A strike each ten seconds. */
    async storm(forMs: number) {
      for (let ms = 0; ms < forMs; ms += 10 * SECOND) {
        server.strike(ms % (70 * SECOND))
        await clock.advance(10 * SECOND)
      }
    },
    ids: () => events.flatMap((event) => (event.kind === 'records' ? event.records.map(strikeIdentity) : [])),
    /** Periods, in minutes since the start, without the seconds covered by the feed. */
    told: (kind: 'observed' | 'gap') =>
      events.flatMap((event) =>
        event.kind === kind && event.toMs - event.fromMs > 2 * SECOND
          ? [[minutes(event.fromMs), minutes(event.toMs)]]
          : [],
      ),
    asked: () => history.asked.map(({ fromMs, toMs }) => [minutes(fromMs), minutes(toMs)]),
  }
}

/** Strikes of a fake server by identity, of the last `forMs`. */
function since(server: FakeStrikeServer, sinceMs: number): string[] {
  const young = server.arrived.filter(({ record }) => Number(record.time) / 1e6 >= sinceMs)
  return [...new Set(young.map(({ record }) => strikeIdentity(record)))].sort()
}

describe('pending periods', () => {
  it('are the requested and unreceived periods, fewer with each slice', async () => {
    const { clock, history, feed, startMs } = setUp()
    history.failsWith = 503
    feed.start()
    feed.reachBack(60 * MINUTE)
    await clock.advance(10 * SECOND)
    const [pending] = feed.pending()
    expect(pending?.fromMs).toBeCloseTo(startMs - 60 * MINUTE, -5)
    expect(feed.historyTrouble()).toBe('no history')
    history.failsWith = null
    await clock.advance(MINUTE)
    expect(feed.pending()).toEqual([])
    expect(feed.historyTrouble()).toBeNull()
    feed.close()
  })
})

describe('the past of a page that opens', () => {
  it('is filled back to where its window begins, the newest first, each strike once', async () => {
    const { clock, server, feed, storm, ids, asked, told, startMs } = setUp()
    await storm(60 * MINUTE)
    feed.start()
    feed.reachBack(30 * MINUTE)
    await clock.advance(5 * SECOND)
    expect(asked()).toEqual([
      [45, 56],
      [35, 45],
      [30, 35],
    ])
    expect(told('observed')).toEqual([
      [55, 60],
      [45, 55],
      [35, 45],
      [30, 35],
    ])
    expect(new Set(ids()).size).toBe(ids().length)
    const wanted = since(server, startMs + 31 * MINUTE)
    expect(wanted.length).toBeGreaterThan(170)
    expect(wanted.filter((id) => !ids().includes(id))).toEqual([])
  })

  it('are loaded from a live history except for the last minute, each strike once', async () => {
    const { clock, server, feed, storm, ids, asked, told, startMs } = setUp({ historyIsLive: true })
    await storm(60 * MINUTE)
    feed.start()
    feed.reachBack(2 * MINUTE)
    feed.reachBack(30 * MINUTE)
    await clock.advance(5 * SECOND)
    expect(server.asked).toEqual([1])
    expect(asked()[0]).toEqual([58, 61])
    expect(told('observed')[0]).toEqual([59, 60])
    expect(new Set(ids()).size).toBe(ids().length)
    expect(since(server, startMs + 31 * MINUTE).filter((id) => !ids().includes(id))).toEqual([])
  })

  it('are requested while the connection is opening, if history is live', async () => {
    const { clock, server, feed, storm, ids, asked, startMs } = setUp({ historyIsLive: true })
    await storm(60 * MINUTE)
    feed.reachBack(2 * MINUTE)
    feed.reachBack(10 * MINUTE)
    await clock.advance(SECOND)
    expect(asked()).toEqual([
      [58, 61],
      [50, 58],
    ])
    const had = ids().length
    expect(had).toBeGreaterThan(50)
    feed.start()
    await clock.advance(5 * SECOND)
    expect(asked()).toHaveLength(2)
    expect(since(server, startMs + 51 * MINUTE).filter((id) => !ids().includes(id))).toEqual([])
  })

  it('has no hole if the connection opens long after that', async () => {
    const { clock, server, feed, storm, ids, asked, startMs } = setUp({ historyIsLive: true })
    await storm(60 * MINUTE)
    feed.reachBack(2 * MINUTE)
    feed.reachBack(10 * MINUTE)
    await storm(3 * MINUTE)
    feed.start()
    await clock.advance(5 * SECOND)
    expect(asked()[2]).toEqual([59, 63])
    expect(new Set(ids()).size).toBe(ids().length)
    expect(since(server, startMs + 51 * MINUTE).filter((id) => !ids().includes(id))).toEqual([])
  })

  it('is extended when the window grows, and requested once', async () => {
    const { clock, feed, storm, asked } = setUp()
    await storm(60 * MINUTE)
    feed.start()
    for (const minutes of [10, 10, 30, 30, 10]) {
      feed.reachBack(minutes * MINUTE)
      await clock.advance(20 * SECOND)
    }
    expect(asked()).toEqual([
      [50, 56],
      [40, 50],
      [31, 40],
    ])
  })

  it('never reach further back than the readers', async () => {
    const { clock, feed, history, startMs } = setUp()
    await clock.advance(300 * MINUTE)
    feed.reachBack(1_000 * MINUTE)
    feed.start()
    await clock.advance(MINUTE)
    expect(Math.min(...history.asked.map(({ fromMs }) => fromMs))).toBeGreaterThanOrEqual(startMs + 180 * MINUTE)
  })

  it('are observed except where history lists gaps', async () => {
    const { clock, feed, history, told, startMs } = setUp()
    await clock.advance(60 * MINUTE)
    history.observed.remove(startMs, startMs + 42 * MINUTE)
    history.observed.remove(startMs + 47 * MINUTE, startMs + 48 * MINUTE)
    feed.start()
    feed.reachBack(30 * MINUTE)
    await clock.advance(5 * SECOND)
    expect(told('observed')).toEqual([
      [55, 60],
      [45, 47],
      [48, 55],
      [42, 45],
    ])
  })

  it('is retried after a failure, without delaying the live feed', async () => {
    const { clock, server, feed, history, ids, told } = setUp()
    server.strike()
    await clock.advance(20 * MINUTE)
    history.failsWith = 503
    feed.start()
    feed.reachBack(30 * MINUTE)
    await clock.advance(30 * SECOND)
    const live = server.strike()
    await clock.advance(2 * SECOND)
    expect(ids()).toEqual([live])
    expect(history.asked.length).toBeGreaterThan(3)
    history.failsWith = null
    await clock.advance(MINUTE)
    expect(ids()).toHaveLength(2)
    expect(told('observed')).toHaveLength(4)
  })

  it('are not requested from a server without history, or without readers', async () => {
    const { clock, feed, history } = setUp()
    feed.start()
    await clock.advance(MINUTE)
    expect(history.asked).toEqual([])
    history.failsWith = 404
    feed.reachBack(30 * MINUTE)
    await clock.advance(10 * MINUTE)
    expect(history.asked).toHaveLength(1)
  })

  it('ends with the feed', async () => {
    const { clock, feed, history, events } = setUp()
    await clock.advance(60 * MINUTE)
    feed.start()
    feed.reachBack(60 * MINUTE)
    await clock.advance(150)
    feed.close()
    const asked = history.asked.length
    await clock.advance(MINUTE)
    expect(history.asked).toHaveLength(asked)
    expect(events.at(-1)).toMatchObject({ kind: 'status', status: { state: 'closed' } })
  })
})

describe('a break of more than five minutes', () => {
  it('are reported, and then filled from history: a page resumes after sleep', async () => {
    const { clock, server, feed, storm, ids, told } = setUp()
    feed.start()
    await storm(5 * MINUTE)
    server.up = false
    server.drop()
    await storm(40 * MINUTE)
    server.up = true
    await storm(2 * MINUTE)
    await clock.advance(5 * SECOND)
    expect(told('gap')).toEqual([[5, 40]])
    expect(told('observed')).toEqual([
      [-5, 0],
      [40, 45],
      [30, 40],
      [20, 30],
      [10, 20],
      [5, 10],
    ])
    expect(ids().sort()).toEqual(server.identities.sort())
  })

  it('include late arrivals of the earlier period, however long history takes to respond', async () => {
    const { clock, server, feed, storm, history, ids } = setUp()
    feed.start()
    await storm(10 * MINUTE)
    server.up = false
    server.drop()
    await clock.advance(SECOND)
    server.strike(5 * MINUTE)
    await clock.advance(20 * MINUTE)
    server.up = true
    history.failsWith = 503
    await clock.advance(6 * MINUTE)
    history.failsWith = null
    await clock.advance(2 * MINUTE)
    expect([...new Set(ids())].sort()).toEqual(server.identities.sort())
  })

  it('missing at the server itself is not requested', async () => {
    const { clock, server, feed, history } = setUp()
    feed.start()
    await clock.advance(20 * MINUTE)
    const [from, to] = [12, 15].map((minute) => new Date(clock.now() - minute * MINUTE).toISOString())
    server.sockets.held[0]!.push({ type: 'gap', from: to, to: from })
    await clock.advance(MINUTE)
    expect(history.asked).toEqual([])
  })

  const step = fc.record({
    what: fc.constantFrom('nothing', 'nothing', 'away', 'short', 'noHistory'),
    forMs: fc.integer({ min: 0, max: 20 * MINUTE }),
    strikes: fc.array(
      fc.record({ afterMs: fc.nat(9_000), lateMs: fc.nat(30_000), copies: fc.integer({ min: 1, max: 2 }) }),
      { maxLength: 6 },
    ),
  })

  it('loses and duplicates nothing in any course of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const { clock, server, feed, history, ids } = setUp()
        async function storm(strikes: { afterMs: number; lateMs: number; copies: number }[]) {
          for (const { afterMs, lateMs, copies } of strikes) {
            await clock.advance(afterMs)
            server.strike(lateMs, copies)
          }
        }
        feed.start()
        for (const { what, forMs, strikes } of steps) {
          if (what === 'noHistory') history.failsWith = 503
          if (what === 'away' || what === 'short') {
            server.up = false
            server.drop()
            await storm(strikes)
            await clock.advance(what === 'away' ? forMs : forMs / 6)
            server.up = true
            await clock.advance(45 * SECOND)
          }
          await storm(strikes)
          history.failsWith = null
        }
        await clock.advance(2 * MINUTE)
        expect(ids().sort()).toEqual(server.identities.sort())
        feed.close()
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 15, seed: 20_260_701 },
    )
  })
})
