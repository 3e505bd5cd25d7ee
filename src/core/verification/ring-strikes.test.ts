import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import type { Place } from '../places/place.ts'
import { shapeOf } from '../places/place-shape.ts'
import { seededRandom } from '../util/random.ts'
import { RingStrikes } from './ring-strikes.ts'

const ERROR_KM = 3
const NOW = Date.UTC(2026, 6, 1, 8)

function placeAt(id: string, geometry: Place['geometry']): Place {
  return {
    id,
    name: id,
    nameZh: null,
    group: null,
    holdMin: 30,
    timeZone: null,
    hours: null,
    geometry,
    ringsKm: [5, 16],
  }
}

it('finds what struck in a ring as measuring every strike does, at the antimeridian and far north too', () => {
  const random = seededRandom('ring-strikes')
  const middles = [
    { lat: 31, lon: 121 },
    { lat: -17, lon: 179.95 },
    { lat: 68, lon: -179.9 },
    { lat: 86, lon: 20 },
    { lat: -86, lon: -70 },
  ]
  const places = middles.flatMap(({ lat, lon }, i) => [
    placeAt(`point ${i}`, { type: 'Point', coordinates: [lon, lat] }),
    placeAt(`line ${i}`, {
      type: 'LineString',
      coordinates: [
        [lon - 0.04, lat - 0.05],
        [lon, lat],
      ],
    }),
  ])
  const strikes = middles.flatMap((middle) =>
    Array.from({ length: 400 }, (_, i) => ({ timeMs: NOW + i, ...destination(middle, 360 * random(), 40 * random()) })),
  )
  const found = new RingStrikes(places)
  const cautious = new RingStrikes(places, ERROR_KM)
  for (const { timeMs, lat, lon } of strikes) for (const each of [found, cautious]) each.add(timeMs, lat, lon)
  for (const { id, geometry } of places) {
    for (const ringKm of [5, 16]) {
      const shape = shapeOf(geometry)
      const measured = (withinKm: number) =>
        strikes
          .filter((strike) => shape.kmFrom(strike, 16 + ERROR_KM) <= withinKm)
          .map(({ timeMs }) => timeMs)
          .sort((a, b) => a - b)
      expect(found.of(id, ringKm)).toEqual(measured(ringKm))
      expect(cautious.of(id, ringKm)).toEqual(measured(ringKm + ERROR_KM))
      expect(cautious.of(id, ringKm).length).toBeGreaterThan(found.of(id, ringKm).length)
    }
  }
})
