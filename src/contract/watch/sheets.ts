import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryList } from '../query.ts'

/** What is told of action levels as a whole: the situation in words, and the load of alarms. Times are UTC ISO 8601. */

/** Query of `GET /api/situation`: all places where none are named. */
export const situationQuerySchema = z.object({
  lang: z.optional(z.enum(['en', 'zh'])),
  places: z.optional(queryList),
})
export const situationSchema = z.looseObject({
  at: boundedText,
  /** Two to eight. */
  sentences: listOf(boundedText, 8),
  text: z.string().check(z.maxLength(20_000)),
  simulated: z.boolean(),
})
export type Situation = z.infer<typeof situationSchema>

export const LOAD_DAYS_MAX = 31
/** Rows that are counted; of more the sheet says that it is cut. */
export const LOAD_ROWS_MAX = 20_000
/** Entries of each list of the sheet. */
export const LOAD_LISTED_MAX = 1_000

/** Query of `GET /api/alarms/load`: the last day where nothing is said. */
export const alarmLoadQuerySchema = z.object({ from: z.optional(queryInstant), to: z.optional(queryInstant) })

const count = z.number()
const name = boundedText
const nameZh = z.nullable(boundedText)

/** Rows that ask for acknowledgement, by whom and where they burden; durations are seconds. */
export const alarmLoadSchema = z.looseObject({
  from: boundedText,
  to: boundedText,
  /** Not all rows of the period were counted. */
  cut: z.boolean(),
  rows: count,
  /** Each hour of the period, by its begin. */
  hours: listOf(z.object({ from: boundedText, rows: count }), 24 * LOAD_DAYS_MAX + 1),
  /** Each day (UTC) with rows, against `dayMax`. */
  days: listOf(z.object({ date: boundedText, rows: count, isOver: z.boolean() }), LOAD_DAYS_MAX + 1),
  dayMax: count,
  /** The most burdened first; `id` is null for rows of no place. */
  places: listOf(z.object({ id: z.nullable(boundedText), name, nameZh, rows: count }), LOAD_LISTED_MAX),
  /** By the level that became triggered or possible; `id` is null for rows from before levels. */
  levels: listOf(
    z.object({ id: z.nullable(boundedText), name, nameZh, rows: count, restarts: count }),
    LOAD_LISTED_MAX,
  ),
  /** Who acknowledged. */
  persons: listOf(z.object({ by: boundedText, rows: count, medianS: count }), LOAD_LISTED_MAX),
  /** More than `FLOOD.rows` in ten minutes; `most` in any ten minutes of it. */
  floods: listOf(z.object({ from: boundedText, to: boundedText, rows: count, most: count }), LOAD_LISTED_MAX),
  /** Levels that turned on again within one hold time of their end. */
  restarts: listOf(
    z.object({
      place: boundedText,
      level: boundedText,
      name,
      nameZh,
      ended: boundedText,
      restarted: boundedText,
      holdMin: count,
    }),
    LOAD_LISTED_MAX,
  ),
  /** Null where nothing was acknowledged. */
  acknowledged: z.nullable(z.object({ rows: count, medianS: count, p95S: count })),
  /** Rows that nobody acknowledged within an hour, and when somebody did. */
  late: listOf(
    z.object({
      id: boundedText,
      place: z.nullable(boundedText),
      at: boundedText,
      acknowledgedAt: z.nullable(boundedText),
    }),
    LOAD_LISTED_MAX,
  ),
  simulated: z.boolean(),
})
export type AlarmLoad = z.infer<typeof alarmLoadSchema>
