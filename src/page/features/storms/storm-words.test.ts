import { expect, it } from 'vitest'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import { destination } from '../../../core/geo/geo.ts'
import type { Lang } from '../../../locales/languages.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { words } from '../../../testing/locales/page-words.ts'
import { formatFor } from '../../i18n/format.ts'
import { badgeText, motionText, placeText, type StormT } from './storm-words.ts'

const inLang = (lang: Lang) => words.getFixedT(lang, 'storms') as StormT

const record = { icao_code: 'ZSPD', latitude: 31.14, longitude: 121.8, city: '上海市' }
const ZSPD = { ...airportFromRecord(record), cityEn: 'Shanghai' }
const BURLINGTON = { lat: 44.48, lon: -73.21 }

function said(storm: { lat: number; lon: number }, lang: Lang, length?: 'short') {
  const format = { ...formatFor({ units: 'metric', zone: 'UTC', lang }), speed: String }
  return placeText(
    storm,
    {
      airports: [ZSPD],
      towns: [{ ...BURLINGTON, name: lang === 'zh' ? '美国伯灵顿' : 'Burlington, United States of America' }],
      lang,
    },
    format,
    inLang(lang),
    length,
  )
}

it.each([
  [
    'by the nearest airport',
    destination(ZSPD, 290, 14),
    '14 km WNW of Shanghai (ZSPD)',
    '上海市（ZSPD）西西北方向 14 km',
  ],
  ['over an airport', destination(ZSPD, 290, 2), 'over Shanghai (ZSPD)', '上海市（ZSPD）上空'],
  [
    'else by the nearest town',
    destination(BURLINGTON, 270, 95),
    '95 km W of Burlington, United States of America',
    '美国伯灵顿西方向 95 km',
  ],
  ['else by where it is on Earth', { lat: 13.52, lon: -40.1 }, '13.5°N 40.1°W', '13.5°N 40.1°W'],
])('names a place %s', (_, storm, en, zh) => {
  expect(said(storm, 'en')).toBe(en)
  expect(said(storm, 'zh')).toBe(zh)
})

it('labels it in two short lines at low zoom, without the airport code', () => {
  const storm = destination(ZSPD, 290, 14)
  expect(said(storm, 'en', 'short')).toBe('14 km WNW of\nShanghai')
  expect(said(storm, 'zh', 'short')).toBe('上海市\n西西北 14 km')
})

it('states a change in percent of the earlier rate, and a large one as a multiple', () => {
  const said = (percent: number, lang: Lang = 'en', length?: 'short') => {
    const trend = percent === 0 ? 'steady' : percent > 0 ? 'growing' : 'weakening'
    const storm = stormAt(ZSPD, { trend, strokesPerMin: 100 + percent, changePerMin: percent })
    return badgeText(storm, inLang(lang), length)
  }
  expect(said(25)).toBe('+25% in 5 min')
  expect(said(-40, 'zh')).toBe('5 分钟内 −40%')
  expect(said(150)).toBe('×2.5 in 5 min')
  expect(said(565, 'en', 'short')).toBe('×7')
  expect(said(565, 'zh')).toBe('5 分钟内 7 倍')
  expect(said(0)).toBe('')
})

it('shows a motion with its error if too large for a course', () => {
  const said = (errorKmh: number, lang: Lang) => {
    const storm = stormAt(ZSPD, { motion: { kind: 'moving', headingDeg: 45, speedKmh: 60, errorKmh } })
    const format = { ...formatFor({ units: 'metric', zone: 'UTC', lang }), speed: (kmh: number) => `${kmh} km/h` }
    return motionText(storm, format, inLang(lang))
  }
  expect(said(20, 'en')).toBe('NE (045°) at 60 km/h')
  expect(said(21, 'en')).toBe('about NE, 60 km/h ± 21 km/h')
  expect(said(21, 'zh')).toBe('大致向东北，60 km/h ± 21 km/h')
})
