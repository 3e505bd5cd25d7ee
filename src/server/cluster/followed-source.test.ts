import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../testing/fakes/fake-source.ts'
import { createFollowedSource } from './followed-source.ts'
import type { LeaderWord } from './leader-word.ts'
import type { LogEntry } from './log-entries.ts'

function createSource(clock: Clock) {
  const nothing = { strikes: [], reports: [], observed: [], gaps: [], coveredMs: { lightning: null, metar: null } }
  return createFollowedSource({
    ...{ clock, simulated: true, pointsPerDay: 1, takenNumber: 0, logName: 'log', ask: async () => null, opened() {} },
    remembered: { ...nothing, simulated: true, aheadMs: 0 } as never,
    closed: async () => {},
  })
}

it('tells all strikes of a message in one batch, at the place of that message', async () => {
  const source = createSource(createFakeClock())
  const told: unknown[] = []
  source.onStrikes((event) => {
    told.push([source.position?.(), event.kind, ...(event.kind === 'batch' ? event.records.map(({ lon }) => lon) : [])])
  })
  const batch = (...lons: number[]): LogEntry => ({
    of: 'lightning',
    event: { kind: 'batch', records: lons.map((lon) => ({ lon }) as StrikeRecord) },
  })
  const observed: LogEntry = { of: 'lightning', event: { kind: 'observed', fromMs: 1, toMs: 2 } }
  expect(source.position?.()).toBe('log-0')
  source.take(1, [{ of: 'term', holder: 'who leads' }])
  source.take(2, [batch(101), observed, batch(102, 103), observed])
  source.take(3, [observed, batch()])
  expect(told).toEqual([
    ['log-2', 'batch', 101, 102, 103],
    ['log-2', 'observed'],
    ['log-2', 'observed'],
    ['log-2', 'observed'],
    ['log-3', 'batch'],
  ])
})

it('passes over what a later version writes, and tells all else of its message', () => {
  const source = createSource(createFakeClock())
  const told: string[] = []
  source.onStrikes((event) => told.push(event.kind))
  const observed: LogEntry = { of: 'lightning', event: { kind: 'observed', fromMs: 1, toMs: 2 } }
  source.take(1, [{ of: 'sferics', event: { kind: 'batch', records: [] } } as unknown as LogEntry, observed])
  expect([told, source.readNumber()]).toEqual([['observed'], 1])
})

it('claims nothing of the present where the log is silent for two seconds, whatever is said of the lines', async () => {
  const clock = createFakeClock()
  const source = createSource(clock)
  const links = { lightning: LIVE, metar: LIVE }
  const fromMs = clock.now()
  let coveredMs = fromMs
  for (let number = 1; number <= 30; number++) {
    await clock.advance(1_000)
    source.hear({ term: 1, number, dueNumber: number, links, nowMs: clock.now() } as LeaderWord)
    const toMs = clock.now()
    source.take(number, [{ of: 'lightning', event: { kind: 'observed', fromMs: coveredMs, toMs } }])
    coveredMs = toMs
  }
  await clock.advance(1_500)
  expect(source.notObserved?.(fromMs, clock.now())).toEqual([])
  await clock.advance(1_000)
  expect(source.links().lightning.state).toBe('live')
  const nowMs = clock.now()
  const [hole] = source.notObserved?.(fromMs, nowMs) ?? []
  expect(hole!.toMs).toBe(nowMs)
  expect(hole!.fromMs).toBeLessThan(nowMs - 10_000)
})

it('takes ahead only what comes right after what is here', () => {
  const source = createSource(createFakeClock())
  const ahead = (number: number) => source.takeAhead({ number, entries: [], id: String(number), name: 'told' })
  for (const number of [2, 1, 1, 3, 2]) expect(ahead(number)).toBe(true)
  expect([source.takenNumber(), source.aheadAfter(0).map(({ number }) => number)]).toEqual([2, [1, 2]])
})
