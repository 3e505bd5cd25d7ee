import { expect, it } from 'vitest'
import { airportFromRecord } from './airport.ts'
import { withKnownNames } from './airport-names.ts'

const listed = (more: object) =>
  airportFromRecord({ icao_code: 'ZSPD', longitude: 121.8, latitude: 31.1, name: '上海浦东国际机场', ...more })

it('adds IATA code and English name to an airport of the list', () => {
  expect(withKnownNames(listed({}))).toMatchObject({ iata: 'PVG', nameEn: 'Shanghai Pudong International Airport' })
})

it('adds the English names of city and province, however the list writes them', () => {
  const places = (city: string, province: string) => {
    const { cityEn, provinceEn } = withKnownNames(listed({ city, province }))
    return [cityEn, provinceEn]
  }
  expect(places('上海市', '上海市')).toEqual(['Shanghai', 'Shanghai'])
  expect(places('乌鲁木齐', '新疆')).toEqual(['Ürümqi', 'Xinjiang'])
  expect(places('兴安盟', '内蒙古自治区')).toEqual(['Hinggan', 'Inner Mongolia'])
  expect(places('浦东新区', 'Tokyo')).toEqual([null, 'Tokyo'])
})

it('has the size of an airport', () => {
  expect(withKnownNames(listed({})).size).toBe(3)
  expect(withKnownNames(listed({ icao_code: 'KJFK', type: 'medium_airport' })).size).toBe(2)
  expect(withKnownNames(listed({ icao_code: 'KJFK' })).size).toBe(0)
})

it('keeps names of the list itself', () => {
  expect(withKnownNames(listed({ iata_code: 'pvx', name_en: 'Pudong' }))).toMatchObject({
    iata: 'PVX',
    nameEn: 'Pudong',
  })
})

it('leaves an airport that it does not know', () => {
  expect(withKnownNames(listed({ icao_code: 'KJFK' }))).toMatchObject({ iata: null, nameEn: null })
})
