import { expect, it } from 'vitest'
import AIRPORTS from '../../../data/airports-cn.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { airportFromRecord } from './airport.ts'
import { withKnownNames } from './airport-names.ts'
import { shortTown } from './town-names.ts'

const airports = AIRPORTS.map((record) => withKnownNames(airportFromRecord(record as never)))
const townOf = (icao: string, lang: Lang) => shortTown(airports.find((each) => each.icao === icao)!, lang)

it('uses the common name of a town', () => {
  expect(['ZPMS', 'ZSCN', 'ZSPD', 'ZPWS', 'ZWWW'].map((icao) => townOf(icao, 'zh'))).toEqual([
    '芒市',
    '南昌',
    '上海',
    '文山',
    '乌鲁木齐',
  ])
  expect(['ZPMS', 'ZSPD', 'ZWWW'].map((icao) => townOf(icao, 'en'))).toEqual(['Mangshi', 'Shanghai', 'Ürümqi'])
})

it.each(['en', 'zh'] as const)('names the town of each airport of the list in few letters (%s)', (lang) => {
  const towns = airports.map((airport) => shortTown(airport, lang))
  expect(towns.filter((town) => town === '' || [...town].length > (lang === 'zh' ? 5 : 14))).toEqual([])
  expect(towns.filter((town) => /自治州|地区$|族/.test(town))).toEqual([])
})

it('falls back on the name of an airport without a town', () => {
  const airport = airportFromRecord({ icao_code: 'XXXX', latitude: 1, longitude: 1, name: 'Somewhere' } as never)
  expect(shortTown(airport, 'zh')).toBe('Somewhere')
})
