import { expect, it } from 'vitest'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Span } from '../../../core/time/spans.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { PastReports } from './past-reports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function setUp() {
  const clock = createFakeClock()
  const startMs = clock.now()
  const stored: ReportRecord[] = []
  const asked: Span[] = []
  const past = new PastReports({
    clock,
    changed: () => {},
    past: {
      async reports(period) {
        asked.push(period)
        return stored.filter(({ obs_time }) => {
          const ms = Date.parse(obs_time!)
          return ms >= period.fromMs && ms < period.toMs
        })
      },
    },
  })
  /** A report `agoMin` minutes before the start, received `lateMin` after its observation. */
  const report = (agoMin: number, lateMin = 2, over: Partial<ReportRecord> = {}) => {
    const obsMs = startMs - agoMin * MINUTE
    stored.push(
      reportRecord({
        obs_time: new Date(obsMs).toISOString(),
        arrived_at: new Date(obsMs + lateMin * MINUTE).toISOString(),
        ...over,
      }),
    )
  }
  const standingAt = async (agoMin: number) => {
    const atMs = startMs - agoMin * MINUTE
    past.want(atMs)
    await clock.advance(1_000)
    return [...past.standing(atMs).values()].map(({ obsTimeMs }) => Math.round((startMs - obsTimeMs) / MINUTE))
  }
  return { clock, past, asked, report, standingAt, startMs }
}

it('is the one observed and received by that moment', async () => {
  const { report, standingAt } = setUp()
  report(130)
  report(70)
  report(40, 15)
  expect(await standingAt(60)).toEqual([70])
  expect(await standingAt(30)).toEqual([70])
  expect(await standingAt(20)).toEqual([40])
})

it('keeps an outdated report, and drops one of another half of the day', async () => {
  const { report, standingAt } = setUp()
  report(500)
  expect(await standingAt(500 - 150)).toEqual([500])
  expect(await standingAt(500 - 181)).toEqual([])
  expect(await standingAt(100)).toEqual([])
})

it('is ready once complete, and requests an hour once', async () => {
  const { past, asked, standingAt, startMs } = setUp()
  expect(past.isReady(startMs - 3 * HOUR)).toBe(false)
  await standingAt(180)
  expect(past.isReady(startMs - 3 * HOUR)).toBe(true)
  const count = asked.length
  await standingAt(179)
  expect(asked.length).toBe(count)
  expect(asked.every(({ fromMs, toMs }) => fromMs % HOUR === 0 && toMs - fromMs === HOUR)).toBe(true)
})

it('requests an unfinished hour again for a later moment', async () => {
  const { clock, asked, report, standingAt } = setUp()
  report(10)
  expect(await standingAt(5)).toEqual([10])
  await clock.advance(30 * MINUTE)
  report(-20)
  const count = asked.length
  expect(await standingAt(-25)).toEqual([-20])
  expect(asked.length).toBeGreaterThan(count)
})
