import { expect, it } from 'vitest'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { PastStrikes } from './past-strikes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A history with a strike each minute, on the half minute. */
function setUp() {
  const clock = createFakeClock()
  const nowMs = clock.now()
  const asked: Span[] = []
  const observed = new Spans([{ fromMs: 0, toMs: nowMs }])
  const trouble = { status: 0 }
  const strikes = new PastStrikes({
    clock,
    changed: () => {},
    past: {
      strikes: {
        async read(period) {
          asked.push(period)
          if (trouble.status) throw new ContractError('unavailable', 'no history today', trouble.status)
          const records: StrikeRecord[] = []
          for (let ms = Math.ceil(period.fromMs / MINUTE) * MINUTE + MINUTE / 2; ms < period.toMs; ms += MINUTE) {
            records.push({ time: ms * 1e6, lat: 30, lon: 100 + ((ms / MINUTE) % 20) })
          }
          return {
            async *pieces() {
              yield records
            },
            notObserved: observed.missing(period.fromMs, period.toMs),
            toMs: period.toMs,
          }
        },
      },
    },
  })
  const want = async (agoMs: number, windowMs = 30 * MINUTE, aheadMs = 0) => {
    const shownMs = nowMs - agoMs
    strikes.want({ fromMs: shownMs - windowMs, shownMs, aheadMs })
    await clock.advance(MINUTE)
    return { fromMs: shownMs - windowMs, toMs: shownMs }
  }
  const count = ({ fromMs, toMs }: Span) => strikes.columns.countSince(fromMs, null, { untilMs: toMs })
  return { clock, nowMs, strikes, asked, observed, trouble, want, count }
}

it('holds the window of the shown moment, the newest first, and each part once', async () => {
  const { strikes, asked, want, count } = setUp()
  const window = await want(5 * HOUR)
  expect(count(window)).toBe(30)
  expect(strikes.pending(window.fromMs, window.toMs)).toEqual([])
  expect(asked.map(({ toMs }) => toMs)).toEqual(asked.map(({ toMs }) => toMs).sort((a, b) => b - a))
  const before = asked.length
  await want(5 * HOUR + 5 * MINUTE)
  expect(asked.length - before).toBeLessThanOrEqual(1)
})

it('keeps held strikes as time advances, and loads the strikes to be shown next', async () => {
  const { nowMs, strikes, want, count } = setUp()
  await want(5 * HOUR, 30 * MINUTE, 20 * MINUTE)
  const { columns } = strikes
  expect(strikes.readyToMs(nowMs - 5 * HOUR)).toBeGreaterThanOrEqual(nowMs - 5 * HOUR + 20 * MINUTE)
  const later = await want(4 * HOUR)
  expect(strikes.columns).toBe(columns)
  expect(count(later)).toBe(30)
})

it('restarts for another part of the past, without using more memory', async () => {
  const { strikes, want, count } = setUp()
  await want(60 * HOUR)
  const { columns } = strikes
  const window = await want(20 * HOUR, 120 * MINUTE)
  expect(strikes.columns).not.toBe(columns)
  expect(count(window)).toBe(120)
  expect(strikes.columns.end).toBeLessThan(200)
})

it('holds three hours at most, however long it is played', async () => {
  const { strikes, want, count } = setUp()
  for (let hours = 60; hours > 40; hours--) await want(hours * HOUR)
  const window = await want(40 * HOUR)
  expect(count(window)).toBe(30)
  expect(strikes.columns.end - strikes.columns.first).toBeLessThanOrEqual(200)
})

it('distinguishes unobserved from loading periods', async () => {
  const { nowMs, strikes, observed, want } = setUp()
  const gap = { fromMs: nowMs - 5 * HOUR - 10 * MINUTE, toMs: nowMs - 5 * HOUR - 7 * MINUTE }
  observed.remove(gap.fromMs, gap.toMs)
  const window = { fromMs: nowMs - 5 * HOUR - 30 * MINUTE, toMs: nowMs - 5 * HOUR }
  expect(strikes.pending(window.fromMs, window.toMs)).toEqual([window])
  expect(strikes.notObserved(window.fromMs, window.toMs)).toEqual([])
  await want(5 * HOUR)
  expect(strikes.pending(window.fromMs, window.toMs)).toEqual([])
  expect(strikes.notObserved(window.fromMs, window.toMs)).toEqual([gap])
})

it('requests aligned periods of ten minutes', async () => {
  const { clock, asked, want } = setUp()
  await want(5 * HOUR + 3 * MINUTE)
  const first = asked.splice(0)
  expect(first.length).toBeGreaterThan(2)
  for (const { fromMs, toMs } of first) expect([fromMs % (10 * MINUTE), toMs - fromMs]).toEqual([0, 10 * MINUTE])
  await want(30 * HOUR) // restarts
  asked.length = 0
  await want(5 * HOUR + 3 * MINUTE + (clock.now() % MINUTE))
  expect(new Set(asked.map(({ fromMs }) => fromMs))).toEqual(new Set(first.map(({ fromMs }) => fromMs)))
})

it('reports the reason of a failure, and recovers', async () => {
  const { clock, strikes, trouble, want, count } = setUp()
  trouble.status = 503
  const window = await want(5 * HOUR)
  expect(strikes.trouble).toContain('no history today')
  trouble.status = 0
  await clock.advance(MINUTE)
  expect(strikes.trouble).toBeNull()
  expect(count(window)).toBe(30)
})

it('requests nothing after it is closed', async () => {
  const { clock, strikes, asked, want } = setUp()
  await want(5 * HOUR)
  strikes.close()
  const before = asked.length
  await clock.advance(HOUR)
  expect(asked.length).toBe(before)
})
