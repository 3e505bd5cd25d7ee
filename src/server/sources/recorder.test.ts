import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../contract/lightning.ts'
import { delay } from '../../core/time/clock.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, reportRecord } from '../../testing/fakes/fake-source.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../testing/history-kit.ts'
import type { HistoryEntry } from '../history/history.ts'
import { recordSource } from './recorder.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const log = pino({ level: 'silent' })

function setUp() {
  const kit = setUpHistory()
  const source = new FakeSource()
  recordSource({ source, history: kit.history, clock: kit.clock, log })
  const observes = (fromMs: number, toMs: number) => source.emitStrikes({ kind: 'observed', fromMs, toMs })
  return {
    ...kit,
    source,
    observes,
    /** A batch each second, and events of the line. */
    async line(seconds: number) {
      let fromMs = kit.clock.now()
      for (let i = 0; i < seconds; i++) {
        await kit.clock.advance(SECOND)
        const toMs = kit.clock.now()
        source.batch(strikeAt(toMs - 2 * SECOND))
        observes(fromMs, toMs)
        fromMs = toMs
      }
    },
    /** Unobserved seconds of the first hour, after pending writes. */
    async missing(feed: 'lightning' | 'metar' = 'lightning') {
      await kit.clock.advance(SECOND)
      const spans = await kit.history.missing(feed, START_MS, START_MS + HOUR)
      return spans
        .filter(({ fromMs, toMs }) => toMs - fromMs > 1)
        .map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => Math.round((ms - START_MS) / 10) / 100))
    },
  }
}

describe('observed time', () => {
  it('is that of the source only', async () => {
    const { line, source, observes, clock, missing } = setUp()
    await line(60)
    expect(await missing()).toEqual([[60, 3_600]])
    source.batch(strikeAt(clock.now()))
    await clock.advance(SECOND)
    source.batch(strikeAt(clock.now()))
    expect(await missing()).toEqual([[60, 3_600]])
    observes(START_MS + 60 * SECOND, START_MS + 90 * SECOND)
    expect(await missing()).toEqual([[90, 3_600]])
    source.emitReports({ kind: 'observed', fromMs: START_MS, toMs: START_MS + MINUTE })
    expect(await missing('metar')).toEqual([[60, 3_600]])
  })

  it('excludes time that the source reports as lost', async () => {
    const { line, source, missing } = setUp()
    await line(60)
    const [from, to] = [3, 6].map((s) => new Date(START_MS + s * SECOND).toISOString()) as [string, string]
    source.emitStrikes({ kind: 'gap', gap: { feed: 'lightning', from, to } })
    expect(await missing()).toEqual([
      [3, 6],
      [60, 3_600],
    ])
  })

  it('is there after a restart, up to the last batch', async () => {
    const { line, reopen, history, clock } = setUp()
    expect((await history.memory.recall()).coveredMs.lightning).toBeNull()
    await line(60)
    await clock.advance(SECOND)
    const again = await reopen()
    expect((await again.memory.recall()).coveredMs.lightning).toBeCloseTo(clock.now() - SECOND, 0)
    again.write(observed(START_MS + 90 * SECOND, START_MS + 100 * SECOND))
    expect(await again.missing('lightning', START_MS + MINUTE, START_MS + 100 * SECOND)).toEqual([
      { fromMs: expect.closeTo(START_MS + MINUTE, -1), toMs: START_MS + 90 * SECOND },
    ])
  })
})

