import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/** `GET /api/verification/again`: the chance of another strike in a ring after so many quiet minutes, from history. */

export const ANOTHER_STRIKE_PATH = `${API_PATHS.verification}/again`

const utcSchema = utcInstant
const count = z.number()
const measured = { from: utcSchema, to: utcSchema }

export const anotherStrikeSchema = z.looseObject({
  place: boundedText,
  ringKm: z.number(),
  /** True where the strikes are made up. */
  simulated: z.boolean(),
  /** Whose history it is: the place's, that of all places of this server, or that of recorded storms, for the ring most like it. */
  basis: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('place'), ...measured }),
    z.looseObject({ kind: z.literal('server'), ...measured }),
    z.looseObject({ kind: z.literal('recorded'), ringKm: z.number() }),
  ]),
  /** "Another strike" is one within so long. */
  withinMin: z.number(),
  /**
   * For growing numbers of quiet minutes: how often that was so, how often another strike came, and how long the ring was
   * closed altogether where work went on after them.
   */
  after: listOf(z.looseObject({ afterMin: z.number(), cases: count, struck: count, closedMin: count })),
})
export type AnotherStrike = z.infer<typeof anotherStrikeSchema>
