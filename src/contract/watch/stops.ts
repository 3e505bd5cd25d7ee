import * as z from 'zod/mini'
import { nameOf, noteOf } from '../display-text.ts'
import { listOf } from '../fields.ts'
import { workStopSchema } from './place-states.ts'

/** Work stops: a person records which work rests at a place, and when it goes on. Times are UTC ISO 8601. */

/** `POST /api/stops`: `by` counts where nobody signs in by a name. */
export const stopSchema = z.object({
  by: z.optional(nameOf(60)),
  place: z.string().check(z.minLength(1), z.maxLength(64)),
  work: nameOf(120),
  earliestResume: z.nullish(z.iso.datetime()),
  level: z.nullish(z.string().check(z.maxLength(32))),
  note: z.optional(noteOf(500)),
})
/** `PUT /api/stops/{id}`. */
export const stopChangeSchema = z.object({
  by: z.optional(nameOf(60)),
  work: z.optional(nameOf(120)),
  earliestResume: z.nullish(z.iso.datetime()),
  note: z.optional(noteOf(500)),
})
/** `POST /api/stops/{id}/resume`. */
export const resumeSchema = z.object({ by: z.optional(nameOf(60)), note: z.optional(noteOf(500)) })
/** `GET /api/stops`: those that are not resumed, or all of a period. */
export const stopListSchema = z.looseObject({ stops: listOf(workStopSchema) })
