import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { PlaceReportMaker } from '../../../core/watch/place-report.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { reportCsv, reportPage } from './report-pages.ts'

const HOUR_MS = 3_600_000
const FROM_MS = Date.UTC(2026, 6, 1, 8)

const alarm = (stage: Alarm['stage'], details: Alarm['details']): Alarm => ({
  ...{ id: stage, place: null, stage, at: '2026-07-01T08:10:00Z', struckAt: null, distanceKm: null, arrival: null },
  ...{ watched: null, simulated: false, details, link: null, acknowledged: null },
})

/** Three hours without a strike, of which the first was observed, the second in part, and the third not at all. */
function report() {
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 3 * HOUR_MS })
  const missing = [{ fromMs: FROM_MS + 1.5 * HOUR_MS, toMs: FROM_MS + 3 * HOUR_MS }]
  const alarms = [alarm('wind', { mps: 18.5 }), alarm('visibility', { m: 800 }), alarm('speci', {})]
  return maker.made({ missing, alarms, simulated: false })
}

it('writes a dash where no strike was seen and not all of the time was observed, and no "none" then', () => {
  const page = reportPage(report(), 'en')
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replaceAll(/<\/?t[dh]>/g, '|'))
  const hours = rows.filter((row) => /\|\d+%\|/.test(row)).map((row) => row.split('||').slice(1))
  expect(hours).toEqual([
    ['0', '0', '0', '100%|'],
    ['–', '–', '–', '50%|'],
    ['–', '–', '–', '0%|'],
  ])
  expect(rows.filter((row) => row.includes('within 5 km||–||–||–'))).toHaveLength(1)
  expect(
    reportCsv(report())
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',').slice(2)),
  ).toEqual([
    ['0', '0', '0', '1'],
    ['', '', '', '0.5'],
    ['', '', '', '0'],
  ])
})

it('says which wind and which visibility raised an alarm', () => {
  const page = reportPage(report(), 'en')
  expect(page).toContain('<td>18.5 m/s</td>')
  expect(page).toContain('<td>800 m</td>')
  expect(reportCsv(report())).toMatch(/,wind,,,18.5,m\/s,/)
})
