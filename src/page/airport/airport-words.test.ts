import { expect, it } from 'vitest'
import { airportFromRecord } from '../../core/airports/airport.ts'
import { withKnownNames } from '../../core/airports/airport-names.ts'
import { airportCity, airportPlace, airportTitle } from './airport-words.ts'

const airport = (icao_code: string, more: object) =>
  withKnownNames(airportFromRecord({ icao_code, longitude: 8.7, latitude: 45.6, ...more }))

it('names an airport abroad with its country, in both languages', () => {
  const malpensa = airport('LIMC', { name: 'Malpensa International Airport', city: 'Milan', province: 'Lombardy' })
  expect(airportTitle(malpensa, 'en')).toBe('Malpensa International Airport, Italy')
  expect(airportTitle(malpensa, 'zh')).toBe('Malpensa International Airport（意大利）')
  expect([airportCity(malpensa, 'en'), airportCity(malpensa, 'zh')]).toEqual(['Milan, Italy', 'Milan（意大利）'])
  expect(airportCity(airport('RJTT', { city: '东京' }), 'zh')).toBe('日本东京')
  expect(airportPlace(malpensa, 'en')).toBe('Milan, Lombardy, Italy')
  expect(airportPlace(malpensa, 'zh')).toBe('意大利，Lombardy，Milan')
  expect(airportPlace(airport('RJTT', { city: '东京', province: '东京都' }), 'zh')).toBe('日本东京都东京')
})

it('names no country at home, twice, or of an airport without a name', () => {
  const home = airport('ZSPD', { name: '上海浦东国际机场', city: '浦东新区', province: '上海市' })
  expect([airportTitle(home, 'zh'), airportPlace(home, 'zh')]).toEqual(['上海浦东国际机场', '上海市浦东新区'])
  expect(airportCity(home, 'zh')).toBe('浦东新区')
  expect(airportCity(airport('WSSS', { city: 'Singapore' }), 'en')).toBe('Singapore')
  expect(airportCity(airport('LIMC', {}), 'en')).toBe(null)
  expect(airportTitle(airport('WSSS', { name: 'Singapore Changi Airport' }), 'en')).toBe('Singapore Changi Airport')
  expect(airportTitle(airport('LIMC', {}), 'en')).toBe('')
})
