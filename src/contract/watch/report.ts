import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant } from '../query.ts'
import { stageSchema } from './alarms.ts'
import { LADDERS, LEVELS_MAX } from './place-states.ts'
import { STOPS_LISTED_MAX } from './stops.ts'

/** `GET /api/places/{id}/report`: what was at a place in a period. Times are UTC ISO 8601. */

export const REPORT_DAYS_MAX = 31
/** Also levels that are no longer in a ladder. */
export const REPORT_LEVELS_MAX = 100

export const placeReportQuerySchema = z.object({
  /** A day before `to` where nothing is said. */
  from: z.optional(queryInstant),
  /** Now where nothing is said. */
  to: z.optional(queryInstant),
  format: z.optional(z.enum(['json', 'csv', 'html'])),
  lang: z.optional(z.enum(['en', 'zh'])),
})

const ringSchema = z.object({
  ringKm: z.number(),
  /** Strikes within this ring, those of the smaller ones too. */
  strikes: z.number(),
  first: z.nullable(boundedText),
  last: z.nullable(boundedText),
})
const hourSchema = z.object({
  from: boundedText,
  /** Of each ring, as in `rings`. */
  strikes: listOf(z.number()),
  /** How much of it was watched, 0 to 1. */
  watched: z.number(),
})
const reportAlarmSchema = z.object({
  id: boundedText,
  stage: stageSchema,
  at: boundedText,
  struckAt: z.nullable(boundedText),
  distanceKm: z.nullable(z.number()),
  /** Of `wind` (m/s), `visibility` and `ceiling` (m): the number that raised it; of others null. */
  value: z.nullable(z.object({ number: z.number(), unit: z.enum(['m/s', 'm']) })),
  /** Of an `alarm`: from the first approach or alert since `quiet` to the strike, minutes; null where nothing came before. */
  leadMin: z.nullable(z.number()),
  acknowledged: z.nullable(z.object({ by: boundedText, at: boundedText, note: boundedText })),
  /** What it says, in a sentence. */
  what: z.object({ en: boundedText, zh: boundedText }),
})

const levelSchema = z.object({
  ladder: z.enum(LADDERS),
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  /** When it was triggered, within the period; `to` is null where it still was at the end. */
  periods: listOf(z.object({ from: boundedText, to: z.nullable(boundedText) })),
  /** Their sum; null where there is none and not all of the period was observed. */
  minutes: z.nullable(z.number()),
})
const reportStopSchema = z.object({
  id: boundedText,
  work: boundedText,
  by: boundedText,
  at: boundedText,
  earliestResume: z.nullable(boundedText),
  /** The level that was given as the reason. */
  level: z.nullable(boundedText),
  resumed: z.nullable(z.object({ by: boundedText, at: boundedText, note: boundedText })),
  /** Of the stop within the period, and of these those in which its level was triggered; any level where it names none. */
  minutes: z.number(),
  levelMinutes: z.number(),
  /** Levels that were triggered when the work was resumed, with their earliest ends; null for an end that was unknown. */
  resumedBeforeEnd: listOf(
    z.object({ level: boundedText, name: boundedText, nameZh: z.nullable(boundedText), end: z.nullable(boundedText) }),
    LEVELS_MAX,
  ),
})

export const placeReportSchema = z.looseObject({
  place: z.looseObject({
    id: boundedText,
    name: boundedText,
    nameZh: z.nullable(boundedText),
    group: z.nullable(boundedText),
    timeZone: boundedText,
  }),
  from: boundedText,
  to: boundedText,
  /** How much of the period was watched, 0 to 1, and what was not. */
  watched: z.number(),
  notWatched: listOf(z.object({ from: boundedText, to: boundedText })),
  /** From the inside out. */
  rings: listOf(ringSchema),
  nearestKm: z.nullable(z.number()),
  hours: listOf(hourSchema),
  /** The oldest first, at most 1,000. */
  alarms: listOf(reportAlarmSchema),
  /** Most severe first. Empty where no row has a level. */
  levels: listOf(levelSchema, REPORT_LEVELS_MAX),
  /** The oldest first. */
  stops: listOf(reportStopSchema, STOPS_LISTED_MAX),
  simulated: z.boolean(),
})
export type PlaceReport = z.infer<typeof placeReportSchema>
