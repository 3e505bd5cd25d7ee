import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/** `GET /api/verification/again`: probability of another strike in a ring after minutes without one, from history. */

export const ANOTHER_STRIKE_PATH = `${API_PATHS.verification}/again`

const utcSchema = utcInstant
const count = z.number()
const measured = { from: utcSchema, to: utcSchema }

export const anotherStrikeSchema = z.looseObject({
  place: boundedText,
  ringKm: z.number(),
  simulated: z.boolean(),
  /** Origin of the statistics: the place, all places of this server, or recorded storms, for the most similar ring. */
  basis: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('place'), ...measured }),
    z.looseObject({ kind: z.literal('server'), ...measured }),
    z.looseObject({ kind: z.literal('recorded'), ringKm: z.number() }),
  ]),
  /** Period in which "another strike" counts. */
  withinMin: z.number(),
  /**
   * By increasing minutes without a strike: number of cases, of cases with another strike, and total time the ring
   * would have been closed if work was resumed after them.
   */
  after: listOf(z.looseObject({ afterMin: z.number(), cases: count, struck: count, closedMin: count })),
})
export type AnotherStrike = z.infer<typeof anotherStrikeSchema>
