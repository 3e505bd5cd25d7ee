import * as z from 'zod/mini'
import { ID_MAX, nameOf, noteOf } from '../display-text.ts'
import { listOf, utcInstant } from '../fields.ts'
import { queryInstant } from '../query.ts'
import { workStopSchema } from './place-states.ts'

/** Work stops: a person records which work rests at a place, and when it goes on. Times are UTC ISO 8601. */

/** Open stops of one place and in all, and how often one may be changed: a row of the log carries all those of its place. */
export const STOPS_OPEN_MAX = { ofPlace: 10, all: 1_000 }
export const STOP_CHANGES_MAX = 20
/** An earliest resume lies no further ahead. */
export const RESUME_AHEAD_MAX_DAYS = 31
/** Of a period: the newest. */
export const STOPS_LISTED_MAX = 1_000

const by = z.optional(nameOf(60))
const note = z.optional(noteOf(500))
const earliestResume = z.nullish(utcInstant)

/** `POST /api/stops`: `by` counts where nobody signs in by a name. */
export const stopSchema = z.object({
  by,
  place: z.string().check(z.minLength(1), z.maxLength(ID_MAX)),
  work: nameOf(120),
  earliestResume,
  /** The level that is the reason. */
  level: z.nullish(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/))),
  note,
})
/** `PUT /api/stops/{id}`: what is left out stays; null takes the earliest resume away. */
export const stopChangeSchema = z.object({ by, work: z.optional(nameOf(120)), earliestResume, note })
/** `POST /api/stops/{id}/resume`. */
export const resumeSchema = z.object({ by, note })
/** Query of `GET /api/stops`: those that are not resumed, or with a time all that were open in that period. */
export const stopsQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  place: z.optional(z.string().check(z.maxLength(ID_MAX))),
})
export const stopListSchema = z.looseObject({ stops: listOf(workStopSchema, STOPS_LISTED_MAX) })
export type StopList = z.infer<typeof stopListSchema>
