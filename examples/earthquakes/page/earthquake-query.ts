import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Ask } from '../../../client/http/ask.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { EARTHQUAKES_KEY, type EarthquakesKnown } from './earthquake.ts'

/** Times are UTC ISO 8601. */
const answerSchema = z.looseObject({
  as_of: z.string().transform(Date.parse),
  earthquakes: z.array(
    z
      .looseObject({
        id: z.string(),
        time: z.string().transform(Date.parse),
        lat: z.number(),
        lon: z.number(),
        depth_km: z.number(),
        magnitude: z.number(),
      })
      .transform(({ id, time, lat, lon, depth_km, magnitude }) => ({
        ...{ id, lat, lon, magnitude, atMs: time, depthKm: depth_km },
      })),
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
