import { expect, it } from 'vitest'
import { airportFromRecord } from '../../../../core/airports/airport.ts'
import { type LatLon, mercatorX, mercatorY, RAD, TILE_PX } from '../../../../core/geo/geo.ts'
import { airportsAt, REACH_PX } from './airport-pick.ts'

const airport = (icao_code: string, latitude: number, longitude: number) =>
  airportFromRecord({ icao_code, latitude, longitude })
const ZSPD = airport('ZSPD', 31.143, 121.805)
const ZSSS = airport('ZSSS', 31.198, 121.336)
const FAR = airport('FAR', -31.1, -58.2)

/** A map with this zoom, flat as in close views. */
const mapAt =
  (zoom: number) =>
  ({ lat, lon }: LatLon) => ({ x: mercatorX(lon) * TILE_PX * 2 ** zoom, y: mercatorY(lat) * TILE_PX * 2 ** zoom })

function codesAt(zoom: number, px: { x: number; y: number }, airports = [ZSSS, ZSPD, FAR]) {
  const project = mapAt(zoom)
  const middle = project(ZSPD)
  const at = { ...ZSPD, x: middle.x + px.x, y: middle.y + px.y }
  return airportsAt(airports, at, project, REACH_PX.fine).map(({ icao }) => icao)
}

it.each([5, 6, 7, 8, 9, 10, 11, 12, 13])('finds an airport within 12 px of its middle, at zoom %d', (zoom) => {
  for (let deg = 0; deg < 360; deg += 15) {
    const x = Math.cos(deg * RAD)
    const y = Math.sin(deg * RAD)
    expect(codesAt(zoom, { x: 11.9 * x, y: 11.9 * y }, [ZSPD, FAR])).toEqual(['ZSPD'])
    expect(codesAt(zoom, { x: 12.1 * x, y: 12.1 * y }, [ZSPD, FAR])).toEqual([])
  }
})

it('has the nearest first if several match', () => {
  expect(codesAt(3, { x: 0, y: 0 })).toEqual(['ZSPD', 'ZSSS'])
  expect(codesAt(3, { x: -5, y: 0 })).toEqual(['ZSSS', 'ZSPD'])
})

it('finds no mark on the far side of a globe, although it has the same position on screen', () => {
  const same = () => ({ x: 0, y: 0 })
  expect(airportsAt([ZSPD, FAR], { ...ZSPD, x: 0, y: 0 }, same, REACH_PX.fine)).toEqual([ZSPD])
})
