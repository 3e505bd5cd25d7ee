import { describe, expect, it } from 'vitest'
import type { FeedStatus } from '../../../client/feed/feed.ts'
import { createFakeClock, FAKE_START_MS } from '../../../testing/fakes/fake-clock.ts'
import type { ServerConnection } from '../server-connection.ts'
import { LiveStrikeStore } from './live-strike-store.ts'

const MIN = 60_000
const sinceStart = (ms: number) => Math.round(ms - FAKE_START_MS)

async function setUp() {
  const clock = createFakeClock()
  const status: FeedStatus = {
    state: 'live',
    sinceMs: clock.now(),
    lastDataMs: clock.now(),
    reconnects: 0,
    lastError: null,
    fault: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  }
  const memory = new LiveStrikeStore({ clock, strikes: { status: () => status } } as unknown as ServerConnection)
  clock.every(1_000, memory.line.look)
  const batch = () => {
    status.lastDataMs = clock.now()
    memory.take({ kind: 'records', records: [], from: 'live' })
  }
  memory.take({ kind: 'observed', fromMs: clock.now() - 60 * MIN, toMs: clock.now() })
  batch()
  /** In whole milliseconds after the beginning. */
  const missing = () =>
    memory.observed
      .missing(clock.now() - 10 * MIN, clock.now(), memory.heardMs(clock.now()))
      .map(({ fromMs, toMs }) => ({ fromMs: sinceStart(fromMs), toMs: sinceStart(toMs) }))
  return { clock, status, memory, batch, missing, nowMs: () => sinceStart(clock.now()) }
}

describe('the observed part of the past', () => {
  it('is complete while batches arrive, and ends at the last one once they are late', async () => {
    const { clock, batch, missing, nowMs } = await setUp()
    await clock.advance(9_990)
    expect(missing()).toEqual([])
    batch()
    const lastMs = nowMs()
    await clock.advance(12_000)
    expect(missing()).toEqual([{ fromMs: lastMs, toMs: nowMs() }])
  })

  it('is not the time since the last batch while the source behind the line is silent', async () => {
    const { clock, status, missing, nowMs } = await setUp()
    const lastMs = nowMs()
    status.state = 'source-down'
    await clock.advance(5_001)
    expect(missing()).toEqual([{ fromMs: lastMs, toMs: nowMs() }])
  })

  it('is not an interruption of the feed, until REST has returned it', async () => {
    const { clock, status, memory, batch, missing, nowMs } = await setUp()
    const brokenMs = clock.now()
    await clock.advance(MIN)
    status.reconnects++
    batch()
    const backMs = nowMs()
    await clock.advance(1_000)
    batch()
    expect(missing()).toEqual([{ fromMs: sinceStart(brokenMs), toMs: backMs }])
    memory.take({ kind: 'observed', fromMs: brokenMs - MIN, toMs: clock.now() })
    expect(missing()).toEqual([])
  })

  it('is missing after an unreadable message, until REST has returned it', async () => {
    const { clock, memory, batch, missing } = await setUp()
    await clock.advance(MIN)
    batch()
    const hole = { fromMs: clock.now() - 16_000, toMs: clock.now() - 1_000 }
    memory.take({ kind: 'missing', ...hole })
    expect(missing()).toEqual([{ fromMs: sinceStart(hole.fromMs), toMs: sinceStart(hole.toMs) }])
    memory.take({ kind: 'observed', fromMs: hole.fromMs - MIN, toMs: clock.now() })
    expect(missing()).toEqual([])
  })

  it('is an interruption of the feed too if REST returned it before the first message', async () => {
    const { clock, status, memory, batch, missing } = await setUp()
    await clock.advance(MIN)
    status.reconnects++
    memory.take({ kind: 'observed', fromMs: clock.now() - 5 * MIN, toMs: clock.now() })
    await clock.advance(500)
    batch()
    expect(missing().filter(({ fromMs, toMs }) => toMs - fromMs > 1_000)).toEqual([])
  })

  it('is an interruption of the feed without the part that REST has returned', async () => {
    const { clock, status, memory, batch, missing } = await setUp()
    const brokenMs = clock.now()
    await clock.advance(8 * MIN)
    status.reconnects++
    const reachMs = clock.now() - 5 * MIN
    memory.take({ kind: 'observed', fromMs: reachMs, toMs: clock.now() })
    await clock.advance(500)
    batch()
    const [hole, ...more] = missing()
    expect(hole).toEqual({ fromMs: sinceStart(brokenMs), toMs: sinceStart(reachMs) })
    expect(more.filter(({ fromMs, toMs }) => toMs - fromMs > 1_000)).toEqual([])
  })
})
