import { afterEach, expect, it } from 'vitest'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import { withKnownNames } from '../../../core/airports/airport-names.ts'
import { createReportStore } from '../../live/reports/report-store.ts'
import { usePage } from '../../state/page-store.ts'
import { findAirports } from './find-airports.ts'

const listed = {
  icao_code: 'ZSPD',
  name: '上海浦东国际机场',
  city: '浦东新区',
  province: '上海市',
  longitude: 121.8,
  latitude: 31.1,
}

afterEach(() => usePage.setState({ lang: 'en' }))

it('finds an airport and its view, in the language of the page', () => {
  const reports = createReportStore()
  reports.setAirports([withKnownNames(airportFromRecord({ ...listed, name_en: 'Shanghai Pudong' }))])
  const hit = {
    selection: { kind: 'airport', id: 'ZSPD' },
    title: 'ZSPD Shanghai Pudong',
    detail: 'Shanghai',
    view: { zoom: 8, lat: 31.1, lon: 121.8 },
    watchable: 'ZSPD',
  }
  expect(findAirports('zsp', reports)).toEqual([hit])
  usePage.setState({ lang: 'zh' })
  expect(findAirports('浦东', reports)).toEqual([{ ...hit, title: 'ZSPD 上海浦东国际机场', detail: '上海市浦东新区' }])
  expect(findAirports('nowhere', reports)).toEqual([])
})

it('finds airports abroad by country, and shows it with the city', () => {
  const reports = createReportStore()
  const milan = { icao_code: 'LIMC', name: 'Malpensa', city: 'Milan', longitude: 8.7, latitude: 45.6 }
  reports.setAirports([withKnownNames(airportFromRecord(milan))])
  expect(findAirports('italy', reports)).toMatchObject([{ title: 'LIMC Malpensa', detail: 'Milan, Italy' }])
  usePage.setState({ lang: 'zh' })
  expect(findAirports('意大利', reports)).toMatchObject([{ title: 'LIMC Malpensa', detail: '意大利，Milan' }])
})

it.each([
  [4, 8],
  [11, 11],
  [17, 13],
])('leads from zoom %d to an airport at zoom %d: not out again from close up', (from, to) => {
  const { view } = usePage.getState()
  usePage.setState({ view: { ...view, zoom: from } })
  const reports = createReportStore()
  reports.setAirports([airportFromRecord(listed)])
  expect(findAirports('ZSPD', reports)[0]?.view.zoom).toBe(to)
  usePage.setState({ view })
})
