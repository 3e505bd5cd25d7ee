import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../../../contract/metar.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { LANGS } from '../../../../locales/languages.ts'
import { words as pageWords } from '../../../../testing/locales/page-words.ts'
import { CHOICE_DEFAULT, shownReports } from '../panel/shown-reports.ts'
import { ROOM_LEFT_PX } from './history-chart-view.tsx'
import { airportCharts, comparedCharts } from './history-charts.ts'
import { historyRows } from './history-csv.ts'
import { WEATHER_ROWS, weatherBars, weatherRows } from './weather-bars.ts'

const report = (hhmm: string, groups = '21004MPS 9999 BKN020 20/10 Q1010', kind = 'METAR', icao = 'ZSPD') =>
  reportFromRecord(
    reportRecordSchema.parse({
      icao,
      raw_metar: `${kind} ${icao} 01${hhmm}Z ${groups}`,
      arrived_at: '2026-07-01T12:00:00Z',
    }),
  )!
const at = (hour: number, minute = 0) => Date.UTC(2026, 6, 1, hour, minute)
const words = (key: string) => key

const ROUTINE = report('0600')
const SPECI = report('0615', '21012G20MPS 1500 TSRA BKN010CB 20/18 Q1008', 'SPECI')
const AUTO = report('0630', 'AUTO 21004MPS 9999 NCD 20/10 Q1010')
const WRONG = report('0700', '21004MPS 9999 NSC 20/10 Q1110')
const RIGHT = report('0700', 'COR 21004MPS 9999 NSC 20/10 Q1010')
const NIL = report('0730', 'NIL')

it('shows the kinds of reports that are wanted, and of a correction both where that is wanted', () => {
  const all = [ROUTINE, SPECI, AUTO, WRONG, RIGHT, NIL]
  const raws = (choice: Partial<typeof CHOICE_DEFAULT>) =>
    shownReports(all, [], 0, { ...CHOICE_DEFAULT, ...choice }).listed.map(({ raw }) => raw.slice(11))
  expect(raws({})).toHaveLength(5)
  expect(raws({ speci: false })).not.toContain(SPECI.raw.slice(11))
  expect(raws({ auto: false })).not.toContain(AUTO.raw.slice(11))
  expect(raws({ originals: true })).toHaveLength(6)
  const { standing, listed } = shownReports(all, [], 0, CHOICE_DEFAULT)
  expect(standing.map(({ raw }) => raw)).toEqual([ROUTINE, SPECI, AUTO, RIGHT].map(({ raw }) => raw))
  expect(listed[0]).toBe(NIL)
})

it('charts all reported values over one list of times, and omits missing elements', () => {
  const charts = airportCharts([ROUTINE, SPECI], null, 'metric', words)
  expect(charts.map(({ kind }) => kind)).toEqual(['wind', 'visibility', 'ceiling', 'temperature', 'qnh'])
  expect(charts[0]!.series.map(({ label, values }) => [label, values])).toEqual([
    ['wind', [4, 12]],
    ['gust', [null, 20]],
  ])
  expect(airportCharts([AUTO], null, 'metric', words).map(({ kind }) => kind)).not.toContain('ceiling')
})

it('continues into the forecast without a break in either line', () => {
  const forecast = {
    timesMs: [at(7), at(8)],
    elements: [
      { name: 'wind_speed', unit: 'm/s', values: [5, 6] },
      { name: 'snow_depth', unit: 'cm', values: [1, 2] },
    ],
  }
  const wind = airportCharts([ROUTINE, report('0700')], forecast, 'metric', (key, values) =>
    pageWords.t(key, { ...values, lng: 'zh', ns: 'airport-history' }),
  )[0]!
  expect(wind.timesMs).toEqual([at(6), at(7), at(8)])
  expect(wind.series.map(({ values }) => values)).toEqual([
    [4, 4, undefined],
    [undefined, 5, 6],
  ])
  expect(wind.series[1]).toMatchObject({ label: '风速，预报', stroke: 'dashed' })
  const inKnots = airportCharts([ROUTINE], forecast, 'aviation', words)[0]!
  expect(inKnots.series[1]).toMatchObject({ unit: 'kt' })
})

