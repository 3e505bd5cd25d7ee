import { expect, it } from 'vitest'
import { explainMetar } from '../../../../core/metar/metar-explain.ts'
import type { Lang } from '../../../../locales/languages.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import { formatFor } from '../../../i18n/format.ts'
import { groupText, trendTexts, type Wording } from './explain-words.ts'

const quantity = (unit: string) => (value: number | null | undefined) => ({
  value: String(Math.round(value ?? 0)),
  unit,
})

const wording = (lang: Lang): Wording => ({
  t: words.getFixedT(lang, 'airports'),
  w: words.getFixedT(lang, 'report-groups'),
  format: {
    ...formatFor({ units: 'metric', zone: 'UTC', lang }),
    windSpeed: quantity('m/s'),
    height: quantity('m'),
    visibility: quantity('m'),
    temperature: quantity('°C'),
    pressure: quantity('hPa'),
  },
  airportName: (icao) => (icao === 'ZSPD' ? 'Shanghai Pudong' : ''),
})
const RAW =
  'METAR ZSPD 010800Z 21004G12MPS 180V250 3000 R35L/0800U -TSRA BKN040 VV/// 28/25 Q1008 RERA WS R35L R24/290156 TEMPO TL0930 0800 +RA='
const said = (lang: Lang, raw = RAW) =>
  explainMetar(raw).map(({ part, meaning }) => groupText(meaning, part === 'trend', wording(lang)))

it('explains each group', () => {
  expect(said('en')).toEqual([
    'Routine report (METAR)',
    'Airport: Shanghai Pudong',
    'Observed on day 1 of the month at 08:00 UTC',
    'Wind: 4\u00a0m/s, from 210°, gusts 12\u00a0m/s',
    'Wind direction varies from 180° to 250°',
    'Visibility: 3000\u00a0m',
    'Runway visual range, runway 35L: 800 m, rising',
    'Weather: thunderstorm with light rain',
    'Cloud: broken at 1219\u00a0m; the lowest BKN or OVC layer is the ceiling',
    'Sky obscured, vertical visibility unknown',
    'Temperature 28\u00a0°C, dew point 25\u00a0°C',
    'Pressure reduced to sea level (QNH): 1008\u00a0hPa',
    'Recent weather, ended since the last report: rain',
    'Wind shear on the approach or climb-out of runway 35L',
    'Runway 24: wet or with patches of water, on more than 50% of it, 1 mm deep, friction 0.56',
    'Temporarily, for less than an hour at a time',
    'Until 09:30 UTC',
    'Forecast for the next 2 hours: visibility: 800\u00a0m',
    'Forecast for the next 2 hours: weather: heavy rain',
  ])
})

it('has Chinese texts', () => {
  expect(said('zh').slice(0, 9)).toEqual([
    '例行报告（METAR）',
    '机场：Shanghai Pudong',
    '观测于本月 1 日 08:00 UTC',
    '风：4\u00a0m/s，风向 210°，阵风 12\u00a0m/s',
    '风向在 180° 至 250° 之间变化',
    '能见度：3000\u00a0m',
    '跑道视程，跑道 35L：800 m，上升',
    '天气现象：雷暴伴小雨',
    '云：多云 1219\u00a0m；最低一层 BKN/OVC 的云底为云底高',
  ])
})

it('names directions and separates lists according to the language', () => {
  const raw = 'METAR ZSPD 010800Z 21004MPS 4000 1200NE BR NSC 28/25 Q1008 R24/290156='
  expect(said('zh', raw)).toEqual(
    expect.arrayContaining([
      '东北方向能见度：1200\u00a0m',
      '跑道 24：湿或有积水，覆盖 50% 以上，厚 1 mm，摩擦系数 0.56',
    ]),
  )
  expect(said('en', raw)).toContain('Visibility to the NE: 1200\u00a0m')
})

it('explains the trend change by change', () => {
  const told = (trend: string) => trendTexts(`METAR ZSPD 010800Z 21004MPS CAVOK 28/25 Q1008 ${trend}`, wording('en'))
  expect(told('NOSIG=')).toEqual(['No significant change expected in the next 2 hours'])
  expect(told('BECMG TL0930 3000 TEMPO 0800 +RA')).toEqual([
    'Becoming: a lasting change within the next 2 hours; until 09:30 UTC; visibility: 3000\u00a0m',
    'Temporarily, for less than an hour at a time; visibility: 800\u00a0m; weather: heavy rain',
  ])
  expect(told('')).toEqual([])
  expect(trendTexts('METAR ZSPD 010800Z 21004MPS CAVOK 28/25 Q1008 TEMPO 0800', wording('zh'))).toEqual([
    '短时：每次持续不足 1 小时；能见度：800\u00a0m',
  ])
})

it('has a text for every group, in both languages', () => {
  const odd =
    'SPECI COR ZBAA 010800Z AUTO VRB02MPS CAVOK ///// //// // ////// Q//// NSC NCD R18/CLRD70 R/SNOCLO 88999999 24////// W19/S4 W///H12 BLU NIL ABC123 BECMG PROB30 INTER FM0930 AT1000 NSW NOSIG RMK X'
  for (const lang of ['en', 'zh'] as const) {
    for (const text of said(lang, odd)) expect(text).toMatch(/[ \u4e00-\u9fff]/)
  }
})
