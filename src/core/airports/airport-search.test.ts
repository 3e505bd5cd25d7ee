import { expect, it } from 'vitest'
import type { Airport } from './airport.ts'
import { searchAirports } from './airport-search.ts'

const airport = (
  icao: string,
  iata: string | null,
  name: string,
  nameEn: string | null,
  city: string,
  province: string,
): Airport => ({
  icao,
  iata,
  name,
  nameEn,
  city,
  province,
  lat: 30,
  lon: 110,
  elevationM: null,
  provinceEn: null,
  cityEn: null,
  countryEn: null,
  countryZh: null,
  size: 0,
  earliestMs: null,
})

const airports = [
  airport('ZSSS', 'SHA', '上海虹桥国际机场', 'Shanghai Hongqiao International Airport', '长宁区', '上海市'),
  airport('ZSPD', 'PVG', '上海浦东国际机场', 'Shanghai Pudong International Airport', '浦东新区', '上海市'),
  airport('ZLXY', 'XIY', '西安咸阳国际机场', "Xi'an Xianyang International Airport", '咸阳市', '陕西省'),
  airport('ZPPP', 'KMG', '昆明长水国际机场', null, '昆明市', '云南省'),
  airport('ZSAM', 'XMN', '厦门高崎国际机场', 'Xiamen Gaoqi International Airport', '厦门市', '福建省'),
]
const find = (query: string, limit = 5) => searchAirports(airports, query, limit).map(({ icao }) => icao)

it('finds by ICAO and IATA code, whole or begun, in any case', () => {
  expect(find('zspd')).toEqual(['ZSPD'])
  expect(find('ZS')).toEqual(['ZSAM', 'ZSPD', 'ZSSS'])
  expect(find('xiy')).toEqual(['ZLXY'])
})

it('finds by name in both languages', () => {
  expect(find('浦东')).toEqual(['ZSPD'])
  expect(find('上海')).toEqual(['ZSPD', 'ZSSS'])
  expect(find('hongqiao')).toEqual(['ZSSS'])
  expect(find('xian')[0]).toBe('ZLXY')
  expect(find("Xi'an")[0]).toBe('ZLXY')
  const xiangxi = airport('ZGXX', 'DXJ', '湘西边城机场', 'Xiangxi Biancheng Airport', '湘西', '湖南省')
  expect(searchAirports([xiangxi, ...airports], 'xian', 5).map(({ icao }) => icao)).toEqual(['ZLXY', 'ZGXX'])
})

it('finds by city and province', () => {
  expect(find('咸阳')).toEqual(['ZLXY'])
  expect(find('云南')).toEqual(['ZPPP'])
})

it('requires every word to match', () => {
  expect(find('shanghai pudong')).toEqual(['ZSPD'])
  expect(find('shanghai kunming')).toEqual([])
})

it('ranks codes before names', () => {
  expect(find('x', 2)).toEqual(['ZLXY', 'ZSAM'])
  expect(find('xm')[0]).toBe('ZSAM')
  expect(find('sha')).toEqual(['ZSSS', 'ZSPD'])
})

it('finds nothing for an empty text', () => {
  expect(find('')).toEqual([])
  expect(find('  ')).toEqual([])
  expect(find('qqqq')).toEqual([])
})

it('keeps to the limit', () => {
  expect(find('international', 2)).toHaveLength(2)
})

it('finds an airport by the English name of its city or province', () => {
  const urumqi = { ...airport('ZWWW', 'URC', '乌鲁木齐天山国际机场', 'Diwopu', '乌鲁木齐市', '新疆'), cityEn: 'Ürümqi' }
  expect(searchAirports([...airports, urumqi], 'urumqi', 5).map(({ icao }) => icao)).toEqual(['ZWWW'])
})

it('finds airports abroad by country, in either language, after matches of the name', () => {
  const abroad = { countryEn: 'Italy', countryZh: '意大利' }
  const list = [
    { ...airport('LIMC', 'MXP', 'Malpensa International Airport', null, 'Milan', 'Lombardy'), ...abroad },
    airport('ZZIT', null, 'Italy Creek Airport', null, '', ''),
  ]
  expect(searchAirports(list, 'italy', 5).map(({ icao }) => icao)).toEqual(['ZZIT', 'LIMC'])
  expect(searchAirports(list, '意大利', 5).map(({ icao }) => icao)).toEqual(['LIMC'])
})
