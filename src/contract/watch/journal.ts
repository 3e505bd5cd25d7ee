import * as z from 'zod/mini'
import { nameOf, noteOf } from '../display-text.ts'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryInt, queryList } from '../query.ts'
import { LEVELS_MAX } from './place-states.ts'

/** Journal of actions and notes: person, time, content. Times are UTC ISO 8601. */

export const ENTRY_KINDS = [
  'note', // for the next shift
  'acknowledge',
  'snooze', // messages of a place were snoozed
  'snooze-end',
  'subscribe', // a browser subscribed to push messages
  'unsubscribe',
  'stop', // work was stopped at a place
  'stop-change',
  'resume', // work was resumed
  'test', // a channel was tried
  'place', // a place was drawn, changed or removed
  'wall', // a wall was admitted or removed
  'file', // a settings file changed
] as const
const kindSchema = z.enum(ENTRY_KINDS)

/** The event, for kinds with several: of a wall, of a place, or why push messages to a device ended. */
const ENTRY_CODES = [
  'admitted',
  'removed',
  'drawn',
  'changed',
  'imported',
  'dropped', // the push service no longer knows the device
  'silent', // no message to it succeeded for a day
  'signed-out',
  'lapsed', // its page was not opened for 30 days
  'not-permitted',
] as const
export type EntryCode = (typeof ENTRY_CODES)[number]

export const entrySchema = z.looseObject({
  at: boundedText,
  /** Null without a person: a file changed. */
  by: z.nullable(boundedText),
  kind: kindSchema,
  /** Subject: id of an alarm, a place or a channel, or name of a wall or a file. */
  subject: z.nullable(boundedText),
  /** Text by a person. Entries of earlier versions have all fields below as text here. */
  text: boundedText,
  /** A code of a later version is left out. */
  code: z.catch(z.optional(z.enum(ENTRY_CODES)), undefined),
  /** Of a device: its push service. */
  host: z.optional(boundedText),
  /** Number of imported places. */
  count: z.optional(z.number()),
  /** The end of a snooze, and the levels whose messages are held back; the whole place if no levels are named. */
  until: z.optional(boundedText),
  levels: z.optional(listOf(boundedText, 2 * LEVELS_MAX)),
  /** Of a work stop. */
  work: z.optional(boundedText),
})
export type JournalEntry = z.infer<typeof entrySchema>

export const ENTRIES_TOLD = 200
const ENTRIES_TOLD_MAX = 1_000

/** Query of `GET /api/journal`, newest first. */
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

/** Used without named sign-ins. */
const by = z.optional(nameOf(60))

/** `POST /api/journal`: a note for the next shift. */
export const handOverSchema = z.object({ by, text: noteOf(2_000).check(z.minLength(1)) })

export const SNOOZE_MIN_RANGE = [1, 240] as const
/** Ids of levels whose messages are held back; the whole place if no levels are named. */
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
/** `GET /api/snoozes`: active ones. */
export const snoozeListSchema = z.looseObject({ snoozes: listOf(heldSnoozeSchema) })
export type SnoozeList = z.infer<typeof snoozeListSchema>
