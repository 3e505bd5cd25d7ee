import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../../contract/lightning.ts'
import { strikeTimeMs } from '../../../core/strikes/strike.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { FakeSource } from '../../../testing/fakes/fake-source.ts'
import { FakeViewer } from '../../../testing/fakes/fake-viewer.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { createWorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import { recordSource } from '../../sources/recorder.ts'
import { createLightningChannel } from './lightning-channel.ts'
import { REPLAY_UNSENT_BYTES, sinceMsOf } from './replays.ts'

const SECOND = 1_000
const MINUTE = 60_000

/** The same history behind a slow connection: requests and responses are equally delayed. */
function faraway({ strikes, ...history }: History, clock: Clock, wayMs: number): History {
  const wait = () => new Promise<void>((resolve) => clock.after(wayMs, resolve))
  const far =
    <Asked extends unknown[], T>(ask: (...asked: Asked) => Promise<T>) =>
    async (...asked: Asked): Promise<T> => {
      await wait()
      const answer = await ask(...asked)
      await wait()
      return answer
    }
  return {
    ...history,
    strikes: { ...strikes, minutes: far(strikes.minutes), block: far(strikes.block), late: far(strikes.late) },
    missing: far(history.missing),
    horizonMs: far(history.horizonMs),
  }
}

/** For tests that ignore them. */
const COUNTERS = { inTime: 0, late: 0 }

function setUp({ wayMs = 0 } = {}) {
  const kit = setUpHistory()
  // Each piece takes long enough for live work to get its turn afterwards.
  let workedMs = 0
  const turns = createWorkScheduler({ ...kit.clock, monotonicMs: () => (workedMs += 10) })
  const source = new FakeSource()
  const replayed = { inTime: 0, late: 0 }
  const history = wayMs > 0 ? faraway(kit.history, kit.clock, wayMs) : kit.history
  const channel = createLightningChannel({ source, clock: kit.clock, extensions: true, history, turns, replayed })
  recordSource({ source, history: kit.history, clock: kit.clock, log: pino({ level: 'silent' }) })
  const since = (ms: number) => ({ action: 'subscribe' as const, since: BigInt(Math.floor(ms)) * 1_000_000n })
  return { ...kit, source, channel, turns, since, replayed }
}

const ids = (records: readonly StrikeRecord[]) => records.map(strikeIdentity)

