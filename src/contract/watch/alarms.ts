import * as z from 'zod/mini'
import { LANGS } from '../../locales/languages.ts'
import { nameOf, noteOf } from '../display-text.ts'
import { boundedText, listOf, recordOf } from '../fields.ts'
import { arrivalSchema } from '../nowcast.ts'
import { queryBool, queryInstant, queryInt, queryList } from '../query.ts'
import { alarmPlaceSchema, LADDERS, rowFields, STEPS, type Step } from './place-states.ts'

/** Alarms, as sent by `/api/alarms`, its stream and every channel. Times are UTC ISO 8601. */

export const STAGES = [
  'approach', // lightning is expected within the place's largest ring
  'alert', // a strike within the largest ring
  'alarm', // a strike within the smallest ring
  'quiet', // no strike within the largest ring for the hold time, with complete coverage
  'not-watched', // a coverage gap between the alert and `quiet`
  'category', // an airport's flight category became worse
  'wind',
  'visibility',
  'ceiling',
  'speci',
  'overdue', // an airport's report is overdue
  'stop', // a person stopped work, changed that stop, or recorded that the work was resumed
  'feed-lost', // no place: one of the server's lines has been down for a minute
  'observed', // no place: data resumed
  'channel-broken', // no place: no delivery on a channel succeeded for a day
  'test', // a test of a channel, manual or scheduled
] as const
export const stageSchema = z.enum(STAGES)
export type Stage = z.infer<typeof stageSchema>

const acknowledgementSchema = z.object({ by: boundedText, at: boundedText, note: boundedText })
export type Acknowledgement = z.infer<typeof acknowledgementSchema>

const rowSchema = z.object(rowFields)

export const alarmSchema = z.looseObject({
  /** Fields added by rows of action levels; see `place-states.ts`. */
  ...z.partial(rowSchema).shape,
  /** Unique; repeated messages have the same id. */
  id: boundedText,
  /** Null without a place. */
  place: z.nullable(alarmPlaceSchema),
  stage: stageSchema,
  at: boundedText,
  /** The triggering strike, and its distance from the place. */
  struckAt: z.nullable(boundedText),
  distanceKm: z.nullable(z.number()),
  arrival: z.nullable(arrivalSchema),
  /** Coverage of the preceding hold time, 0 to 1. */
  watched: z.nullable(z.number()),
  simulated: z.boolean(),
  /** Values for its text: the ring (km), the hold time (min), a value of a report. */
  details: recordOf(z.union([boundedText, z.number()])),
  link: z.nullable(boundedText),
  acknowledged: z.nullable(acknowledgementSchema),
})
export type Alarm = z.infer<typeof alarmSchema>

/** A row of the log with the state of a whole ladder; rows of versions without action levels have alarm fields only. */
export type Row = Alarm & z.infer<typeof rowSchema>

export function isRow(alarm: Alarm): alarm is Row {
  return alarm.step !== undefined && alarm.levels !== undefined
}

/** Events that a channel may select: steps of rows. `expected` includes `lapsed`. */
export const CHANNEL_EVENTS = ['up', 'down', 'end', 'expected', 'observation', 'stop', 'speci', 'service'] as const
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** A delivery channel, in `GET /api/channels`: without secrets. */
const channelSchema = z.looseObject({
  id: boundedText,
  kind: boundedText,
  /** Host name of the target. */
  leadsTo: boundedText,
  places: listOf(boundedText),
  /** Ids of levels, `highest`, `outermost`, or `*` for all. */
  levels: listOf(boundedText),
  ladders: listOf(z.enum(LADDERS)),
  events: listOf(z.enum(CHANNEL_EVENTS)),
  lang: z.enum(LANGS),
  waiting: z.number(),
  lastSuccessAt: z.nullable(boundedText),
  /** Receipt of the last accepted delivery, such as a mail server's queue id. */
  lastReceipt: z.nullable(boundedText),
  /** Error of the last attempt; null after a success. */
  lastError: z.nullable(boundedText),
  /** No delivery succeeded for a day. */
  broken: z.boolean(),
  /** The latest abandoned deliveries. */
  dead: listOf(z.object({ alarm: boundedText, attempts: z.number(), why: boundedText })),
})
export type ListedChannel = z.infer<typeof channelSchema>
export const channelListSchema = z.looseObject({ channels: listOf(channelSchema) })
export type ChannelList = z.infer<typeof channelListSchema>

export const ALARMS_TOLD_MAX = 1_000
export const ALARMS_TOLD = 200
/** Default number of CSV rows. */
export const ALARMS_EXPORTED = 10_000

/** Per request. */
const LEVELS_ASKED_MAX = 100

/** Query of `GET /api/alarms/stream`, for clients that can't send the header of the same name. */
export const alarmStreamQuerySchema = z.object({ 'last-event-id': z.optional(boundedText) })

/** Query of `GET /api/alarms`: alarms raised in [from, to), newest first. */
export const alarmsQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  /** A place id. */
  place: z.optional(boundedText),
  stage: z.optional(
    queryList.check(
      z.refine((names) => names.every((name) => STAGES.includes(name as Stage)), `must be some of ${STAGES.join()}`),
    ),
  ),
  step: z.optional(
    queryList.check(
      z.refine((names) => names.every((name) => STEPS.includes(name as Step)), `must be some of ${STEPS.join()}`),
    ),
  ),
  ladder: z.optional(z.enum(LADDERS)),
  /** Level ids: rows with one of them as headline or among the changed ones. */
  level: z.optional(
    queryList.check(z.refine((ids) => ids.length <= LEVELS_ASKED_MAX, `must be at most ${LEVELS_ASKED_MAX} levels`)),
  ),
  acknowledged: z.optional(queryBool),
  /** Searches names of place and group, and name and note of the acknowledgement; case-insensitive. */
  search: z.optional(z.string().check(z.maxLength(100))),
  format: z.optional(z.enum(['json', 'csv'])),
  /** Language of texts in CSV. */
  lang: z.optional(z.enum(LANGS)),
  /** At most 1,000 for JSON. */
  limit: z.optional(queryInt(1, ALARMS_EXPORTED)),
})
export const alarmListSchema = z.looseObject({ alarms: listOf(alarmSchema) })
export type AlarmList = z.infer<typeof alarmListSchema>

/** `POST /api/alarms/{id}/acknowledge`: `by` is used without named sign-ins. */
export const acknowledgeSchema = z.object({
  by: z.optional(nameOf(60)),
  note: z.optional(noteOf(500)),
})
