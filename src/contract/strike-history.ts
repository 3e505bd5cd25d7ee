import * as z from 'zod/mini'
import { API_PATHS } from './api-paths.ts'
import { listOf } from './fields.ts'
import { parseInstantMs } from './time.ts'

/**
 * Our own server's history of strikes: `GET /api/strikes`, and by minutes, for any cache to keep once they are final:
 * `/api/strikes/minute/{YYYYMMDDHHMM}` and `/api/strikes/ten-minutes/{YYYYMMDDHHM0}`.
 */

export const MINUTE_PATH = `${API_PATHS.strikes}/minute`
export const TEN_MINUTES_PATH = `${API_PATHS.strikes}/ten-minutes`
export const COUNTS_PATH = `${API_PATHS.strikes}/counts`

/** A contract record a line, with every digit of `time`. What is asked for where nothing is said. */
export const LINES_TYPE = 'application/x-ndjson'
/** Frames of columns: `core/strikes/strike-chunks.ts`. */
export const COLUMNS_TYPE = 'application/octet-stream'

/** Periods of which nothing is known, `{from}/{to}` in UTC, comma-separated; absent where all was observed. */
export const NOT_OBSERVED_HEADER = 'x-brontide-not-observed'

/** The body of the head frame: the period that is answered, Unix ms, and what of it was not observed. */
export const strikesHeadSchema = z.looseObject({
  fromMs: z.number(),
  toMs: z.number(),
  notObserved: listOf(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikesHead = z.infer<typeof strikesHeadSchema>

/** Counting by place looks at every minute: no more than three days at once. */
export const BOX_COUNTS_HOURS_MAX = 73
/** Records by their time: how many in each step from `fromMs` on, and of what nothing is known. */
export const strikeCountsSchema = z.looseObject({
  /** A whole number of steps since 1970. */
  fromMs: z.number(),
  /** The end of what is counted: the last step may be under way. */
  toMs: z.number(),
  stepMs: z.number(),
  counts: listOf(z.number()),
  notObserved: listOf(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikeCounts = z.infer<typeof strikeCountsSchema>

/** Reports of the past are answered for no more at once. */
export const REPORTS_HOURS_MAX = 6

/** Unix ms of a minute's name, `YYYYMMDDHHMM` in UTC; null where it is none. */
export function minuteNameMs(name: string): number | null {
  return /^\d{12}$/.test(name) ? parseInstantMs(`${name.slice(0, 8)}T${name.slice(8)}`) : null
}