describe('a clock that is set', () => {
  it('ahead and back again claims nothing of the time between', async () => {
    const { line, clock, missing } = setUp()
    await line(60)
    clock.step(30 * MINUTE)
    await line(60)
    clock.step(-30 * MINUTE)
    await line(60)
    expect(await missing()).toEqual([
      [60, 120],
      [180, 3_600],
    ])
  })

  it.each([-2, 2])('keeps each strike of a source whose own clock is %i h from ours', async (hours) => {
    const { clock, history, ids } = setUpHistory()
    const source = Object.assign(new FakeSource(), { nowMs: () => clock.now() + hours * HOUR })
    recordSource({ source, history, clock, log })
    const strike = strikeAt(source.nowMs())
    source.batch(strike)
    expect(await ids()).toEqual([strikeIdentity(strike)])
    expect((await history.status()).outOfTime).toBe(0)
  })

  it('set back removes nothing observed by an earlier run', async () => {
    const { line, clock, reopen, history } = setUp()
    await line(100)
    await history.close()
    clock.step(-60 * MINUTE)
    const again = await reopen()
    const source = new FakeSource()
    recordSource({ source, history: again, clock, log })
    for (const ms of [0, -5 * MINUTE]) {
      clock.step(ms)
      source.emitStrikes({ kind: 'observed', fromMs: clock.now() - SECOND, toMs: clock.now() })
      source.batch()
    }
    again.write({ kind: 'lost', feed: 'lightning', fromMs: 0, toMs: Number.POSITIVE_INFINITY })
    expect(await again.missing('lightning', START_MS + SECOND + 1, START_MS + 99 * SECOND)).toEqual([])
  })
})

describe('stored records', () => {
  it('are stored before listeners receive the next event', async () => {
    const { source, ids, history, reopen } = setUp()
    const strike = strikeAt(START_MS)
    source.batch(strike)
    source.emitReports({ kind: 'reports', records: [reportRecord()] })
    expect((await history.status()).waiting).toBe(0)
    const { reports, strikes } = await (await reopen()).memory.recall()
    expect(await ids()).toEqual([strikeIdentity(strike)])
    expect(reports).toEqual([reportRecord()])
    expect(strikes).toEqual([strike])
  })

  it('reports to a source the strikes of a minute before the five covered by REST, which may have arrived in them', async () => {
    const { source, clock, reopen } = setUp()
    source.batch(strikeAt(START_MS))
    await clock.advance(5.9 * MINUTE)
    const history = await reopen()
    expect((await history.memory.recall()).strikes).toHaveLength(1)
    await clock.advance(0.2 * MINUTE)
    expect((await history.memory.recall()).strikes).toEqual([])
  })

  it('ends with the recording', async () => {
    const { history, clock, ids } = setUp()
    const source = new FakeSource()
    recordSource({ source, history, clock, log })()
    source.batch(strikeAt(START_MS))
    expect(await ids()).toEqual([])
  })
})

describe('a history that fails', () => {
  it.each([
    ['rejects', () => Promise.reject(new Error('no line to the history'))],
    [
      'throws',
      () => {
        throw new Error('no line to the history')
      },
    ],
    ['never answers', () => new Promise<void>(() => {})],
  ])('affects neither the feed nor other listeners if it %s', async (_how, write) => {
    const clock = createFakeClock()
    const source = new FakeSource()
    const heard: number[] = []
    recordSource({ source, history: { write }, clock, log })
    source.onStrikes((event) => event.kind === 'batch' && heard.push(event.records.length))
    for (let second = 0; second < 3; second++) {
      source.batch(strikeAt(clock.now()))
      await clock.advance(SECOND)
    }
    expect(heard).toEqual([1, 1, 1])
  })

  it('is waited for at the end', async () => {
    const { source, clock } = setUp()
    const written: string[] = []
    const write = async (...entries: HistoryEntry[]) => {
      await delay(clock, SECOND)
      written.push(...entries.map(({ kind }) => kind))
    }
    const stop = recordSource({ source, history: { write }, clock, log })
    source.batch(strikeAt(START_MS))
    let isStopped = false
    const stopped = stop().then(() => {
      isStopped = true
    })
    await clock.advance(SECOND / 2)
    expect(isStopped).toBe(false)
    await clock.advance(SECOND / 2)
    await stopped
    expect(written).toEqual(['strikes'])
  })
})
