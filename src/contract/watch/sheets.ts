import * as z from 'zod/mini'
import { LANGS } from '../../locales/languages.ts'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryList } from '../query.ts'

/** Summaries of action levels: the situation in words, and the alarm load. Times are UTC ISO 8601. */

/** Query of `GET /api/situation`: by default all places. */
export const situationQuerySchema = z.object({
  lang: z.optional(z.enum(LANGS)),
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
/** Maximum rows counted; beyond it the sheet is marked as cut. */
export const LOAD_ROWS_MAX = 20_000
/** Maximum entries of each list. */
export const LOAD_LISTED_MAX = 1_000

/** Query of `GET /api/alarms/load`: by default the last day. */
export const alarmLoadQuerySchema = z.object({ from: z.optional(queryInstant), to: z.optional(queryInstant) })

const count = z.number()
const name = boundedText
const nameZh = z.nullable(boundedText)

/** Rows that require acknowledgement, by person and place; durations are seconds. */
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
  /** Most rows first; `id` is null for rows without a place. */
  places: listOf(z.object({ id: z.nullable(boundedText), name, nameZh, rows: count }), LOAD_LISTED_MAX),
  /** By the level that became triggered or possible; `id` is null for rows of versions without levels. */
  levels: listOf(
    z.object({ id: z.nullable(boundedText), name, nameZh, rows: count, restarts: count }),
    LOAD_LISTED_MAX,
  ),
  /** By acknowledging person. */
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
  /** Null without an acknowledged row. */
  acknowledged: z.nullable(z.object({ rows: count, medianS: count, p95S: count })),
  /** Rows not acknowledged within an hour, and the time of a later acknowledgement. */
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
