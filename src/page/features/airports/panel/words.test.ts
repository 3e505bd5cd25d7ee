import { describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../../../contract/metar.ts'
import { airportFromRecord } from '../../../../core/airports/airport.ts'
import { CATEGORY_PRESETS } from '../../../../core/metar/flight-category.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import { formatFor } from '../../../i18n/format.ts'
import { createReportStore } from '../../../live/reports/report-store.ts'
import { summarise } from '../row/row-summary.ts'
import { type AirportT, countsText, stateText } from '../row/row-words.ts'
import {
  ceilingValue,
  cloudTexts,
  type ReportFormat,
  rvrText,
  visibilityText,
  visibilityValue,
  windValue,
} from './report-words.ts'
import { weatherText } from './weather-words.ts'

const en: AirportT = words.getFixedT('en', 'airports')
const zh: AirportT = words.getFixedT('zh', 'airports')

const format: ReportFormat = {
  ...formatFor({ units: 'metric', zone: 'UTC', lang: 'en' }),
  windSpeed: (mps) => ({ value: String(mps), unit: 'm/s' }),
  height: (m) => ({ value: String(Math.round(m ?? 0)), unit: 'm' }),
  visibility: (m) => ({ value: m == null ? '–' : String(m), unit: 'm' }),
}

const OBSERVED_MS = Date.UTC(2026, 6, 1, 8)
const read = (raw: string): Report =>
  reportFromRecord(
    reportRecordSchema.parse({ icao: raw.slice(6, 10), raw_metar: raw, arrived_at: '2026-07-01T08:05:00Z' }),
  )!
const body = (text: string) => read(`METAR ZSPD 010800Z ${text}`)

describe('the row', () => {
  it('counts each airport once, with outdated and missing reports separate from the categories', () => {
    const store = createReportStore()
    store.setAirports(
      ['ZSPD', 'ZBAA', 'ZGGG', 'ZUUU'].map((icao_code) => airportFromRecord({ icao_code, longitude: 1, latitude: 1 })),
    )
    store.add([
      read('METAR ZSPD 010800Z 21004MPS 9999 NSC 20/10 Q1010'),
      read('METAR ZBAA 010800Z 21004MPS //// NSC 20/10 Q1010'),
      read('METAR ZGGG 010530Z 21004MPS 9999 NSC 20/10 Q1010'),
      read('METAR RJTT 010800Z 21004MPS 9999 NSC 20/10 Q1010'),
    ])
    const counts = (areReportsStale: boolean) =>
      summarise(store, OBSERVED_MS + 120_000, { preset: CATEGORY_PRESETS.icao, areReportsStale })
    const summary = counts(false)
    expect(summary).toEqual({
      airports: 4,
      withReport: 3,
      newestMs: OBSERVED_MS,
      byCategory: { vfr: 1, mvfr: 0, ifr: 0, lifr: 0, unknown: 1 },
      outdated: 1,
      withoutReport: 1,
    })
    expect(counts(true).byCategory).toMatchObject({ vfr: 0, unknown: 2 })
    expect(countsText(summary, '2 min', en)).toBe('4 airports, 3 with a report, newest observed 2 min ago')
    expect(countsText(summary, '2 min', zh)).toBe('4 个机场，3 个有报文，最新观测于 2 min前')
    expect(countsText(summary, null, en)).toBe('4 airports, no report yet')
  })

  it('shows the state of the feed', () => {
    expect(stateText({ kind: 'live' }, '08:00 UTC', en)).toBe('Reports live')
    expect(stateText({ kind: 'source-down' }, '08:00 UTC', en)).toBe('No reports from the source since 08:00 UTC')
    expect(stateText({ kind: 'down' }, '08:00 UTC', zh)).toBe('08:00 UTC 起报文中断，正在重连')
    expect(stateText({ kind: 'source-down' }, '北京时 16:00', zh)).toBe('北京时 16:00 起报文数据源中断')
  })
})

describe('weather in words', () => {
  it('names intensity, kind and phenomena', () => {
    expect(weatherText('-RA', en)).toBe('light rain')
    expect(weatherText('+TSRA', en)).toBe('thunderstorm with heavy rain')
    expect(weatherText('-TSRAGR', en)).toBe('thunderstorm with light rain and hail')
    expect(weatherText('TS', en)).toBe('thunderstorm')
    expect(weatherText('VCTS', en)).toBe('thunderstorm in the vicinity')
    expect(weatherText('VCSH', en)).toBe('showers in the vicinity')
    expect(weatherText('-SHRA', en)).toBe('light rain showers')
    expect(weatherText('FZDZ', en)).toBe('freezing drizzle')
    expect(weatherText('MIFG', en)).toBe('shallow fog')
    expect(weatherText('BLSN', en)).toBe('blowing snow')
    expect(weatherText('GS', en)).toBe('small hail or snow pellets')
    expect(weatherText('+SS', en)).toBe('severe sandstorm')
    expect(weatherText('+FC', en)).toBe('tornado or waterspout')
  })

  it('does so in Chinese', () => {
    expect(weatherText('-RA', zh)).toBe('小雨')
    expect(weatherText('+TSRA', zh)).toBe('雷暴伴大雨')
    expect(weatherText('VCTS', zh)).toBe('附近有雷暴')
    expect(weatherText('-SHRA', zh)).toBe('小阵雨')
    expect(weatherText('BR', zh)).toBe('轻雾')
    expect(weatherText('GS', zh)).toBe('小冰雹或霰')
    expect(weatherText('RASN', zh)).toBe('雨夹雪')
  })

  it('keeps an unknown code unchanged', () => {
    expect(weatherText('XYZ', en)).toBe('XYZ')
  })
})

describe('a report in words', () => {
  it('shows the wind with its direction, arc and gusts', () => {
    expect(windValue(body('21004G12MPS 180V240 9999 NSC'), format, en)).toEqual({
      value: '4',
      unit: 'm/s',
      note: 'from 210°, 180° to 240°, gusts 12\u00a0m/s',
    })
    expect(windValue(body('VRB02MPS 9999 NSC'), format, en).note).toBe('variable')
    expect(windValue(body('00000MPS 9999 NSC'), format, en)).toEqual({ value: 'Calm', unit: '' })
    expect(windValue(body('070P49MPS 9999 NSC'), format, en).value).toBe('≥ 49')
  })

  it('shows visibility of 10 km or more as such', () => {
    expect(visibilityValue(body('21004MPS 9999 NSC'), format, en)).toMatchObject({ value: '≥ 10', unit: 'km' })
    expect(visibilityValue(body('21004MPS CAVOK'), format, en).note).toBe('CAVOK')
    expect(visibilityValue(body('21004MPS 4000 1200NE BR NSC'), format, en)).toEqual({
      value: '4000',
      unit: 'm',
      note: '1200\u00a0m to the NE',
    })
    const lowest = visibilityText(body('21004MPS 4000 1200NE BR NSC'), format, en)
    expect(lowest).toBe('4000\u00a0m, 1200\u00a0m to the NE')
    expect(visibilityText(body('21004MPS 4000 BR NSC'), format, en)).toBe('4000\u00a0m')
  })

  it('shows a visibility outside the range of the instrument as a bound', () => {
    const value = (groups: string) => visibilityValue(body(`21004MPS ${groups} FG`), format, en).value
    expect([value('M1/4SM'), value('P1500'), value('P6SM JUNK1')]).toEqual(['< 402', '> 1500', '–'])
  })

  it('distinguishes no ceiling from an unknown one', () => {
    expect(ceilingValue(body('21004MPS 9999 SCT010 20/10 Q1010'), format, en)).toMatchObject({
      value: 'No ceiling',
      note: '(BKN or above)',
    })
    expect(ceilingValue(body('21004MPS 9999 //////'), format, en).value).toBe('Unknown')
    expect(ceilingValue(body('21004MPS 0100 FG VV001'), format, en)).toEqual({
      value: '30',
      unit: 'm',
      note: 'vertical visibility',
    })
    expect(ceilingValue(body('21004MPS 9999 FEW010 BK003'), format, en).value).toBe('Unknown')
    expect(ceilingValue(body('21004MPS 9999 BK003 OVC010'), format, en)).toMatchObject({ value: '≤ 305', unit: 'm' })
  })

  it('lists each layer of cloud', () => {
    expect(cloudTexts(body('21004MPS 9999 SCT010CB BKN030'), format, en)).toEqual([
      'scattered at 305\u00a0m, cumulonimbus',
      'broken at 914\u00a0m',
    ])
    expect(cloudTexts(body('21004MPS 0200 FG VV///'), format, en)).toEqual(['sky obscured'])
    expect(cloudTexts(body('21004MPS 9999'), format, en)).toEqual(['Not reported'])
  })

  it('shows the runway visual range', () => {
    const texts = body(
      '21004MPS 0500 R01/0800U R19/P2000N R02/0600V1000D R03/0600VP1500 R04/M0050V0200 FG VV001',
    ).rvr.map((each) => rvrText(each, en))
    expect(texts).toEqual([
      '01: 800 m, rising',
      '19: more than 2000 m, steady',
      '02: 600 m to 1000 m, falling',
      '03: 600 m to more than 1500 m',
      '04: less than 50 m to 200 m',
    ])
  })
})
