import * as z from 'zod/mini'
import { boundedText } from './fields.ts'
import { queryInstant as instantMs } from './query.ts'
import { REPORTS_HOURS_MAX } from './strike-history.ts'

/** Queries of our history. Separate from the responses, because no page parses queries. */

const wholeMinutes = z.pipe(
  z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, 'must be 1 to 60 minutes')),
  z.transform(Number),
)

const NOT_A_BOX =
  'must be west,south,east,north in degrees, south below north; west beyond east crosses the antimeridian'

/** A rectangle in degrees, as text. */
export const queryBox = z.pipe(
  boundedText,
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

/** Query of `GET /api/strikes`: strikes with times in [from, to). */
export const strikesHistoryQuerySchema = z.object({
  from: instantMs,
  to: z.optional(instantMs),
  bbox: z.optional(queryBox),
})

/**
 * Query of `GET /api/strikes/counts`: `step` is the number of minutes per count; with `bbox` counts inside it, accurate
 * to a tenth of a degree at its edges.
 */
export const strikeCountsQuerySchema = z.object({
  from: instantMs,
  to: z.optional(instantMs),
  step: z.optional(wholeMinutes),
  bbox: z.optional(queryBox),
})

/** Query of `GET /api/reports`: reports by time of observation. */
export const reportsHistoryQuerySchema = z.object({ from: instantMs, to: instantMs }).check(
  z.refine(({ from, to }) => to - from <= REPORTS_HOURS_MAX * 3_600_000, {
    path: ['to'],
    message: `must be within ${REPORTS_HOURS_MAX} hours of from`,
  }),
)
