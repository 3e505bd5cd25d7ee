import * as z from 'zod/mini'
import { API_PATHS } from './api-paths.ts'
import { listOf } from './fields.ts'
import { parseInstantMs } from './time.ts'

/**
 * Strike history of our server: `GET /api/strikes`, and by minutes, cacheable once sealed:
 * `/api/strikes/minute/{YYYYMMDDHHMM}` and `/api/strikes/ten-minutes/{YYYYMMDDHHM0}`.
 */

export const MINUTE_PATH = `${API_PATHS.strikes}/minute`
export const TEN_MINUTES_PATH = `${API_PATHS.strikes}/ten-minutes`
export const COUNTS_PATH = `${API_PATHS.strikes}/counts`

/** One contract record per line, with all digits of `time`. The default. */
export const LINES_TYPE = 'application/x-ndjson'
/** Frames of columns: `core/strikes/strike-chunks.ts`. */
export const COLUMNS_TYPE = 'application/octet-stream'

/** Unobserved periods, `{from}/{to}` in UTC, comma-separated; absent if all was observed. */
export const NOT_OBSERVED_HEADER = 'x-brontide-not-observed'

/** Body of the head frame: the period, Unix ms, and its unobserved spans. */
export const strikesHeadSchema = z.looseObject({
  fromMs: z.number(),
  toMs: z.number(),
  notObserved: listOf(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikesHead = z.infer<typeof strikesHeadSchema>

/** Counting by place reads every minute: at most three days per request. */
export const BOX_COUNTS_HOURS_MAX = 73
/** Records by time: the count of each step from `fromMs` on, and unobserved spans. */
export const strikeCountsSchema = z.looseObject({
  /** A multiple of the step since 1970. */
  fromMs: z.number(),
  /** End of the counted period: the last step may be incomplete. */
  toMs: z.number(),
  stepMs: z.number(),
  counts: listOf(z.number()),
  notObserved: listOf(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikeCounts = z.infer<typeof strikeCountsSchema>

/** Maximum period of a report request. */
export const REPORTS_HOURS_MAX = 6

/** Unix ms of a minute's name, `YYYYMMDDHHMM` in UTC; null if invalid. */
export function minuteNameMs(name: string): number | null {
  return /^\d{12}$/.test(name) ? parseInstantMs(`${name.slice(0, 8)}T${name.slice(8)}`) : null
}