describe('a subscription with since', () => {
  it('receives later records, then live ones, with unchanged digits', async () => {
    const { source, channel, clock, since } = setUp()
    const [old, known, missed, live] = [-5 * MINUTE, 0, 30 * SECOND, 95 * SECOND].map((ms) => strikeAt(START_MS + ms))
    source.batch(old!, known!)
    await clock.advance(40 * SECOND)
    source.batch(missed!)
    const viewer = new FakeViewer()
    expect(channel.receive(viewer, since(START_MS))).toBeNull()
    await clock.advance(SECOND)
    source.batch(live!)
    expect(viewer.messages.slice(0, 2).map(({ type }) => type)).toEqual(['subscribed', 'source_status'])
    expect(viewer.strikes).toEqual([known, missed, live])
  })

  it('includes late arrivals of any age, and counts them', async () => {
    const { source, channel, clock, since, replayed } = setUp()
    source.batch(strikeAt(START_MS))
    await clock.advance(MINUTE)
    const late = strikeAt(START_MS - 8 * MINUTE)
    source.batch(late, strikeAt(START_MS + MINUTE))
    await clock.advance(10 * MINUTE)
    source.batch(strikeAt(START_MS + 11 * MINUTE))
    const viewer = new FakeViewer()
    channel.receive(viewer, since(START_MS))
    await clock.advance(SECOND)
    expect(await ids(viewer.strikes)).toContain(strikeIdentity(late))
    expect(replayed).toEqual({ inTime: viewer.strikes.length - 1, late: 1 })
    const other = new FakeViewer()
    channel.receive(other, since(START_MS + 10 * MINUTE))
    await clock.advance(SECOND)
    expect(await ids(other.strikes)).not.toContain(strikeIdentity(late))
  })

  it('reads late arrivals in pieces as they are sent', async () => {
    const { source, clock, history, turns, since } = setUp()
    const pieces: number[] = []
    async function late(...asked: [number, number, number]) {
      const piece = await history.strikes.late(...asked)
      if (piece) pieces.push(piece.id)
      return piece
    }
    const told = { ...history, strikes: { ...history.strikes, late } }
    const channel = createLightningChannel({
      source,
      clock,
      extensions: true,
      history: told,
      turns,
      replayed: COUNTERS,
    })
    source.batch(strikeAt(START_MS))
    await clock.advance(MINUTE)
    const lateOnes = Array.from({ length: 3 * 700 }, (_, i) => strikeAt(START_MS - 8 * MINUTE + i))
    for (let at = 0; at < lateOnes.length; at += 700) {
      source.batch(...lateOnes.slice(at, at + 700), strikeAt(clock.now()))
      await clock.advance(SECOND)
    }
    const viewer = new FakeViewer()
    channel.receive(viewer, since(START_MS))
    await clock.advance(1) // an empty list of gaps
    viewer.unsent = REPLAY_UNSENT_BYTES.each + 1
    await clock.advance(5 * SECOND)
    expect(new Set(pieces).size).toBeLessThanOrEqual(1)
    viewer.unsent = 0
    await clock.advance(5 * SECOND)
    expect(new Set(pieces).size).toBe(3)
    const got = await ids(viewer.strikes)
    for (const id of await ids(lateOnes)) expect(got.filter((each) => each === id)).toEqual([id])
  })

  it('includes gaps within, and periods before its start', async () => {
    const { channel, clock, history, since } = setUp()
    history.write(observed(START_MS, START_MS + 60 * MINUTE))
    history.write(observed(START_MS + 70 * MINUTE, START_MS + 179 * MINUTE))
    await clock.advance(179 * MINUTE + 900)
    const viewer = new FakeViewer()
    channel.receive(viewer, since(START_MS + 30 * MINUTE))
    await clock.advance(SECOND)
    expect(viewer.gaps).toEqual([
      ['08:30:00', '08:59:00'],
      ['09:00:00', '09:10:00'],
    ])
    const fresh = new FakeViewer()
    channel.receive(fresh, since(START_MS + 100 * MINUTE))
    await clock.advance(SECOND)
    expect(fresh.gaps).toEqual([])
  })

  it('serves viewers in turn, a message at a time, with turns for the live feed', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 4; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    await clock.advance(10 * MINUTE)
    const order: number[] = []
    const viewers = [0, 1, 2].map((n) => {
      const viewer = new FakeViewer()
      const send = viewer.send.bind(viewer)
      viewer.send = (frame) => {
        send(frame)
        if (viewer.messages.at(-1)?.type === 'new_strikes') order.push(n)
      }
      return viewer
    })
    for (const viewer of viewers) channel.receive(viewer, since(START_MS))
    expect(order).toEqual([])
    await clock.advance(SECOND)
    for (const viewer of viewers) expect(viewer.strikes).toHaveLength(4)
    expect(order.slice(0, 9)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
  })

  it('waits for a slow viewer, without slowing others', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 10; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    await clock.advance(10 * MINUTE)
    const slow = new FakeViewer()
    const quick = new FakeViewer()
    slow.unsent = 2 * 1024 * 1024
    channel.receive(slow, since(START_MS))
    channel.receive(quick, since(START_MS))
    await clock.advance(10 * SECOND)
    const live = strikeAt(clock.now())
    source.batch(live)
    expect([slow.strikes.length, quick.strikes.length]).toEqual([0, 11])
    slow.unsent = 0
    await clock.advance(SECOND)
    expect(await ids(slow.strikes)).toEqual(ids(quick.strikes))
  })

  it('reports the omitted part to a viewer that cannot keep up, and continues live', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 10; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    await clock.advance(10 * MINUTE)
    const viewer = new FakeViewer()
    viewer.unsent = 2 * 1024 * 1024
    channel.receive(viewer, since(START_MS))
    for (let i = 0; i <= 301; i++) {
      await clock.advance(SECOND)
      source.batch(strikeAt(clock.now()))
    }
    expect(viewer.gaps.at(-1)).toEqual(['08:00:00', '08:10:00'])
    expect(viewer.strikes.length).toBeGreaterThan(300)
  })

  it('ends for a viewer that has stopped reading', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 10; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    await clock.advance(10 * MINUTE)
    const viewer = new FakeViewer()
    viewer.unsent = 2 * 1024 * 1024
    viewer.reads = false
    channel.receive(viewer, since(START_MS))
    await clock.advance(SECOND)
    viewer.unsent = 0
    await clock.advance(10 * SECOND)
    expect(viewer.strikes).toEqual([])
  })

  it('buffers live records in one shared buffer, up to a limit, and nothing afterwards', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 10; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    await clock.advance(10 * MINUTE)
    const viewers = Array.from({ length: 50 }, () => new FakeViewer())
    for (const viewer of viewers) {
      viewer.unsent = 2 * 1024 * 1024
      channel.receive(viewer, since(START_MS))
    }
    const seconds = async (count: number) => {
      for (let i = 0; i < count; i++) {
        source.batch(strikeAt(clock.now()))
        await clock.advance(SECOND)
      }
    }
    await seconds(1)
    const oneFrame = channel.heldBytes?.() ?? 0
    await seconds(249)
    expect((channel.heldBytes?.() ?? 0) / oneFrame).toBeGreaterThan(200)
    expect((channel.heldBytes?.() ?? 0) / oneFrame).toBeLessThan(300)
    await seconds(51)
    expect(channel.heldBytes?.()).toBe(0)
    for (const viewer of viewers) expect(viewer.strikes).toHaveLength(301)
  })

  it('limits unsent bytes with many slow readers as with one', async () => {
    const { source, channel, clock, since } = setUp()
    source.batch(strikeAt(START_MS))
    await clock.advance(MINUTE)
    const got = async (count: number) => {
      const viewers = Array.from({ length: count }, () => new FakeViewer())
      for (const viewer of viewers) {
        viewer.unsent = 100_000
        channel.receive(viewer, since(START_MS))
      }
      await clock.advance(10 * SECOND)
      for (const viewer of viewers) channel.leave(viewer)
      return viewers.filter(({ strikes }) => strikes.length > 0).length
    }
    expect(await got(1)).toBe(1)
    expect(REPLAY_UNSENT_BYTES.all / 100_000).toBeLessThan(600)
    expect(await got(600)).toBe(0)
  })

  it('sends some hundreds of strikes at a time, and gives many sockets of one client the share of one of another', async () => {
    const { source, channel, clock, since } = setUp()
    source.batch(...Array.from({ length: 3_000 }, () => strikeAt(START_MS)))
    await clock.advance(MINUTE)
    const many = Array.from({ length: 60 }, () => new FakeViewer('many'))
    for (const viewer of many) channel.receive(viewer, since(START_MS))
    const one = new FakeViewer('one')
    channel.receive(one, since(START_MS))
    for (let i = 0; i < 100 && one.strikes.length < 3_000; i++) await clock.advance(5)
    expect(one.strikes).toHaveLength(3_000)
    expect(Math.max(...one.messages.map(({ data = [] }) => data.length))).toBeLessThan(1_000)
    expect(many.flatMap(({ strikes }) => strikes).length).toBeLessThan(10_000)
  })

  it('ends with the subscription', async () => {
    const { source, channel, clock, since } = setUp()
    for (let i = 0; i < 10; i++) source.batch(strikeAt(START_MS + i * MINUTE))
    const gone = new FakeViewer()
    const quiet = new FakeViewer()
    channel.receive(gone, since(START_MS))
    channel.leave(gone)
    channel.receive(quiet, since(START_MS))
    channel.receive(quiet, { action: 'unsubscribe' })
    const before = [gone.messages.length, quiet.messages.length]
    await clock.advance(MINUTE)
    source.batch(strikeAt(clock.now()))
    expect([gone.messages.length, quiet.messages.length]).toEqual(before)
  })

  it('reports the omitted part if the history fails, and continues live', async () => {
    const { source, clock, history, turns, since } = setUp()
    const broken = { ...history, strikes: { ...history.strikes, late: () => Promise.reject(new Error('no line')) } }
    const channel = createLightningChannel({
      source,
      clock,
      extensions: true,
      history: broken,
      turns,
      replayed: COUNTERS,
    })
    await clock.advance(10 * MINUTE)
    const viewer = new FakeViewer()
    channel.receive(viewer, since(START_MS))
    const meanwhile = strikeAt(clock.now())
    source.batch(meanwhile)
    await clock.advance(SECOND)
    expect(viewer.gaps.at(-1)).toEqual(['08:00:00', '08:10:00'])
    const live = strikeAt(clock.now())
    source.batch(live)
    expect(viewer.strikes).toEqual([meanwhile, live])
  })

  it('is rejected without a moment in nanoseconds', () => {
    const { channel } = setUp()
    const viewer = new FakeViewer()
    for (const since of [START_MS, 'yesterday', -1, 0]) {
      expect(channel.receive(viewer, { action: 'subscribe', since })).toContain('Unix nanoseconds')
    }
    expect(viewer.messages).toEqual([])
    expect(sinceMsOf(`${START_MS}000000`)).toBe(START_MS)
    expect(channel.receive(viewer, { action: 'subscribe' })).toBeNull()
  })

  it('is ignored without a history', () => {
    const { source, clock, turns } = setUp()
    const channel = createLightningChannel({
      source,
      clock,
      extensions: true,
      history: null,
      turns,
      replayed: COUNTERS,
    })
    const viewer = new FakeViewer()
    expect(channel.receive(viewer, { action: 'subscribe', since: 1 })).toBeNull()
    expect(viewer.messages[0]?.type).toBe('subscribed')
  })

  const step = fc.record({
    afterMs: fc.constantFrom(0, 20, 500, 1_000, 1_000, 20_000),
    lateMs: fc.array(fc.oneof(fc.nat(8_000), fc.nat(8_000), fc.nat(600_000)), { maxLength: 6 }),
    stall: fc.boolean(),
  })

  it.each([0, 7, 400])(
    'omits and duplicates no strike, with any concurrent work (history is %s ms away)',
    async (wayMs) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 20, maxLength: 60 }),
          fc.nat(15),
          fc.nat(20),
          async (steps, from, at) => {
            const { source, channel, clock, since, history } = setUp({ wayMs })
            const viewer = new FakeViewer()
            const due: string[] = []
            let sinceMs = 0
            let newestMs = Number.NEGATIVE_INFINITY
            for (const [i, { afterMs, lateMs, stall }] of steps.entries()) {
              await clock.advance(afterMs)
              viewer.unsent = stall ? 2 * 1024 * 1024 : 0
              const records = lateMs.map((ms) => strikeAt(clock.now() - ms))
              source.batch(...records)
              for (const record of records) newestMs = Math.max(newestMs, strikeTimeMs(record.time))
              if (i === from) sinceMs = newestMs
              if (i > from) due.push(...ids(records)) // everything after the strike of `since`
              if (i === from + at && sinceMs > 0) channel.receive(viewer, since(sinceMs))
              if (i % 20 === 19) await history.maintain()
            }
            if (steps.length <= from + at || sinceMs <= 0) return
            viewer.unsent = 0
            await clock.advance(5 * MINUTE)
            const got = ids(viewer.strikes)
            expect(new Set(got).size).toBe(got.length)
            expect(due.filter((id) => !got.includes(id))).toEqual([])
            await history.close()
          },
        ),
        { numRuns: fc.readConfigureGlobal().numRuns ?? 15, seed: 20_260_701 },
      )
    },
    120_000,
  )
})
