import { expect, it } from 'vitest'
import { createPlacesNear } from './places-near.ts'

it('finds points by their distance, lines and areas by that from their edge, within reach only', () => {
  const square = [0, 1, 1, 0, 0].map((lon, i): [number, number] => [121 + lon, 31 + [0, 0, 1, 1, 0][i]!])
  const places = [
    { lat: 31.5, lon: 122.2 },
    { lat: 31.5, lon: 121.5, geometry: { type: 'Polygon', coordinates: [square] } as const },
    {
      lat: 31.5,
      lon: 123,
      geometry: {
        type: 'LineString',
        coordinates: [
          [122.1, 31],
          [122.1, 32],
        ] as [number, number][],
      } as const,
    },
  ]
  const near = createPlacesNear(places, 20)
  const found = (lat: number, lon: number) => {
    const km = new Map<number, number>()
    near(lat, lon, (index, each) => km.set(index, Math.round(each)))
    return km
  }
  expect(found(31.5, 121.3)).toEqual(new Map([[1, 0]]))
  expect(found(31.5, 122.1)).toEqual(
    new Map([
      [0, 10],
      [1, 10],
      [2, 0],
    ]),
  )
  expect(found(31.5, 123)).toEqual(new Map())
})
