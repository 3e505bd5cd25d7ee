import { z } from 'zod'
import airports from '../../../../data/airports-cn.json' with { type: 'json' }

const airportSchema = z.object({
  icao_code: z.string(),
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** Metres above sea level. */
  altitude: z.number().nullable(),
  province: z.string(),
  city: z.string(),
  county: z.string(),
  name_en: z.string(),
  type: z
    .string()
    .nullable()
    .transform((type) => type ?? 'airport'), // of a few the size is not known
  reports_metar: z.boolean(),
})

/** An airport of the synthetic world; `data/airports-cn.json` holds all of them. */
export type SimAirport = z.infer<typeof airportSchema>

/** The airports of China that the synthetic world has. */
export function loadSimAirports(): SimAirport[] {
  return z.array(airportSchema).parse(airports)
}
