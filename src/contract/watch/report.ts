import * as z from 'zod/mini'
import { byLanguage, LANGS } from '../../locales/languages.ts'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant } from '../query.ts'
import { stageSchema } from './alarms.ts'
import { LADDERS, LEVELS_MAX } from './place-states.ts'
import { STOPS_LISTED_MAX } from './stops.ts'

/** `GET /api/places/{id}/report`: report of a place and period. Times are UTC ISO 8601. */

export const REPORT_DAYS_MAX = 31
/** Including levels that are no longer in a ladder. */
export const REPORT_LEVELS_MAX = 100

export const placeReportQuerySchema = z.object({
  /** Default: a day before `to`. */
  from: z.optional(queryInstant),
  /** Default: now. */
  to: z.optional(queryInstant),
  format: z.optional(z.enum(['json', 'csv', 'html'])),
  lang: z.optional(z.enum(LANGS)),
})

const ringSchema = z.object({
  ringKm: z.number(),
  /** Strikes inside this ring, including the smaller ones. */
  strikes: z.number(),
  first: z.nullable(boundedText),
  last: z.nullable(boundedText),
})
const hourSchema = z.object({
  from: boundedText,
  /** By ring, as in `rings`. */
  strikes: listOf(z.number()),
  /** Coverage, 0 to 1. */
  watched: z.number(),
})
const reportAlarmSchema = z.object({
  id: boundedText,
  stage: stageSchema,
  at: boundedText,
  struckAt: z.nullable(boundedText),
  distanceKm: z.nullable(z.number()),
  /** Of `wind` (m/s), `visibility` and `ceiling` (m): the triggering value; null for others. */
  value: z.nullable(z.object({ number: z.number(), unit: z.enum(['m/s', 'm']) })),
  /** Of an `alarm`: minutes from the first approach or alert since `quiet` to the strike; null without one. */
  leadMin: z.nullable(z.number()),
  acknowledged: z.nullable(z.object({ by: boundedText, at: boundedText, note: boundedText })),
  /** Description in a sentence. */
  what: z.object(byLanguage(() => boundedText)),
})

const levelSchema = z.object({
  ladder: z.enum(LADDERS),
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  /** Triggered periods; `to` is null if still triggered at the end. */
  periods: listOf(z.object({ from: boundedText, to: z.nullable(boundedText) })),
  /** Their sum; null if zero with incomplete coverage. */
  minutes: z.nullable(z.number()),
})
const reportStopSchema = z.object({
  id: boundedText,
  work: boundedText,
  by: boundedText,
  at: boundedText,
  earliestResume: z.nullable(boundedText),
  /** The level given as the reason. */
  level: z.nullable(boundedText),
  resumed: z.nullable(z.object({ by: boundedText, at: boundedText, note: boundedText })),
  /** Duration within the period, and the part of it with its level triggered; any level if it names none. */
  minutes: z.number(),
  levelMinutes: z.number(),
  /** Levels still triggered when work was resumed, with their earliest ends; null for an unknown end. */
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
  /** Coverage of the period, 0 to 1, and unobserved spans. */
  watched: z.number(),
  notWatched: listOf(z.object({ from: boundedText, to: boundedText })),
  /** Innermost first. */
  rings: listOf(ringSchema),
  nearestKm: z.nullable(z.number()),
  hours: listOf(hourSchema),
  /** Oldest first, at most 1,000. */
  alarms: listOf(reportAlarmSchema),
  /** Most severe first. Empty if no row has a level. */
  levels: listOf(levelSchema, REPORT_LEVELS_MAX),
  /** Oldest first. */
  stops: listOf(reportStopSchema, STOPS_LISTED_MAX),
  simulated: z.boolean(),
})
export type PlaceReport = z.infer<typeof placeReportSchema>
