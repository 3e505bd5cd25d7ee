import { afterEach, expect, it } from 'vitest'
import { airportFromRecord } from '../../core/airport.ts'
import { withKnownNames } from '../../core/airport-names.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { findAirports } from './find-airports.ts'

const listed = {
  icao_code: 'ZSPD',
  name: '上海浦东国际机场',
  city: '浦东新区',
  province: '上海市',
  longitude: 121.8,
  latitude: 31.1,
}

afterEach(() => useShell.setState({ lang: 'en' }))

it('finds an airport and where to look, in the language of the screen', () => {
  reportStore.setAirports([withKnownNames(airportFromRecord({ ...listed, name_en: 'Shanghai Pudong' }))])
  const hit = {
    selection: { kind: 'airport', id: 'ZSPD' },
    title: 'ZSPD Shanghai Pudong',
    detail: 'Shanghai',
    view: { zoom: 8, lat: 31.1, lon: 121.8 },
    watchable: 'ZSPD',
  }
  expect(findAirports('zsp')).toEqual([hit])
  useShell.setState({ lang: 'zh' })
  expect(findAirports('浦东')).toEqual([{ ...hit, title: 'ZSPD 上海浦东国际机场', detail: '浦东新区，上海市' }])
  expect(findAirports('nowhere')).toEqual([])
})
