import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../contract/metar.ts'
import type { Level } from '../../contract/watch/levels.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import { judge } from './report-trigger.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8, 5)

function isMet(groups: string, limits: { windMps: number } | { visibilityM: number }): boolean | null {
  const raw_metar = `METAR ZGSZ 010800Z ${groups} OVC005 25/25 Q0960`
  const report = reportFromRecord(reportRecordSchema.parse({ icao: 'ZGSZ', raw_metar, obs_time: '2026-07-01T08:00Z' }))!
  const level = { id: 'report', name: 'Report', report: { ...limits, scheme: 'icao' } } as unknown as Level
  return judge(level, report, NOW_MS).isMet
}

it('does not clear a level of wind by a speed that is a minimum', () => {
  expect(isMet('070P49MPS 0800 +SHRA', { windMps: 45 })).toBe(true)
  expect(isMet('070P49MPS 0800 +SHRA', { windMps: 55 })).toBeNull()
  expect(isMet('07049MPS 0800 +SHRA', { windMps: 55 })).toBe(false)
})

it('does not clear a level of visibility by a value that is a maximum', () => {
  expect(isMet('07004MPS M1/4SM FG', { visibilityM: 800 })).toBe(true)
  expect(isMet('07004MPS M1/4SM FG', { visibilityM: 200 })).toBeNull()
  expect(isMet('07004MPS 1/4SM FG', { visibilityM: 200 })).toBe(false)
})
