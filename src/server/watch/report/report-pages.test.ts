import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { PlaceReportMaker } from '../../../core/watch/place-report.ts'
import { placeOf } from '../../../testing/watch-kit.ts'
import { reportCsv, reportPage } from './report-pages.ts'

const HOUR_MS = 3_600_000
const FROM_MS = Date.UTC(2026, 6, 1, 8)

const alarm = (stage: Alarm['stage'], details: Alarm['details']): Alarm => ({
  id: stage,
  place: null,
  stage,
  at: '2026-07-01T08:10:00Z',
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: false,
  details,
  link: null,
  acknowledged: null,
})

/** Three hours without a strike: the first observed, the second in part, the third not at all. */
function report() {
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 3 * HOUR_MS })
  const missing = [{ fromMs: FROM_MS + 1.5 * HOUR_MS, toMs: FROM_MS + 3 * HOUR_MS }]
  const alarms = [alarm('wind', { mps: 18.5 }), alarm('visibility', { m: 800 }), alarm('speci', {})]
  return maker.made({ missing, alarms, nowMs: FROM_MS + 86_400_000, simulated: false })
}

it('has a dash without strikes and with incomplete observation, and no "none" then', () => {
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

it('lists no period without data that is shorter than its times tell', () => {
  const at = (ms: number) => new Date(FROM_MS + ms).toISOString()
  const told = (from: number, to: number) =>
    reportPage({ ...report(), notWatched: [{ from: at(from), to: at(to) }] }, 'en').includes('<h2>No data</h2>')
  expect(told(5_100, 5_900)).toBe(false)
  expect(told(5_900, 6_100)).toBe(true)
})

it('states the wind and visibility that raised an alarm', () => {
  const page = reportPage(report(), 'en')
  expect(page).toContain('<td>18.5 m/s</td>')
  expect(page).toContain('<td>800 m</td>')
  expect(reportCsv(report())).toMatch(/,wind,,,18.5,m\/s,/)
})

it('lists levels from–to and work stops, in both languages and as a table', () => {
  const noLevels = reportPage({ ...report(), watched: 1 }, 'en')
  expect(noLevels).toContain('<p>No level was triggered</p>')
  expect(reportPage(report(), 'en')).toContain('<h2>Levels triggered</h2><p>–</p>')
  const level = { ladder: 'lightning' as const, id: 'red', name: 'RED', nameZh: '红色' }
  const from = '2026-07-01T08:14:00.000Z'
  const to = '2026-07-01T08:32:00.000Z'
  const stop = {
    id: 's1',
    work: '<fuelling>',
    by: 'Li',
    at: from,
    earliestResume: null,
    level: 'red',
    minutes: 16,
    resumed: { by: 'Wang', at: '2026-07-01T08:30:00.000Z', note: '' },
    levelMinutes: 15.5,
    resumedBeforeEnd: [{ level: 'red', name: 'RED', nameZh: '红色', end: to }],
  }
  const made = {
    ...report(),
    levels: [
      { ...level, minutes: 18, periods: [{ from, to }] },
      { ...level, id: 'watch', name: 'WATCH', nameZh: null, minutes: null, periods: [] },
    ],
    stops: [stop],
  }
  const english = reportPage(made, 'en')
  expect(english).toContain('<td>RED</td><td>2026-07-01 08:14:00 UTC – 2026-07-01 08:32:00 UTC</td><td>18</td>')
  expect(english).toContain('<td>WATCH</td><td></td><td>–</td>')
  expect(english).toContain('<td>&lt;fuelling&gt;</td><td>2026-07-01 08:14:00 UTC</td><td>Li</td><td>RED</td>')
  expect(english).toContain('<td>16</td><td>15.5</td><td>RED (2026-07-01 08:32:00 UTC)</td>')
  const chinese = reportPage(made, 'zh')
  expect(chinese).toContain(
    '<td>2026-07-01 08:30:00 UTC，Wang</td><td>16</td><td>15.5</td><td>红色（2026-07-01 08:32:00 UTC）</td>',
  )
  const csv = reportCsv(made).split('\r\n')
  expect(csv).toContain(`red,golf,lightning,RED,${from},${to},18`)
  expect(csv).toContain(`<fuelling>,golf,${from},Li,red,,2026-07-01T08:30:00.000Z,Wang,16,15.5,red ${to},s1`)
})
