import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { problemSchema } from '../problems.ts'

/** Maximum names shown, and problems of each. */
export const FAULTS_SHOWN_MAX = 20

/** Fault name of places that refer to unknown places. */
export const AT_FAULTS = 'places at others'

/** Why a permission is missing: a wall display, not named in the roles file, or no roles file. */
const whyNotSchema = z.enum(['wall', 'not-named', 'no-file'])
export type WhyNot = z.infer<typeof whyNotSchema>

/** `GET /api/rights`: the caller and the reasons for missing permissions; null for granted ones. */
export const rightsSchema = z.looseObject({
  /** Null without a named sign-in: the person enters a name with each action. */
  name: z.nullable(boundedText),
  acknowledge: z.nullable(whyNotSchema),
  configure: z.nullable(whyNotSchema),
  /** Record work stops. */
  stop: z.optional(z.nullable(whyNotSchema)),
  /** For callers who can fix them: invalid settings files and stored state set aside, with reasons. */
  faults: z.optional(
    listOf(
      z.object({
        name: boundedText,
        problems: z.readonly(listOf(problemSchema, FAULTS_SHOWN_MAX)),
        /** Number of further problems. */
        more: z.int(),
      }),
      FAULTS_SHOWN_MAX,
    ),
  ),
})
export type Rights = z.infer<typeof rightsSchema>
