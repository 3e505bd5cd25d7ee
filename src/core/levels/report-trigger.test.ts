import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../contract/metar.ts'
import type { Level } from '../../contract/watch/levels.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import { judge } from './report-trigger.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8, 5)

function isMet(wind: string, windMps: number): boolean | null {
  const raw_metar = `METAR ZGSZ 010800Z ${wind} 0800 +SHRA OVC005 25/25 Q0960`
  const report = reportFromRecord(reportRecordSchema.parse({ icao: 'ZGSZ', raw_metar, obs_time: '2026-07-01T08:00Z' }))!
  const level = { id: 'wind', name: 'Wind', report: { windMps, scheme: 'icao' } } as unknown as Level
  return judge(level, report, NOW_MS).isMet
}

it('does not clear a level of wind by a speed that is a minimum', () => {
  expect(isMet('070P49MPS', 45)).toBe(true)
  expect(isMet('070P49MPS', 55)).toBeNull()
  expect(isMet('07049MPS', 55)).toBe(false)
})
