import * as z from 'zod/mini'
import { nameOf, noteOf } from '../display-text.ts'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryInt, queryList } from '../query.ts'
import { LEVELS_MAX } from './place-states.ts'

/** What people did and left for each other: who, when, what. Times are UTC ISO 8601. */

export const ENTRY_KINDS = [
  'note', // to the next shift
  'acknowledge',
  'snooze', // messages of a place are held back for a while
  'snooze-end',
  'subscribe', // a browser gets push messages from now on
  'unsubscribe',
  'stop', // work was stopped at a place
  'stop-change',
  'resume', // the work goes on
  'test', // a channel was tried
  'place', // a place was drawn, changed or taken away
  'wall', // a wall was let in, or turned away
  'file', // a file of settings became another one
] as const
const kindSchema = z.enum(ENTRY_KINDS)

export const entrySchema = z.looseObject({
  at: boundedText,
  /** Null where nobody said who: a file changed. */
  by: z.nullable(boundedText),
  kind: kindSchema,
  /** What it is about: the id of an alarm, a place or a channel, the name of a wall or a file. */
  subject: z.nullable(boundedText),
  text: boundedText,
})
export type JournalEntry = z.infer<typeof entrySchema>

export const ENTRIES_TOLD = 200
const ENTRIES_TOLD_MAX = 1_000

/** Query of `GET /api/journal`, the newest first. */
export const journalQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  kind: z.optional(
    queryList.check(
      z.refine(
        (names) => names.every((name) => (ENTRY_KINDS as readonly string[]).includes(name)),
        `must be some of ${ENTRY_KINDS.join()}`,
      ),
    ),
  ),
  limit: z.optional(queryInt(1, ENTRIES_TOLD_MAX)),
})
export const journalSchema = z.looseObject({ entries: listOf(entrySchema) })
export type Journal = z.infer<typeof journalSchema>

/** Counts where nobody signs in by a name. */
const by = z.optional(nameOf(60))

/** `POST /api/journal`: a note to the next shift. */
export const handOverSchema = z.object({ by, text: noteOf(2_000).check(z.minLength(1)) })

export const SNOOZE_MIN_RANGE = [1, 240] as const
/** Ids of levels of which messages are held back; all of the place where none are named. */
const levels = z.optional(
  z
    .array(z.string().check(z.maxLength(32), z.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be ids of levels')))
    .check(z.minLength(1), z.maxLength(2 * LEVELS_MAX)),
)
/** `PUT /api/snoozes/{place}`. */
export const snoozeSchema = z.strictObject({
  by,
  minutes: z.int().check(z.minimum(SNOOZE_MIN_RANGE[0]), z.maximum(SNOOZE_MIN_RANGE[1])),
  note: z.optional(noteOf(500)),
  levels,
})
/** `DELETE /api/snoozes/{place}`. */
export const snoozeEndSchema = z.object({ by })

export const heldSnoozeSchema = z.object({
  place: boundedText,
  by: boundedText,
  until: boundedText,
  note: boundedText,
  levels: z.optional(listOf(boundedText, 2 * LEVELS_MAX)),
})
export type Snooze = z.infer<typeof heldSnoozeSchema>
/** `GET /api/snoozes`: those that have not ended. */
export const snoozeListSchema = z.looseObject({ snoozes: listOf(heldSnoozeSchema) })
export type SnoozeList = z.infer<typeof snoozeListSchema>
