import * as z from 'zod/mini'
import { API_PATHS } from './api-paths.ts'
import { queryInstant as instantMs } from './query.ts'
import { parseInstantMs } from './time.ts'

/**
 * Our own server's history of strikes: `GET /api/strikes`, and what of it is final, for any cache to keep:
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
  notObserved: z.array(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikesHead = z.infer<typeof strikesHeadSchema>

const wholeMinutes = z.pipe(
  z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, 'must be 1 to 60 minutes')),
  z.transform(Number),
)

const NOT_A_BOX =
  'must be west,south,east,north in degrees, south below north; west beyond east crosses the antimeridian'

const box = z.pipe(
  z.string(),
  z.transform((input: string, context) => {
    const [west, south, east, north, ...more] = input
      .split(',')
      .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    const isPlace =
      [west, east].every((lon) => Math.abs(lon!) <= 180) && [south, north].every((lat) => Math.abs(lat!) <= 90)
    if (!isPlace || more.length > 0 || south! >= north!) {
      context.issues.push({ code: 'custom', input, message: NOT_A_BOX })
      return z.NEVER
    }
    return { west: west!, south: south!, east: east!, north: north! }
  }),
)

/** From a moment to a later one, or to now where none is named. */
const isForward = z.refine<{ from: number; to?: number | undefined }>(({ from, to }) => to === undefined || from < to, {
  path: ['to'],
  message: 'must be after from',
})

/** Query of `GET /api/strikes`: strikes by their time, from the first moment up to, not including, the second. */
export const strikesHistoryQuerySchema = z
  .object({ from: instantMs, to: z.optional(instantMs), bbox: z.optional(box) })
  .check(isForward)

/** Counting by place looks at every minute: no more than three days at once. */
export const BOX_COUNTS_HOURS_MAX = 73
/**
 * Query of `GET /api/strikes/counts`: `step` is how many minutes are counted together; with `bbox` those in it, which at
 * its edges is right to a tenth of a degree.
 */
export const strikeCountsQuerySchema = z
  .object({ from: instantMs, to: z.optional(instantMs), step: z.optional(wholeMinutes), bbox: z.optional(box) })
  .check(isForward)

/** Records by their time: how many in each step from `fromMs` on, and of what nothing is known. */
export const strikeCountsSchema = z.looseObject({
  /** A whole number of steps since 1970. */
  fromMs: z.number(),
  /** The end of what is counted: the last step may be under way. */
  toMs: z.number(),
  stepMs: z.number(),
  counts: z.array(z.number()),
  notObserved: z.array(z.tuple([z.number(), z.number()])),
  simulated: z.boolean(),
})
export type StrikeCounts = z.infer<typeof strikeCountsSchema>

export const REPORTS_HOURS_MAX = 6
/** Query of `GET /api/reports`: reports by the time of their observation. */
export const reportsHistoryQuerySchema = z.object({ from: instantMs, to: instantMs }).check(
  isForward,
  z.refine(({ from, to }) => to - from <= REPORTS_HOURS_MAX * 3_600_000, {
    path: ['to'],
    message: `must be within ${REPORTS_HOURS_MAX} hours of from`,
  }),
)

/** Unix ms of a minute's name, `YYYYMMDDHHMM` in UTC; null where it is none. */
export function minuteNameMs(name: string): number | null {
  return /^\d{12}$/.test(name) ? parseInstantMs(`${name.slice(0, 8)}T${name.slice(8)}`) : null
}
