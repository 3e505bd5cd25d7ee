import { expect, it } from 'vitest'
import type { Storm } from '../../../../contract/nowcast.ts'
import { airportFromRecord } from '../../../../core/airports/airport.ts'
import { stormAt } from '../../../../testing/fakes/fake-storm.ts'
import { activityBox } from './activity-view.ts'

const HOME = { west: 73, south: 17, east: 136, north: 54 }
const GUANGZHOU = airportFromRecord({ icao_code: 'ZGGG', latitude: 23.4, longitude: 113.3, city: '广州市' })
const rateOf = ({ strokesPerMin }: Storm) => strokesPerMin ?? 0
const boxOf = (storms: Storm[], airports = [GUANGZHOU]) => activityBox(storms, airports, HOME, rateOf)
const storm = (lat: number, lon: number, strokesPerMin: number) => stormAt({ lat, lon }, { strokesPerMin })

it('shows the storms near the airports of the area of interest before those elsewhere in it', () => {
  const domestic = storm(23, 113, 10)
  const abroad = storm(20, 102, 500)
  expect(boxOf([abroad, domestic])).toEqual({ west: 111.8, east: 114.2, south: 21.8, north: 24.2 })
  expect(boxOf([abroad], [])).toEqual({ west: 100.8, east: 103.2, south: 18.8, north: 21.2 })
})

it('leaves out a weak one far off, and everything outside the area', () => {
  const near = [storm(23, 113, 60), storm(22.5, 114, 40)]
  expect(boxOf([...near, storm(24, 112.5, 5)])).toEqual({ west: 111.8, east: 115.2, south: 21.3, north: 24.2 })
  expect(boxOf([storm(60, 10, 900)])).toBeNull()
  expect(boxOf([])).toBeNull()
})
