import * as z from 'zod/mini'
import { TOKEN_PATHS, tokenResponseSchema } from '../../contract/auth.ts'
import { HELD_ONLY } from '../../contract/brontide.ts'
import { LIGHTNING_PATHS, strikesResponseSchema } from '../../contract/lightning.ts'
import { icaosQuerySchema, strikesQuerySchema } from '../../contract/live-queries.ts'
import { ALL_SUFFIX, latencyRecordSchema, METAR_PATHS } from '../../contract/metar.ts'
import {
  airportListSchema,
  airportSchema,
  envelopeSchema,
  hotspotSchema,
  hotspotsSchema,
  metarHistoryRecordSchema,
  metarHistorySchema,
  type StandardEndpoint,
  standardEndpoints,
} from '../../contract/standard.ts'
import { standardQueries } from '../../contract/standard-queries.ts'
import { get, type Operation, post } from './operation.ts'
import { reportSchema, strikeSchema } from './records.ts'

/** Operations of both contract documents, with the response schemas of this server. */

const reports = z.looseObject({ data: z.array(reportSchema) })
const latencies = z.looseObject({ data: z.array(latencyRecordSchema) })

/** A path for some airports, and its variant for all of them. */
function ofAirports(path: string, id: string, summary: string, answer: z.core.$ZodType): Operation[] {
  const by = path === METAR_PATHS.latency ? 'anybody' : 'metar'
  return [
    get(by, path, id, { summary: `${summary} of some airports`, query: icaosQuerySchema, answer }),
    get(by, path + ALL_SUFFIX, `${id}All`, { summary: `${summary} of all airports`, answer }),
  ]
}

const special: Operation[] = [
  ...(['lightning', 'metar'] as const).map((product) =>
    post('key', TOKEN_PATHS[product], `${product}Token`, {
      summary: `Trades a key for a token of ${product}, good for five minutes`,
      answer: tokenResponseSchema,
    }),
  ),
  get('lightning', LIGHTNING_PATHS.strikes, 'latestStrikes', {
    summary: 'Strikes that arrived in the last minutes',
    query: strikesQuerySchema,
    answer: z.extend(strikesResponseSchema, { data: z.array(strikeSchema) }),
  }),
  ...ofAirports(METAR_PATHS.raw, 'latestRawReports', 'The latest reports, as text,', reports),
  ...ofAirports(METAR_PATHS.parsed, 'latestReports', 'The latest reports, read,', reports),
  ...ofAirports(METAR_PATHS.latency, 'latency', 'How late reports come in', latencies),
]

/** List responses of the standard service are parsed record by record; these are the record schemas. */
const PAYLOADS: Partial<Record<StandardEndpoint, z.core.$ZodType>> = {
  metarHistory: z.extend(metarHistorySchema, { records: z.array(metarHistoryRecordSchema) }),
  airports: z.extend(airportListSchema, { stations: z.array(airportSchema) }),
  firesNearby: z.extend(hotspotsSchema, { items: z.array(hotspotSchema) }),
  firesInBox: z.extend(hotspotsSchema, { items: z.array(hotspotSchema) }),
}

const SUMMARIES: Record<StandardEndpoint, string> = {
  observationAtPoint: 'The weather at a point, now',
  observationAtStation: 'The weather at a station, now',
  metarHistory: 'Past reports of up to five airports',
  airports: 'The airports that have reports',
  forecastHourly: 'The forecast for a point, by the hour',
  forecastDaily: 'The forecast for a point, by the day',
  firesNearby: 'Fires around a point',
  firesInBox: 'Fires in a box',
}

const standard = (Object.keys(standardEndpoints) as StandardEndpoint[]).map((id): Operation => {
  const { path, data } = standardEndpoints[id]
  const query: z.core.$ZodObject = standardQueries[id]
  const shape = id === 'firesInBox' ? { ...query._zod.def.shape, held: z.optional(z.enum([HELD_ONLY])) } : null
  return get('standard', path, id, {
    summary: SUMMARIES[id],
    query: shape ? z.object(shape) : query,
    answer: z.extend(envelopeSchema, { data: z.nullish(PAYLOADS[id] ?? data) }),
  })
})

export const contractOperations: readonly Operation[] = [...special, ...standard]
