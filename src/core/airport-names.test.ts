import { expect, it } from 'vitest'
import { airportFromRecord } from './airport.ts'
import { withKnownNames } from './airport-names.ts'

const listed = (more: object) =>
  airportFromRecord({ icao_code: 'ZSPD', longitude: 121.8, latitude: 31.1, name: '上海浦东国际机场', ...more })

it('adds IATA code and English name to an airport of the list', () => {
  expect(withKnownNames(listed({}))).toMatchObject({ iata: 'PVG', nameEn: 'Shanghai Pudong International Airport' })
})

it('leaves what the list itself says', () => {
  expect(withKnownNames(listed({ iata_code: 'pvx', name_en: 'Pudong' }))).toMatchObject({
    iata: 'PVX',
    nameEn: 'Pudong',
  })
})

it('leaves an airport that it does not know', () => {
  expect(withKnownNames(listed({ icao_code: 'KJFK' }))).toMatchObject({ iata: null, nameEn: null })
})
