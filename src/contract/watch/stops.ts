import * as z from 'zod/mini'
import { ID_MAX, nameOf, noteOf } from '../display-text.ts'
import { listOf, utcInstant } from '../fields.ts'
import { queryInstant } from '../query.ts'
import { workStopSchema } from './place-states.ts'

/** Work stops: a person records which work is stopped at a place, and when it is resumed. Times are UTC ISO 8601. */

/**
 * Maximum open stops per place and in total, and changes per stop: a row of the log carries all open stops of its
 * place.
 */
export const STOPS_OPEN_MAX = { ofPlace: 10, all: 1_000 }
export const STOP_CHANGES_MAX = 20
/** Maximum time ahead of an earliest resume. */
export const RESUME_AHEAD_MAX_DAYS = 31
/** Per period: the newest. */
export const STOPS_LISTED_MAX = 1_000

const by = z.optional(nameOf(60))
const note = z.optional(noteOf(500))
const earliestResume = z.nullish(utcInstant)

/** `POST /api/stops`: `by` is used without named sign-ins. */
export const stopSchema = z.object({
  by,
  place: z.string().check(z.minLength(1), z.maxLength(ID_MAX)),
  work: nameOf(120),
  earliestResume,
  /** The level given as the reason. */
  level: z.nullish(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/))),
  note,
})
/** `PUT /api/stops/{id}`: missing fields are unchanged; null deletes the earliest resume. */
export const stopChangeSchema = z.object({ by, work: z.optional(nameOf(120)), earliestResume, note })
/** `POST /api/stops/{id}/resume`. */
export const resumeSchema = z.object({ by, note })
/** Query of `GET /api/stops`: open ones, or with a time all that were open in that period. */
export const stopsQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  place: z.optional(z.string().check(z.maxLength(ID_MAX))),
})
export const stopListSchema = z.looseObject({ stops: listOf(workStopSchema, STOPS_LISTED_MAX) })
export type StopList = z.infer<typeof stopListSchema>
