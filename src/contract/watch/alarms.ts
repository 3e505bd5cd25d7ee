import * as z from 'zod/mini'
import { nameOf, noteOf } from '../display-text.ts'
import { boundedText, listOf, recordOf } from '../fields.ts'
import { arrivalSchema } from '../nowcast.ts'
import { queryBool, queryInstant, queryInt, queryList } from '../query.ts'
import { alarmPlaceSchema, LADDERS, rowFields, STEPS, type Step } from './place-states.ts'

/** What the watch on the server raises, as `/api/alarms`, its stream and every channel tell it. Times are UTC ISO 8601. */

/** Everything that can be raised. */
export const STAGES = [
  'approach', // lightning is expected within the place's largest ring
  'alert', // it struck within the largest ring
  'alarm', // it struck within the smallest ring
  'quiet', // nothing struck within the largest ring for the hold time, all of which was watched
  'not-watched', // between the alert and `quiet` there was a time of which nothing is known
  'category', // an airport's flight category became worse
  'wind',
  'visibility',
  'ceiling',
  'speci',
  'overdue', // an airport's report did not come
  'stop', // a person stopped work, changed that stop, or recorded that the work was resumed
  'feed-lost', // of no place: one of the server's lines has been away for a minute
  'observed', // of no place: data are back
  'channel-broken', // of no place: nothing went out by a channel for a day
  'test', // somebody, or the schedule, tries a channel
] as const
export const stageSchema = z.enum(STAGES)
export type Stage = z.infer<typeof stageSchema>

const acknowledgementSchema = z.object({ by: boundedText, at: boundedText, note: boundedText })
export type Acknowledgement = z.infer<typeof acknowledgementSchema>

const rowSchema = z.object(rowFields)

export const alarmSchema = z.looseObject({
  /** What rows of action levels add; see `place-states.ts`. */
  ...z.partial(rowSchema).shape,
  /** The same in each repeat, and of no other alarm. */
  id: boundedText,
  /** Null where it is of no place. */
  place: z.nullable(alarmPlaceSchema),
  stage: stageSchema,
  at: boundedText,
  /** The strike that raised it, and how far from the place it was. */
  struckAt: z.nullable(boundedText),
  distanceKm: z.nullable(z.number()),
  arrival: z.nullable(arrivalSchema),
  /** How much of the hold time before it was watched, 0 to 1. */
  watched: z.nullable(z.number()),
  simulated: z.boolean(),
  /** What else its text says: the ring (km), the hold time (min), a value of a report. */
  details: recordOf(z.union([boundedText, z.number()])),
  link: z.nullable(boundedText),
  acknowledged: z.nullable(acknowledgementSchema),
})
export type Alarm = z.infer<typeof alarmSchema>

/** A row of the log with the state of a whole ladder; rows from before action levels are alarms alone. */
export type Row = Alarm & z.infer<typeof rowSchema>

export function isRow(alarm: Alarm): alarm is Row {
  return alarm.step !== undefined && alarm.levels !== undefined
}

/** What a channel may send: steps of rows. `expected` includes `lapsed`. */
export const CHANNEL_EVENTS = ['up', 'down', 'end', 'expected', 'observation', 'stop', 'speci', 'service'] as const
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** A way out, as `GET /api/channels` tells it: nothing of it that is secret. */
const channelSchema = z.looseObject({
  id: boundedText,
  kind: boundedText,
  /** The host. */
  leadsTo: boundedText,
  places: listOf(boundedText),
  /** Ids of levels, `highest`, `outermost`, or `*` for all. */
  levels: listOf(boundedText),
  ladders: listOf(z.enum(LADDERS)),
  events: listOf(z.enum(CHANNEL_EVENTS)),
  lang: z.enum(['en', 'zh']),
  /** What is still to go out. */
  waiting: z.number(),
  lastSuccessAt: z.nullable(boundedText),
  /** What the other side said of the last that it took, such as a mail server's own number for it. */
  lastReceipt: z.nullable(boundedText),
  /** Why the last attempt failed; null where it did not. */
  lastError: z.nullable(boundedText),
  /** Nothing went out for a day. */
  broken: z.boolean(),
  /** The latest that were given up. */
  dead: listOf(z.object({ alarm: boundedText, attempts: z.number(), why: boundedText })),
})
export type ListedChannel = z.infer<typeof channelSchema>
export const channelListSchema = z.looseObject({ channels: listOf(channelSchema) })
export type ChannelList = z.infer<typeof channelListSchema>

export const ALARMS_TOLD_MAX = 1_000
export const ALARMS_TOLD = 200
/** Rows of a CSV, where nothing else is said. */
export const ALARMS_EXPORTED = 10_000

/** Of one question. */
const LEVELS_ASKED_MAX = 100

/** Query of `GET /api/alarms`: those raised from one moment up to, not including, the other, the newest first. */
export const alarmsQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  /** A place by its id. */
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
  /** Levels by their ids: rows whose headline they are, or that changed them. */
  level: z.optional(
    queryList.check(z.refine((ids) => ids.length <= LEVELS_ASKED_MAX, `must be at most ${LEVELS_ASKED_MAX} levels`)),
  ),
  acknowledged: z.optional(queryBool),
  /** In the names of its place and group, and in who acknowledged it with which note; letters big or small. */
  search: z.optional(z.string().check(z.maxLength(100))),
  format: z.optional(z.enum(['json', 'csv'])),
  /** The language of what a CSV says of each alarm. */
  lang: z.optional(z.enum(['en', 'zh'])),
  /** Of JSON at most 1,000. */
  limit: z.optional(queryInt(1, ALARMS_EXPORTED)),
})
export const alarmListSchema = z.looseObject({ alarms: listOf(alarmSchema) })
export type AlarmList = z.infer<typeof alarmListSchema>

/** `POST /api/alarms/{id}/acknowledge`: `by` counts where nobody signs in by a name. */
export const acknowledgeSchema = z.object({
  by: z.optional(nameOf(60)),
  note: z.optional(noteOf(500)),
})
