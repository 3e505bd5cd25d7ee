import { describe, expect, it } from 'vitest'
import type { ReportRecord } from '../../contract/metar.ts'
import { withObservedTime } from '../../core/metar/observed-time.ts'
import { createFakeClock, FAKE_START_MS } from '../../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../../testing/fakes/fake-socket.ts'
import { ContractError } from '../http/contract-api.ts'
import type { FeedEvent } from './feed.ts'
import { createReportFeed } from './report-feed.ts'

const START_MS = FAKE_START_MS
const SUBSCRIBE = '{"action":"subscribe","icaos":["*"]}'

const report = (icao: string, hhmm: string): ReportRecord => ({
  icao,
  raw_metar: `METAR ${icao} 01${hhmm}Z 12005MPS CAVOK 30/20 Q1008`,
  obs_time: `2026-07-01T${hhmm.slice(0, 2)}:${hhmm.slice(2)}:00Z`,
  report_type: 'METAR',
  arrived_at: null,
  parsed: null,
})

function setUp() {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  let latest: ReportRecord[] = []
  let restUp = true
  let asked = 0
  const wakers: (() => void)[] = []
  const feed = createReportFeed({
    environment: {
      clock,
      random: () => 0,
      openSocket: sockets.openSocket,
      onWake(listener) {
        wakers.push(listener)
        return () => {}
      },
    },
    api: {
      async latestReports() {
        asked++
        if (!restUp) throw new ContractError('unavailable', 'no connection')
        return { records: latest, dropped: 0 }
      },
    },
    address: async () => ({ url: 'wss://line.test', headers: {} }),
    timed: withObservedTime,
    parse: JSON.parse,
  })
  const events: FeedEvent<ReportRecord>[] = []
  feed.subscribe((event) => events.push(event))
  return {
    clock,
    sockets,
    feed,
    events,
    wake: () => wakers.forEach((listener) => void listener()),
    asked: () => asked,
    setRest(records: ReportRecord[], up = true) {
      latest = records
      restUp = up
    },
    reports: (from?: 'live' | 'join') =>
      events.flatMap((event) =>
        event.kind === 'records' && (!from || from === event.from)
          ? event.records.map(({ icao, obs_time }) => `${icao} ${obs_time?.slice(11, 16)}`)
          : [],
      ),
    gaps: () =>
      events.flatMap((event) =>
        event.kind === 'gap' ? [[event.fromMs, event.toMs].map((ms) => Math.round((ms - START_MS) / 1_000))] : [],
      ),
    push: (...data: ReportRecord[]) => sockets.held[0]!.push({ type: 'new_metar_arrived', data }),
    async live() {
      feed.start()
      await clock.advance(0)
      sockets.newest.accept()
      await clock.advance(1_000)
      expect(feed.status().state).toBe('live')
    },
  }
}

/** An hour of a healthy line: a ping every five minutes. */
async function pings(
  clock: ReturnType<typeof createFakeClock>,
  socket: { push(message: object): void },
  count: number,
) {
  for (let i = 0; i < count; i++) {
    await clock.advance(300_000)
    socket.push({ type: 'ping' })
  }
}

