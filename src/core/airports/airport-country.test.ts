import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import ICAO_COUNTRIES from '../../../data/icao-countries.json' with { type: 'json' }
import { countryAbroad } from '../geo/countries.ts'
import { nearestWithin } from '../geo/nearest-within.ts'
import { TOWNS } from '../geo/towns.ts'
import { airportFromRecord } from './airport.ts'
import { countryOfIcao, withKnownNames } from './airport-names.ts'

it.each([
  ['KJFK', 'USA'],
  ['LFPG', 'FRA'],
  ['RJTT', 'JPN'],
  ['ZMCK', 'MNG'],
  ['ZKPY', 'PRK'],
  ['ZBAA', 'CHN'],
  ['UAAA', 'KAZ'],
  ['UTDD', 'TJK'],
  ['UUEE', 'RUS'],
  ['EGJJ', 'JEY'],
  ['YSNF', 'NFK'],
  ['VISR', null],
  ['QQQQ', null],
  ['', null],
])('finds the country of %s by its first letters', (icao, country) => {
  expect(countryOfIcao(icao)).toBe(country)
})

it('has a name in both languages for every country of the table but home', () => {
  const nameless = Object.values(ICAO_COUNTRIES)
    .filter((code) => code !== null && !['CHN', 'HKG', 'MAC', 'TWN'].includes(code))
    .filter((code) => !countryAbroad(code!, 'en') || !countryAbroad(code!, 'zh'))
  expect(nameless).toEqual([])
})

it('finds the country of every reporting airport, equal to that of the nearest town except at borders', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../data/airports-world.json.gz'))
  const rows = JSON.parse(gunzipSync(file).toString()) as [icao: string, name: string, lon: number, lat: number][]
  expect(rows.length).toBeGreaterThan(5_000)
  const disagreeing = rows.flatMap(([icao, , lon, lat]) => {
    const town = nearestWithin(TOWNS, { lat, lon }, 5)?.place
    const country = countryOfIcao(icao)
    return town && country && town.country !== country ? [`${icao} ${country} ${town.en}`] : []
  })
  expect(disagreeing).toEqual(['SBTT BRA Leticia'])
  // One in Antarctica that has no location indicator, and those where borders are disputed.
  expect(rows.filter(([icao]) => countryOfIcao(icao) === null).map(([icao]) => icao)).toEqual(
    'AAXX GMMH GMML VEAN VEDZ VEHO VEPG VETZ VEZO VIJU VILH VISR'.split(' '),
  )
})

it('names an airport abroad with its country, and one at home without', () => {
  const of = (icao_code: string) => {
    const { countryEn, countryZh } = withKnownNames(airportFromRecord({ icao_code, longitude: 1, latitude: 1 }))
    return [countryEn, countryZh]
  }
  expect(of('LIMC')).toEqual(['Italy', '意大利'])
  for (const icao of ['ZSPD', 'VHHH', 'VMMC', 'RCTP', 'VISR']) expect(of(icao)).toEqual([null, null])
})
