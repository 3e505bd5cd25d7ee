import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { problemSchema } from '../problems.ts'

/** Names, and problems of each, that are shown. */
export const FAULTS_SHOWN_MAX = 20

/** Why somebody may not: nobody stands before a wall, the file of roles does not name them, or there is no such file. */
const whyNotSchema = z.enum(['wall', 'not-named', 'no-file'])
export type WhyNot = z.infer<typeof whyNotSchema>

/** `GET /api/rights`: who asks, and what they may do; null where they may. */
export const rightsSchema = z.looseObject({
  /** Null where nobody signs in by a name: then they give one with what they do. */
  name: z.nullable(boundedText),
  acknowledge: z.nullable(whyNotSchema),
  configure: z.nullable(whyNotSchema),
  /** Record work stops. */
  stop: z.optional(z.nullable(whyNotSchema)),
  /** For whoever may mend them: settings files that were refused, and stored state that was set aside, with the reasons. */
  faults: z.optional(
    listOf(
      z.object({
        name: boundedText,
        problems: z.readonly(listOf(problemSchema, FAULTS_SHOWN_MAX)),
        /** How many problems there are beside those. */
        more: z.int(),
      }),
      FAULTS_SHOWN_MAX,
    ),
  ),
})
export type Rights = z.infer<typeof rightsSchema>
