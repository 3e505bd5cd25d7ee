import { expect, it } from 'vitest'
import type { Gap } from '../../contract/brontide.ts'
import { formatUtc } from '../../contract/time.ts'
import { batchEntry, observedEntry, openSharedSource } from '../../testing/cluster/shared-source-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE, strikeRecord } from '../../testing/fakes/fake-source.ts'
import type { LeaderMessage } from './leader-message.ts'
import type { LogEntry } from './messages.ts'

const MINUTE = 60_000
const LINKS = { lightning: LIVE, metar: LIVE }
/** Of the leader `x`, whose first message of the log is message 2. */
const MESSAGE = { token: 9, holder: 'x', term: 2, number: 2, logName: 'log', nowMs: 0, links: LINKS } as LeaderMessage

function setUp(gaps: readonly Gap[] = [], clock = createFakeClock()) {
  const source = openSharedSource(clock, { gaps })
  const told: unknown[] = []
  const logged: unknown[] = []
  source.onStrikes((event) => {
    if (event.kind === 'batch') told.push([source.position!(), ...event.records.map(({ lon }) => lon)])
    else if (event.kind !== 'link') told.push(event.kind)
  })
  source.logged.onStrikes((event) => {
    if (event.kind === 'batch') logged.push(event.records.map(({ lon }) => lon))
    else if (event.kind !== 'link') logged.push(event.kind)
  })
  const strike = (lon: number, agoMs = 5_000) =>
    strikeRecord({ lon, time: BigInt(Math.round(clock.now() - agoMs)) * 1_000_000n })
  return { clock, source, told, logged, strike, frames: () => told.filter((each) => Array.isArray(each)).length }
}

const observed = observedEntry(1)

it('delivers strikes of a line at once, and not again from the log', async () => {
  const { source, told, logged, strike } = setUp()
  const a = strike(101)
  const b = strike(102)
  const c = strike(103)
  source.deliver({ isLive: true, records: [a] })
  expect([told, logged]).toEqual([[['log-0', 101]], []])
  expect(source.unlogged!()).toEqual([a])
  // Line B has one more of the same second, which is delivered at once.
  source.deliver({ isLive: true, records: [a, b] })
  source.read(1, [{ of: 'term', holder: 'a' }])
  // An entry of a later version is skipped.
  source.read(2, [batchEntry(a, b, c), { of: 'sferics', event: {} } as unknown as LogEntry, observed])
  expect(told).toEqual([['log-0', 101], ['log-0', 102], ['log-2', 103], 'observed'])
  expect(logged).toEqual([[101, 102, 103], 'observed'])
  expect(source.unlogged!()).toEqual([])
  expect(await source.strikes(1)).toEqual([a, b, c])
})

it('sends an empty batch for each second, however many lines bring one', async () => {
  const { clock, source, frames } = setUp()
  for (let second = 0; second < 3; second++) {
    for (const atMs of [0, 100, 300]) {
      await clock.advance(atMs)
      source.deliver({ isLive: true, records: [] })
    }
    source.read(second + 1, [observed])
    await clock.advance(600)
  }
  expect(frames()).toBe(3)
  // A repetition, or an answer of REST, without anything new is no sign of a line.
  await clock.advance(5_000)
  source.deliver({ isLive: false, records: [] })
  expect(frames()).toBe(3)
})

it('sends viewers nothing older than twenty minutes, and records it', () => {
  const { source, told, logged, strike } = setUp()
  const old = strike(101, 21 * MINUTE)
  source.deliver({ isLive: true, records: [old, strike(102, 19 * MINUTE)] })
  expect(told).toEqual([['log-0', 102]])
  expect(source.unlogged!()).toContain(old)
  source.read(1, [batchEntry(old)])
  expect(logged).toEqual([[101]])
})

it('detects a log that has lost its end by the first message of a leader, and has the lost strikes as unlogged again', () => {
  const { source, frames, strike } = setUp()
  const a = strike(101)
  const b = strike(102)
  const report: LogEntry = { of: 'metar', event: { kind: 'reports', records: [] } }
  source.read(1, [batchEntry(a)])
  source.read(2, [batchEntry(b), observed, report])
  const message = { ...MESSAGE, logName: 'anew' }
  expect(source.hear(message)).toBe(2)
  expect(source.takeBack(1)).toEqual([observed, report])
  expect([source.unlogged!(), source.position!()]).toEqual([[b], 'anew-1'])
  source.read(2, [{ of: 'term', holder: 'x' }])
  expect(source.hear(message)).toBe(null)
  source.read(3, [batchEntry(b)])
  expect(source.unlogged!()).toEqual([])
  expect(frames()).toBe(2)
  // Message 2 is of another leader, and message 4 is not read yet.
  expect([source.hear({ ...message, holder: 'y' }), source.hear({ ...message, term: 4 })]).toEqual([2, null])
})

it('takes back the last six hundred messages of the log, with fifty thousand records', () => {
  const { source } = setUp()
  for (let number = 1; number <= 700; number++) source.read(number, [observed])
  // Whether the first message of a leader was read is known as long.
  expect([source.hear({ ...MESSAGE, term: 101 }), source.hear({ ...MESSAGE, term: 100 })]).toEqual([101, null])
  expect(source.takeBack(0)).toHaveLength(600)
  const records = new Array(1_000).fill(strikeRecord())
  for (let number = 1; number <= 52; number++) source.read(number, [batchEntry(...records), observed])
  expect(source.takeBack(0)).toHaveLength(50)
})

it('reports the present as not observed after 3.5 s without log messages, also while lines are live', async () => {
  const { clock, source } = setUp()
  const fromMs = clock.now()
  let coveredMs = fromMs
  for (let number = 1; number <= 30; number++) {
    await clock.advance(1_000)
    source.deliver({ isLive: true, records: [] })
    const toMs = clock.now()
    source.read(number, [observedEntry(coveredMs, toMs)])
    coveredMs = toMs
  }
  await clock.advance(1_500)
  expect(source.notObserved?.(fromMs, clock.now())).toEqual([])
  await clock.advance(2_500)
  source.deliver({ isLive: true, records: [] })
  expect(source.links().lightning.state).toBe('live')
  const nowMs = clock.now()
  const [hole] = source.notObserved?.(fromMs, nowMs) ?? []
  expect(hole!.toMs).toBe(nowMs)
  expect(hole!.fromMs).toBeLessThan(nowMs - 10_000)
})

it('reports a hole from before its start as lost if it is not filled while the upstream has its strikes', async () => {
  const clock = createFakeClock()
  const hole = (agoMs: number): Gap => {
    const toMs = clock.now() - agoMs
    return { feed: 'lightning', from: formatUtc(toMs - 2_500), to: formatUtc(toMs) }
  }
  const old = hole(6 * MINUTE)
  const unfilled = hole(MINUTE)
  const { source } = setUp([old, unfilled, hole(4_000)], clock)
  expect(source.gaps()).toEqual([old])
  source.read(1, [observedEntry(clock.now() - 10_000, clock.now())])
  await clock.advance(4.5 * MINUTE)
  expect(source.gaps()).toEqual([old, unfilled])
})
