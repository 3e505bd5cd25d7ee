import * as z from 'zod/mini'
import { queryBox } from './history-queries.ts'
import { LIGHTNING_MINUTES_DEFAULT, LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from './limits.ts'
import { queryInt, queryList } from './query.ts'

/** Queries of the REST endpoints beside the sockets. Separate from the responses, because no page parses queries. */

/** DL §4.2: query of the REST endpoint. `bbox` is our extension: limits the response to a box. */
export const strikesQuerySchema = z.object({
  minutes: z._default(queryInt(LIGHTNING_MINUTES_MIN, LIGHTNING_MINUTES_MAX), LIGHTNING_MINUTES_DEFAULT),
  bbox: z.optional(queryBox),
})

/** DL §4.4, §4.5, §4.7: query of the REST endpoints. */
export const icaosQuerySchema = z.object({
  icaos: queryList.check(z.minLength(1, 'must name at least one ICAO code, comma-separated')),
})