describe('the report feed', () => {
  it('subscribes to all airports, does not wait for a reply, and is live once the latest reports are read', async () => {
    const { clock, sockets, feed, asked, setRest, reports } = setUp()
    setRest([report('ZSPD', '0800'), report('ZBAA', '0730')])
    feed.start()
    await clock.advance(0)
    sockets.newest.accept()
    expect(sockets.newest.sent).toEqual([SUBSCRIBE])
    expect([asked(), feed.status().state]).toEqual([0, 'connecting'])
    await clock.advance(1_000)
    expect([asked(), feed.status().state]).toEqual([1, 'live'])
    expect(reports('join')).toEqual(['ZSPD 08:00', 'ZBAA 07:30'])
  })

  it.each([
    { type: 'error', message: 'not in your plan' },
    { error: 'not in your plan' },
    { type: 'subscribe', code: 40300, detail: 'not in your plan' },
    { type: 'subscribed_failed', success: false, message: 'not in your plan' },
  ])('is not live if the subscription is refused with %j', async (refusal) => {
    const { clock, sockets, feed } = setUp()
    feed.start()
    await clock.advance(0)
    sockets.newest.accept()
    sockets.newest.push(refusal)
    await clock.advance(1_000)
    const { state, fault, lastError } = feed.status()
    expect([state, fault]).toEqual(['down', 'subscription-refused'])
    expect(lastError).toBe('the subscription was refused: not in your plan')
    expect(sockets.all.length).toBeGreaterThan(1) // it is requested again
  })

  it('counts an error after the subscription as an unreadable message', async () => {
    const { sockets, feed, live } = setUp()
    await live()
    sockets.newest.push({ type: 'error', message: 'unknown action' })
    sockets.newest.push({ type: 'new_metar_arrived', data: 'none', error: 'overload' })
    expect(feed.status()).toMatchObject({ state: 'live', setAside: { unknownMessages: 1, malformedFrames: 1 } })
  })

  it('requests at once if the server responds', async () => {
    const { clock, sockets, feed, asked } = setUp()
    feed.start()
    await clock.advance(0)
    sockets.newest.accept()
    sockets.newest.push({ type: 'subscribed' })
    await clock.advance(0)
    expect(asked()).toBe(1)
  })

  it('passes each report on once, by airport, time and text', async () => {
    const { live, push, reports, feed } = setUp()
    await live()
    push(report('ZSPD', '0800'))
    push(report('ZSPD', '0800'), report('ZSPD', '0810'))
    expect(reports('live')).toEqual(['ZSPD 08:00', 'ZSPD 08:10'])
    expect(feed.status().setAside.duplicates).toBe(1)
  })

  it('accepts a report with a future time once, without blocking later ones', async () => {
    const { live, clock, push, reports } = setUp()
    await live()
    push(report('ZSPD', '1200'))
    await clock.advance(60_000)
    push(report('ZSPD', '1200'), report('ZSPD', '0805'))
    expect(reports('live')).toEqual(['ZSPD 08:00', 'ZSPD 08:05'])
  })

  it('moves to another process within ten seconds if its own announced a heartbeat and misses it', async () => {
    const { clock, sockets, feed } = setUp()
    feed.start()
    await clock.advance(0)
    sockets.newest.accept()
    sockets.newest.push({ type: 'subscribed', heartbeat_seconds: 5 })
    for (let i = 0; i < 4; i++) {
      await clock.advance(5_250)
      sockets.newest.push({ type: 'source_status', live: true, since: '2026-07-01T08:00:00Z' })
    }
    expect(sockets.all).toHaveLength(1)
    await clock.advance(8_100)
    expect([sockets.all.length, sockets.held.length]).toEqual([2, 2])
    sockets.newest.accept()
    sockets.newest.push({ type: 'subscribed', heartbeat_seconds: 5 })
    await clock.advance(10)
    expect([sockets.held.length, sockets.held[0], feed.status().state]).toEqual([1, sockets.newest, 'live'])
  })

  it('stays live without data, while pings arrive', async () => {
    const { clock, sockets, feed, live } = setUp()
    await live()
    await pings(clock, sockets.newest, 12)
    expect([sockets.all.length, feed.status().state]).toEqual([1, 'live'])
    expect(sockets.newest.sent.slice(1)).toEqual(Array(12).fill('{"action":"pong"}'))
  })

  it('drops the connection after six minutes without a ping, and reports the silence as a gap', async () => {
    const { clock, sockets, feed, live, gaps } = setUp()
    await live()
    await clock.advance(360_000)
    expect(sockets.all).toHaveLength(1)
    await clock.advance(2_000)
    expect(sockets.all).toHaveLength(2)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect(feed.status().state).toBe('live')
    expect(gaps()).toEqual([[1, 364]])
  })

  it('sends pings if the platform can, and drops the connection half a minute after the last response', async () => {
    const { clock, sockets, feed, gaps } = setUp()
    let answers = true
    let asked = 0
    feed.start()
    await clock.advance(0)
    const [socket] = sockets.all as [(typeof sockets.all)[0]]
    socket.ping = () => {
      asked++
      if (answers) socket.onpong?.()
    }
    socket.accept()
    await clock.advance(300_000)
    expect([sockets.all.length, asked]).toEqual([1, 31])
    answers = false
    await clock.advance(20_000)
    expect(sockets.all).toHaveLength(1)
    await clock.advance(10_000)
    expect(sockets.all).toHaveLength(2)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect([feed.status().state, gaps()]).toEqual(['live', []])
  })

  it('tolerates a server that never responds to pings', async () => {
    const { clock, sockets, live } = setUp()
    await live()
    sockets.newest.ping = () => {}
    await clock.advance(355_000)
    expect(sockets.all).toHaveLength(1)
  })

  it('drops a connection to a relay that no longer sends the state of its source', async () => {
    const { clock, sockets, live } = setUp()
    await live()
    for (let i = 0; i < 10; i++) {
      sockets.newest.push({ type: 'source_status', live: true, since: '2026-07-01T08:00:00Z' })
      await clock.advance(30_000)
    }
    await clock.advance(40_000)
    expect(sockets.all).toHaveLength(1)
    await clock.advance(10_000)
    expect(sockets.all).toHaveLength(2)
  })

  it('loads the latest reports after a break, without a gap for a short one', async () => {
    const { clock, sockets, live, push, setRest, reports, gaps } = setUp()
    await live()
    push(report('ZSPD', '0800'))
    await pings(clock, sockets.newest, 3)
    await clock.advance(280_000) // the last message was nearly five minutes ago, and yet the line was live until now
    setRest([report('ZSPD', '0800'), report('ZBAA', '0810')])
    sockets.newest.drop()
    await clock.advance(60_000)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect(reports('join')).toEqual(['ZBAA 08:10'])
    expect(gaps()).toEqual([])
  })

  it('reports a break of more than five minutes as a gap', async () => {
    const { clock, sockets, live, setRest, gaps } = setUp()
    await live()
    setRest([], false)
    sockets.newest.drop()
    for (let i = 0; i < 400; i++) {
      await clock.advance(1_000)
      if (sockets.held.length > 0 && i < 380) sockets.newest.drop()
    }
    setRest([])
    sockets.newest.accept()
    await clock.advance(3_000)
    expect(gaps()).toHaveLength(1)
    const [[from, to]] = gaps() as [[number, number]]
    expect([from, to - (to % 10)]).toEqual([1, 400])
  })

  it('reports no gap if REST returned the latest reports throughout', async () => {
    const { clock, sockets, live, setRest, reports, gaps } = setUp()
    await live()
    sockets.newest.drop()
    for (let i = 0; i < 400; i++) {
      if (i === 200) setRest([report('ZBAA', '0810')])
      await clock.advance(1_000)
      if (sockets.held.length > 0) sockets.newest.drop()
    }
    expect(reports('join')).toEqual(['ZBAA 08:10'])
    sockets.newest.accept()
    await clock.advance(1_000)
    expect(gaps()).toEqual([])
  })

  it('recognises an airport’s last report after a day', async () => {
    const { clock, sockets, live, setRest, reports } = setUp()
    setRest([report('ZUTR', '0100')])
    await live()
    await pings(clock, sockets.newest, 288)
    sockets.newest.drop()
    await clock.advance(1_000)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect(reports()).toEqual(['ZUTR 01:00'])
  })

  it('keeps requesting the latest reports during any outage of REST', async () => {
    const { clock, sockets, feed, live, setRest, reports, gaps } = setUp()
    setRest([], false)
    await live()
    expect(feed.status().lastError).toBe('join: no connection')
    await pings(clock, sockets.newest, 3)
    setRest([report('ZSPD', '0800')])
    await clock.advance(31_000)
    expect(reports('join')).toEqual(['ZSPD 08:00'])
    expect(gaps()).toEqual([])
  })

  it('moves to a standby before the 24-hour limit, without waiting for a report', async () => {
    const { clock, sockets, feed, live, reports, gaps } = setUp()
    await live()
    const old = sockets.newest
    old.push({ type: 'server_notice', remaining_seconds: 300 })
    await clock.advance(0)
    const spare = sockets.newest
    spare.accept()
    await clock.advance(500)
    expect([old.closed, feed.status().sockets]).toEqual([false, 2])
    old.push({ type: 'new_metar_arrived', data: [report('ZSPD', '0800')] })
    await clock.advance(500)
    expect([old.closed, feed.status().sockets, feed.status().state]).toEqual([true, 1, 'live'])
    spare.push({ type: 'new_metar_arrived', data: [report('ZSPD', '0800'), report('ZBAA', '0800')] })
    expect(reports()).toEqual(['ZSPD 08:00', 'ZBAA 08:00'])
    expect(gaps()).toEqual([])
  })

  it('does not activate the standby before the latest reports are read', async () => {
    const { clock, sockets, feed, live, setRest } = setUp()
    await live()
    const old = sockets.newest
    setRest([], false)
    old.push({ type: 'server_notice' })
    await clock.advance(0)
    sockets.newest.accept()
    await clock.advance(20_000)
    expect([old.closed, feed.status().sockets]).toEqual([false, 2])
    setRest([])
    await clock.advance(31_000)
    expect([old.closed, feed.status().sockets]).toEqual([true, 1])
  })

  it('does not believe a socket that was open while the machine slept', async () => {
    const { clock, sockets, live, gaps, feed } = setUp()
    await live()
    const old = sockets.newest
    clock.step(8 * 3_600_000) // timers were paused, and with them the silence
    await clock.advance(1_000)
    expect(sockets.all).toHaveLength(2)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect([old.closed, feed.status().state]).toEqual([true, 'live'])
    expect(gaps()).toEqual([[1, 8 * 3_600 + 3]])
  })

  it('polls the latest reports each minute while all sockets are taken', async () => {
    const { clock, sockets, feed, asked, setRest, reports, gaps } = setUp()
    feed.start()
    for (let i = 0; i < 600; i++) {
      if (i === 300) setRest([report('ZSPD', '0805')])
      await clock.advance(1_000)
      if (sockets.held.length > 0) {
        sockets.newest.accept()
        sockets.newest.drop(4009)
      }
    }
    expect(feed.status()).toMatchObject({ state: 'waiting-for-slot', sockets: 0 })
    expect(asked()).toBe(10)
    expect(reports('join')).toEqual(['ZSPD 08:05'])
    expect(gaps()).toEqual([])
  })

  it('discards the source state reported by a relay once that relay is gone', async () => {
    const { clock, sockets, feed, live } = setUp()
    await live()
    sockets.newest.push({ type: 'source_status', live: false, since: '2026-07-01T08:00:00Z' })
    expect(feed.status().state).toBe('source-down')
    sockets.newest.drop()
    await clock.advance(1_000)
    sockets.newest.accept()
    await clock.advance(1_000)
    expect(feed.status().state).toBe('live')
  })

  it('does not take strikes for reports', async () => {
    const { sockets, feed, live } = setUp()
    await live()
    sockets.newest.push({ type: 'new_strikes', data: [] })
    expect(feed.status().setAside.unknownMessages).toBe(1)
  })

  it('has not observed an interruption beyond the limit, although the latest reports are available', async () => {
    const { clock, sockets, feed, live, events, gaps, setRest } = setUp()
    await live()
    setRest([], false)
    sockets.newest.drop()
    await clock.advance(400)
    for (let i = 0; i < 30; i++) {
      await clock.advance(20_000)
      if (!sockets.newest.closed) sockets.newest.drop()
    }
    await clock.advance(30_000)
    setRest([report('ZSPD', '0800')])
    sockets.newest.accept()
    await clock.advance(40_000)
    expect(feed.status().state).toBe('live')
    const told = gaps().at(-1)!
    const observed = events.flatMap((event) => (event.kind === 'observed' ? [event] : []))
    const inGap = observed.filter(({ fromMs, toMs }) => {
      return (toMs - START_MS) / 1_000 > told[0]! + 1 && (fromMs - START_MS) / 1_000 < told[1]! - 1
    })
    expect(inGap).toEqual([])
  })
})
