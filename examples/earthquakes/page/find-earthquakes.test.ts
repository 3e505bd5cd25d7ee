import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ServerConnection } from '../../live/server-connection.ts'
import { EARTHQUAKES_KEY, type EarthquakesKnown } from './earthquake.ts'
import { findEarthquakes } from './find-earthquakes.ts'

const earthquake = (id: string, magnitude: number) => ({ id, magnitude, lat: 24, lon: 122, atMs: 0, depthKm: 10 })
const access = { connection: {} as ServerConnection, queries: new QueryClient() }
const known: EarthquakesKnown = {
  asOfMs: 0,
  earthquakes: [earthquake('small', 3), earthquake('middling', 5), earthquake('great', 7.1)],
}

it('finds the strongest from a minimum magnitude on, once loaded', () => {
  expect(findEarthquakes('M5', access)).toEqual([])
  access.queries.setQueryData(EARTHQUAKES_KEY, known)
  expect(findEarthquakes('M5', access).map(({ title }) => title)).toEqual(['M 7.1', 'M 5'])
  expect(findEarthquakes('m 6.5', access)[0]).toMatchObject({ selection: { kind: 'earthquake', id: 'great' } })
  expect(findEarthquakes('Mokpo', access)).toEqual([])
})
