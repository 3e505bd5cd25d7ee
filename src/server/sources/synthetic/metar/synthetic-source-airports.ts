import { z } from 'zod'
import airports from '../../../../../data/airports-cn.json' with { type: 'json' }
import type { SimAirport } from './sim-airport.ts'

const airportsSchema = z.array(
  z.object({
    icao_code: z.string(),
    name: z.string(),
    longitude: z.number(),
    latitude: z.number(),
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
  }),
)

/** The airports of China that the synthetic world has. */
export function loadSimAirports(): SimAirport[] {
  return airportsSchema.parse(airports)
}
