import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { formatUtc } from '../../contract/time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { Spans } from '../../core/time/spans.ts'
import { push, START_MS, setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { createContractApi } from '../http/api.ts'

/** Texts of a strike's `time`, at `nowMs`, that can't be true. */
const IMPOSSIBLE: [string, (nowMs: number) => string][] = [
  ['1e21', () => '1e21'],
  ['seconds', (nowMs) => String(Math.floor(nowMs / 1_000))],
  ['milliseconds', (nowMs) => String(Math.floor(nowMs))],
  ['microseconds', (nowMs) => String(Math.floor(nowMs) * 1_000)],
  ['nothing', () => 'null'],
  ['no JSON', () => 'NaN'],
  ['a negative number', (nowMs) => `-${Math.floor(nowMs)}000000`],
  ['words', () => '"today"'],
  ['eight hours ahead', (nowMs) => `${Math.floor(nowMs + 8 * HOUR_MS)}000000`],
  ['two days ago', (nowMs) => `${Math.floor(nowMs - 48 * HOUR_MS)}000000`],
]

const frame = (time: string, more = '') => `{"type":"new_strikes","data":[{"time":${time},"lat":31,"lon":121${more}}]}`

describe('a strike with a wrong time', () => {
  it.each(IMPOSSIBLE)(
    '(%s) is set aside, and its time counts as missing until REST has returned it',
    async (_, time) => {
      const complaints: string[] = []
      const { server, feed, events, ids, gaps, clock, live } = setUpStrikeFeed({
        onSetAside: (words) => complaints.push(words),
      })
      await live()
      push(server, frame(time(clock.now())))
      expect([ids(), feed.status().setAside.badRecords, complaints.length]).toEqual([[], 1, 1])
      expect(events.filter(({ kind }) => kind === 'missing')).toHaveLength(1)
      await clock.advance(20_000)
      const answered = events.findIndex(({ kind }) => kind === 'missing')
      const again = events.slice(answered).filter((event) => event.kind === 'observed')
      expect(again.some(({ fromMs }) => fromMs < START_MS + 5_000)).toBe(true)
      expect([server.asked.length, gaps()]).toEqual([1, []])
    },
  )

  it('is a gap if REST has no better record, at the time found in another field', async () => {
    const { server, events, gaps, clock, live } = setUpStrikeFeed()
    await live()
    const atMs = START_MS + 5_000
    server.lost = [{ fromMs: atMs - SECOND_MS, toMs: atMs }]
    push(server, frame('1e21', `,"obser_datetime":"${formatUtc(atMs - 500)}"`))
    await clock.advance(20_000)
    expect(gaps()).toEqual([[3_000, 6_000]])
    const after = events.slice(events.findIndex(({ kind }) => kind === 'gap'))
    expect(
      after.some((event) => event.kind === 'observed' && event.fromMs < atMs && event.toMs > atMs - SECOND_MS),
    ).toBe(false)
    await clock.advance(MINUTE_MS)
    expect(gaps()).toHaveLength(1)
  })

  it('again and again is one gap that grows, and no question to REST each second', async () => {
    const { server, gaps, clock, live } = setUpStrikeFeed()
    await live()
    for (let second = 0; second < 120; second++) {
      server.lost.push({ fromMs: clock.now() - SECOND_MS, toMs: clock.now() })
      push(server, frame('1e21'))
      await clock.advance(SECOND_MS)
    }
    expect(server.asked.length).toBeLessThan(10)
    expect(gaps().length).toBeLessThan(12)
    const first = gaps()[0]!
    const last = gaps().at(-1)!
    expect(last[1]! - first[0]!).toBeGreaterThan(100_000)
  })
})

it('that was stored long before the Date header of the server leaves its time unobserved', async () => {
  const complaints = new Set<string>()
  const { server, events, ids, gaps, clock, live } = setUpStrikeFeed({ onSetAside: (words) => complaints.add(words) })
  await live()
  for (let second = 0; second < 120; second++) {
    const atMs = clock.now() - 3 * HOUR_MS
    const record = { time: BigInt(Math.round(atMs)) * 1_000_000n, lat: 31, lon: 121, arrived_at: formatUtc(atMs) }
    server.arrived.push({ record, atMs: clock.now() })
    await clock.advance(SECOND_MS)
  }
  expect(ids().length).toBeGreaterThan(100)
  expect([...complaints]).toEqual(['arrived_at: long ago'])
  const observed = new Spans()
  for (const { kind, ...span } of events as { kind: string; fromMs: number; toMs: number }[]) {
    if (kind === 'observed') observed.add(span.fromMs, span.toMs)
    if (kind === 'missing' || kind === 'gap') observed.remove(span.fromMs, span.toMs)
  }
  expect(observed.list().filter(({ fromMs, toMs }) => toMs - fromMs > 2 * SECOND_MS)).toEqual([])
  expect(gaps().length).toBeGreaterThan(0)
})

describe('a REST response', () => {
  const at = (ms: number) => formatUtc(START_MS + ms)
  const ask = async (data: unknown[]) => {
    const http = {
      request: async () => ({ status: 200, body: { data }, asOfMs: 0, stale: false }),
      counters: async () => ({ queued: 0, total: 0, failed: 0 }),
    }
    return createContractApi(http, { clock: { now: () => START_MS } }).strikes(5)
  }
  const lostTo = async (record: object) => (await ask([record])).lost

  it('reports the times of unreadable strikes', async () => {
    const good = { time: START_MS * 1e6, lat: 31, lon: 121 } satisfies StrikeRecord
    expect((await ask([good])).lost).toBeUndefined()
    expect(await lostTo({ ...good, lat: 'north' })).toEqual([{ fromMs: START_MS, toMs: START_MS + 1_000 }])
    expect(await lostTo({ time: 1e21, obser_datetime: at(-1_500) })).toEqual([
      { fromMs: START_MS - 2_000, toMs: START_MS - 1_000 },
    ])
    expect(await lostTo({ time: 1e21, obser_datetime: '1970-01-01', arrived_at: at(0) })).toEqual([
      { fromMs: START_MS - 45_000, toMs: START_MS },
    ])
    expect(await lostTo({ time: 1e21, arrived_at: at(8 * HOUR_MS) })).toEqual([null])
    expect((await ask([null, 'strike'])).lost).toEqual([null, null])
  })
})
