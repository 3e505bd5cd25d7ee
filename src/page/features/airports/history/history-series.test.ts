import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../../../contract/metar.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import { historyEndMs } from '../airport-queries.ts'
import { historySeries, mergeReports } from './history-series.ts'

const report = (hhmm: string, groups = '21004MPS 9999 NSC 20/10 Q1010', kind = 'METAR') =>
  reportFromRecord(
    reportRecordSchema.parse({
      icao: 'ZSPD',
      raw_metar: `${kind} ZSPD 01${hhmm}Z ${groups}`,
      arrived_at: '2026-07-01T12:00:00Z',
    }),
  )!

it('joins history and live reports, each time once, and the correction for its original', () => {
  const corrected = report('0900', 'COR 21004MPS 8000 NSC 20/10 Q1010')
  const merged = mergeReports([report('0800'), report('0900')], [corrected, report('1000')], 0)
  expect(merged.map(({ visibilityM }) => visibilityM)).toEqual([10_000, 8000, 10_000])
  expect(mergeReports([report('0800')], [report('0900')], Date.UTC(2026, 6, 1, 8, 30))).toHaveLength(1)
})

it('breaks the lines where reports are missing', () => {
  const { timesMs, wind } = historySeries([report('0600'), report('0700'), report('1000')], 'metric')
  expect(wind).toEqual([4, 4, null, 4])
  expect(timesMs[2]).toBe(Date.UTC(2026, 6, 1, 8, 30))
})

it('omits unreported values', () => {
  const { visibilityKm, ceiling, hasGust } = historySeries([report('0600', '21004MPS //// NSC')], 'metric')
  expect(visibilityKm).toEqual([null])
  expect(ceiling).toEqual([null])
  expect(hasGust).toBe(false)
})

it('is in the units of the screen', () => {
  const rows = historySeries([report('0600', '21010MPS 5000 BR BKN010 20/10 Q1013')], 'aviation')
  expect(rows.wind[0]).toBeCloseTo(19.4, 1)
  expect(rows.ceiling[0]).toBe(1000)
  expect(rows.qnh[0]).toBeCloseTo(29.91, 2)
})

it('repeats the same request within ten minutes', () => {
  const tenMin = Date.UTC(2026, 6, 1, 8, 10)
  expect([0, 1, 599_999].map((later) => historyEndMs(tenMin + later))).toEqual([tenMin, tenMin, tenMin])
  expect(historyEndMs(tenMin + 600_000)).toBe(tenMin + 600_000)
})
