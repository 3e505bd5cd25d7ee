import { expect, it } from 'vitest'
import { reportFromRecord } from './read-report.ts'
import { compareReports, hasThunderstorm, reportAge } from './report.ts'

const OBSERVED_MS = Date.UTC(2026, 6, 1, 8)
const base = reportFromRecord({
  icao: 'ZSPD',
  raw_metar: 'METAR ZSPD 010800Z 21004MPS 3000 BR BKN040 28/25 Q1008 NOSIG',
  obs_time: '2026-07-01T08:00:00Z',
  report_type: 'METAR',
  arrived_at: '2026-07-01T08:04:10Z',
})!

it('orders by observation, then correction, then arrival', () => {
  const report = (more: object) => ({ ...base, ...more })
  expect(compareReports(report({ obsTimeMs: OBSERVED_MS + 1 }), report({ isCorrected: true }))).toBeGreaterThan(0)
  expect(compareReports(report({ isCorrected: true, arrivedAtMs: 0 }), base)).toBeGreaterThan(0)
  expect(compareReports(report({ arrivedAtMs: base.arrivedAtMs! + 1 }), base)).toBeGreaterThan(0)
  expect(compareReports(base, report({}))).toBe(0)
})

it('is overdue after 75 min and outdated after 2 h', () => {
  const min = 60_000
  expect([0, 75, 76, 120, 121].map((age) => reportAge(OBSERVED_MS, OBSERVED_MS + age * min))).toEqual([
    'current',
    'current',
    'overdue',
    'overdue',
    'outdated',
  ])
})

it('sees a thunderstorm at the airport and in its vicinity', () => {
  expect(hasThunderstorm({ weather: ['BR', '+TSRA'] })).toBe(true)
  expect(hasThunderstorm({ weather: ['VCTS'] })).toBe(true)
  expect(hasThunderstorm({ weather: ['-RA'] })).toBe(false)
})
