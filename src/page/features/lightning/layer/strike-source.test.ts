import { describe, expect, it } from 'vitest'
import type { FeedEvent, FeedStatus } from '../../../../client/feed/feed.ts'
import type { StrikeFeed } from '../../../../client/feed/strike-feed.ts'
import type { StrikeRecord } from '../../../../contract/lightning.ts'
import { Emitter } from '../../../../core/util/emitter.ts'
import { createFakeClock } from '../../../../testing/fakes/fake-clock.ts'
import { strikeId } from '../panel/strike-id.ts'
import { StrikeSource } from './strike-source.ts'

const MIN = 60_000

function setUp() {
  const clock = createFakeClock()
  const events = new Emitter<FeedEvent<StrikeRecord>>()
  const status: FeedStatus = {
    state: 'live',
    sinceMs: clock.now(),
    lastDataMs: clock.now(),
    reconnects: 0,
    lastError: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  }
  let started = 0
  const wanted: number[] = []
  const strikes: StrikeFeed = {
    start: () => void started++,
    subscribe: (listener) => events.subscribe(listener),
    status: () => status,
    close: () => {},
    reachBack: (windowMs) => void wanted.push(windowMs),
    pending: () => [],
  }
  const source = new StrikeSource({ strikes, clock })
  const stop = source.attach(30 * MIN)
  const batch = (records: StrikeRecord[], from: 'live' | 'join' = 'live') => {
    status.lastDataMs = clock.now()
    events.emit({ kind: 'records', records, from })
    if (from === 'join') events.emit({ kind: 'observed', fromMs: clock.now() - 5 * MIN, toMs: clock.now() })
  }
  return { clock, events, status, source, stop, batch, wanted, started: () => started }
}

function record(timeMs: number, lat: number, lon: number): StrikeRecord {
  return { time: timeMs * 1e6, lat, lon, alt: 0, pol: 0 }
}

describe('the strikes of the page', () => {
  it('starts the feed and takes in what it brings', () => {
    const { source, clock, batch, started } = setUp()
    expect(started()).toBe(1)
    batch([record(clock.now() - 4 * MIN, 30, 110)], 'join')
    batch([record(clock.now() - 3_000, 31, 121)])
    expect(source.facts(30)).toMatchObject({ count: 2, delayMs: 3_000, inView: null })
    source.view = { west: 120, south: 30, east: 122, north: 32 }
    expect(source.facts(30)).toMatchObject({ count: 2, inView: 1 })
  })

  it('takes in nothing more once it is stopped', () => {
    const { source, clock, batch, stop } = setUp()
    stop()
    batch([record(clock.now(), 30, 110)])
    expect(source.facts(30).count).toBe(0)
  })

  it('has watched the five minutes of the join and what came since', async () => {
    const { source, clock, batch, status } = setUp()
    batch([record(clock.now() - MIN, 30, 110)], 'join')
    batch([])
    expect(source.facts(30).observedMs).toBe(5 * MIN)
    await clock.advance(7 * MIN)
    status.lastDataMs = clock.now()
    expect(source.facts(30).observedMs).toBe(12 * MIN)
    expect(source.facts(10).observedMs).toBe(10 * MIN)
  })

  it('has watched what history says was watched, and wants as much of it as the window shows', () => {
    const { source, clock, batch, events, wanted } = setUp()
    const now = clock.now()
    batch([record(now - MIN, 30, 110)], 'join')
    source.facts(30)
    expect(wanted).toEqual([30 * MIN, 30 * MIN])
    batch([record(now - 25 * MIN, 30, 110)], 'live')
    events.emit({ kind: 'observed', fromMs: now - 30 * MIN, toMs: now - 20 * MIN })
    expect(source.facts(30)).toMatchObject({ count: 2, observedMs: 15 * MIN })
    events.emit({ kind: 'observed', fromMs: now - 20 * MIN, toMs: now - 5 * MIN })
    expect(source.facts(30).observedMs).toBe(30 * MIN)
  })

  it('has not watched a gap, nor the time since the line fell silent', async () => {
    const { source, clock, batch, events, status } = setUp()
    batch([record(clock.now(), 30, 110)], 'join')
    await clock.advance(20 * MIN)
    events.emit({ kind: 'gap', fromMs: clock.now() - 12 * MIN, toMs: clock.now() - 10 * MIN })
    status.lastDataMs = clock.now() - 3 * MIN
    expect(source.isStale()).toBe(true)
    expect(source.facts(15).observedMs).toBe(10 * MIN)
    batch([]) // the line is back and the join filled the three minutes
    expect(source.facts(15).observedMs).toBe(13 * MIN)
  })

  it('forgets the delay of a minute ago', async () => {
    const { source, clock, batch } = setUp()
    batch([record(clock.now() - 8_000, 30, 110)])
    batch([record(clock.now() - 4_000, 30, 111), record(clock.now() - 5_000, 30, 112)])
    expect(source.facts(30).delayMs).toBe(5_000)
    await clock.advance(61_000)
    expect(source.facts(30).delayMs).toBeNull()
  })

  it('finds a strike by the name in a link, also one that comes after the link was opened', () => {
    const { source, clock, batch } = setUp()
    const name = { timeMs: clock.now() - 2_000, lat: 31.14321, lon: 121.80543 }
    expect(source.held(name)).toBeNull()
    batch([record(name.timeMs + 0.3, name.lat, name.lon)])
    expect(strikeId(source.held(name)!)).toBe(strikeId(name))
  })

  it('no longer has a strike that expired', async () => {
    const { source, clock, batch } = setUp()
    const name = { timeMs: clock.now(), lat: 31, lon: 121 }
    batch([record(name.timeMs, name.lat, name.lon)])
    expect(source.held(name)).not.toBeNull()
    await clock.advance(121 * MIN)
    source.facts(30)
    expect(source.held(name)).toBeNull()
  })
})