it('compares airports with a line each', () => {
  const charts = comparedCharts(
    new Map([
      ['ZSPD', [ROUTINE]],
      ['ZSSS', [report('0605', '18002MPS CAVOK 21/10 Q1011', 'METAR', 'ZSSS')]],
    ]),
    'metric',
  )
  const wind = charts.find(({ kind }) => kind === 'wind')!
  expect(wind.series.map(({ label, values }) => [label, values])).toEqual([
    ['ZSPD', [4, undefined]],
    ['ZSSS', [undefined, 2]],
  ])
})

it('shows weather in rows, from report to report', () => {
  expect(weatherRows({ weather: ['+TSRA', 'BR'] })).toEqual(['thunder', 'rain', 'fog'])
  expect(weatherRows({ weather: ['VCTS', 'VCSH', 'HZ'] })).toEqual(['thunder', 'dust'])
  const rain = (hhmm: string) => report(hhmm, '21004MPS 5000 -RA BKN020 20/10 Q1010')
  expect(weatherBars([rain('0600'), rain('0630'), ROUTINE_LATER, rain('0900')], at(9, 30))).toEqual([
    { row: 'rain', fromMs: at(6), toMs: at(7) },
    { row: 'rain', fromMs: at(9), toMs: at(9, 30) },
  ])
})
const ROUTINE_LATER = report('0700')

it('ends a bar where the next report is overdue', () => {
  const rain = report('0600', '21004MPS 5000 -RA BKN020 20/10 Q1010')
  expect(weatherBars([rain], at(12))[0]!.toMs).toBe(at(7, 40))
})

it('writes the table for a file', () => {
  const strikes = { fromMs: at(6), counts: [3, 4], notObserved: [] }
  const rows = historyRows([SPECI], { icao: 'ZSPD', strikes })
  const cell = (name: string) => rows[1]![rows[0]!.indexOf(name)]
  expect(rows[1]).toHaveLength(rows[0]!.length)
  expect([cell('observed_utc'), cell('type'), cell('wind_gust_mps'), cell('ceiling_m'), cell('weather')]).toEqual([
    '2026-07-01T06:15:00Z',
    'SPECI',
    20,
    305,
    'TSRA',
  ])
  expect(cell('strikes_16km_10min')).toBe(4)
  expect(csvText(rows).split('\r\n')).toHaveLength(3)
})

it('distinguishes no ceiling from an unknown one in the file, with the lowest visibility', () => {
  const bodies = ['9999 0700NE BKN010', '9999 NSC', '9999 //////', '9999 FG BK001 OVC040']
  const reports = bodies.map((body) => report('0600', `21004MPS ${body} 20/10 Q1010`))
  const [head, ...rows] = historyRows(reports, { icao: 'ZSPD', strikes: null })
  const cells = (name: string) => rows.map((row) => row[head!.indexOf(name)])
  expect(cells('ceiling_m')).toEqual([305, null, null, 1219])
  expect(cells('ceiling_known')).toEqual([1, 1, 0, 0])
  expect(cells('visibility_min_m')).toEqual([700, null, null, null])
})

it.each(LANGS)('has room for the name of each row of weather: %s', (lang) => {
  const t = pageWords.getFixedT(lang, 'airport-history')
  for (const name of [...WEATHER_ROWS.map((row) => t(`row.${row}`)), t('speci')]) {
    // Widths at 10 pixels, as measured in a browser; five more are between name and chart.
    const px = [...name].reduce((sum, letter) => sum + (letter > '\u2fff' ? 10 : 5.3), 5)
    expect(px, name).toBeLessThanOrEqual(ROOM_LEFT_PX)
  }
})
