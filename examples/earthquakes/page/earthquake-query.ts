import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Ask } from '../../../client/http/ask.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { EARTHQUAKES_KEY, type EarthquakesKnown } from './earthquake.ts'

/** UTC ISO 8601. */
const timeMs = z.pipe(z.string(), z.transform(Date.parse))

const answerSchema = z.looseObject({
  as_of: timeMs,
  earthquakes: z.array(
    z.pipe(
      z.looseObject({
        id: z.string(),
        time: timeMs,
        lat: z.number(),
        lon: z.number(),
        depth_km: z.number(),
        magnitude: z.number(),
      }),
      z.transform(({ id, time, lat, lon, depth_km, magnitude }) => ({
        id,
        lat,
        lon,
        magnitude,
        atMs: time,
        depthKm: depth_km,
      })),
    ),
  ),
})

function earthquakesQuery(ask: Ask) {
  return queryOptions({
    queryKey: EARTHQUAKES_KEY,
    async queryFn({ signal }): Promise<EarthquakesKnown> {
      const { as_of, earthquakes } = await ask('/api/earthquakes', answerSchema, { signal })
      return { asOfMs: as_of, earthquakes }
    },
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
}

/** What our server knows of earthquakes, asked for each minute while somebody looks. */
export function useEarthquakes() {
  return useQuery(earthquakesQuery(useServerConnection().ask))
}
