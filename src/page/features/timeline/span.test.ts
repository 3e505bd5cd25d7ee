import { expect, it } from 'vitest'
import { spanFor, stepMs, tickTimes, timelineSpans } from './span.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const keys = (windowMinutes: number, hours: number | null) => timelineSpans(windowMinutes, hours).map(({ key }) => key)

it('reaches from the window to the whole history', () => {
  expect(keys(30, 72)).toEqual(['window', '2', '6', '24', '72'])
  expect(keys(30, 12)).toEqual(['window', '2', '6', '12'])
  expect(keys(30, 8_760)).toEqual(['window', '2', '6', '24', '72', '168', '720', '8760'])
  expect(keys(30, 0.5)).toEqual(['window'])
  expect(keys(120, 72)).toEqual(['window', '6', '24', '72'])
  expect(keys(30, null)).toEqual(['window'])
})

it('counts the page’s strikes itself, and requests the rest from the server in a limited number of bins', () => {
  const spans = timelineSpans(30, 720)
  expect(spans.map(({ remote }) => remote)).toEqual([false, false, true, true, true, true, true])
  for (const { ms, binMs, remote } of spans.filter((span) => span.remote)) {
    expect([remote, ms / binMs <= 721, binMs % MINUTE]).toEqual([true, true, 0])
  }
  expect(spans.find(({ key }) => key === '24')!.binMs).toBe(3 * MINUTE)
})

it('grows until the shown moment is on it', () => {
  const spans = timelineSpans(30, 72)
  expect(spanFor(spans, 'window', 0).key).toBe('window')
  expect(spanFor(spans, 'window', 31 * MINUTE).key).toBe('2')
  expect(spanFor(spans, '24', 31 * MINUTE).key).toBe('24')
  expect(spanFor(spans, 'window', 400 * HOUR).key).toBe('72')
  expect(spanFor(spans, 'gone', 0).key).toBe('window')
})

it('steps by ten seconds at least', () => {
  expect(timelineSpans(30, 72).map(stepMs)).toEqual([10_000, 40_000, 120_000, 480_000, 1_440_000])
})

it('writes times at whole steps, no more than there is room for', () => {
  const fromMs = Date.UTC(2026, 6, 1, 8, 7)
  expect(tickTimes(fromMs, fromMs + 30 * MINUTE, 6).map((ms) => new Date(ms).toISOString().slice(11, 16))).toEqual([
    '08:10',
    '08:15',
    '08:20',
    '08:25',
    '08:30',
    '08:35',
  ])
  expect(tickTimes(fromMs, fromMs + 72 * HOUR, 4).length).toBeLessThanOrEqual(4)
})
