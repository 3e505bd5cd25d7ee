import { z } from 'zod'
import { DAY_MS } from '../../../core/time/durations.ts'

export const EARTHQUAKES_PATH = '/api/earthquakes'
/** How far back earthquakes are listed. */
export const EARTHQUAKES_WINDOW_MS = 7 * DAY_MS

/** Wire format for pages and for other Brontide servers. Times are UTC ISO 8601. */
export const earthquakesSchema = z.looseObject({
  as_of: z.string(),
  earthquakes: z.array(
    z.looseObject({
      id: z.string(),
      time: z.string(),
      lat: z.number(),
      lon: z.number(),
      depth_km: z.number(),
      magnitude: z.number(),
    }),
  ),
})
export type EarthquakesAnswer = z.infer<typeof earthquakesSchema>
export type EarthquakeRecord = EarthquakesAnswer['earthquakes'][number]

export interface EarthquakeSource {
  /** Null without an upstream. Rejects with `ContractError`. */
  recent(): Promise<EarthquakesAnswer | null>
}
