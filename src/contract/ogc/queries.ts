import * as z from 'zod/mini'
import { boundedText } from '../fields.ts'
import { queryBox } from '../history-queries.ts'
import { queryInt } from '../query.ts'
import { parseInstantMs } from '../time.ts'

/** Query parameters of features. */

/** A period, Unix ms, both ends included; null for an open end. */
export interface Period {
  fromMs: number | null
  toMs: number | null
}

const NOT_A_DATETIME =
  'must be a moment, as 2026-07-01T08:00:00Z, a day, as 2026-07-01, or a period, as 2026-07-01T08:00:00Z/2026-07-01T09:00:00Z, where either end may be ..'

const datetime = z.pipe(
  boundedText,
  z.transform((input: string, context): Period => {
    const period = readPeriod(input)
    if (!period) context.issues.push({ code: 'custom', input, message: NOT_A_DATETIME })
    return period ?? z.NEVER
  }),
)

function readPeriod(text: string): Period | null {
  const ends = text.split('/')
  if (ends.length > 2) return null
  const spans = ends.map((end) => (end === '' || end === '..' ? OPEN : spanOf(end)))
  const [first, last = first] = spans
  if (!first || !last) return null
  if (ends.length === 1 && first === OPEN) return null
  const fromMs = first.fromMs
  const toMs = last.toMs
  return fromMs !== null && toMs !== null && fromMs > toMs ? null : { fromMs, toMs }
}

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const OPEN: Period = { fromMs: null, toMs: null }
const MONTHS = /^(\d{4})(?:-(\d{2}))?$/
const HAS_TIME = /\d[T ]\d{2}/i
const HAS_SECOND = /\d[T ]\d{2}:?\d{2}:?\d{2}/i

/**
 * The full span of a date: a year, a month, a day, a minute, a second (strikes have nanoseconds), or a moment. UTC
 * unless an offset is given.
 */
function spanOf(text: string): { fromMs: number; toMs: number } | null {
  const months = MONTHS.exec(text)
  if (months) {
    const year = Number(months[1])
    const month = months[2] === undefined ? null : Number(months[2]) - 1
    const fromMs = Date.UTC(year, month ?? 0)
    if (!new Date(fromMs).toISOString().startsWith(text)) return null
    return { fromMs, toMs: Date.UTC(year, month === null ? 12 : month + 1) - 1 }
  }
  const fromMs = parseInstantMs(text)
  if (fromMs === null) return null
  const wholeMs = !HAS_TIME.test(text) ? DAY_MS : !HAS_SECOND.test(text) ? MINUTE_MS : fromMs % 1_000 === 0 ? 1_000 : 1
  return { fromMs, toMs: fromMs + wholeMs - 1 }
}

/** Heights are ignored. */
const bbox = z.pipe(
  z.pipe(
    boundedText,
    z.transform((text: string) => {
      const sides = text.split(',')
      return sides.length === 6 ? [sides[0], sides[1], sides[3], sides[4]].join() : text
    }),
  ),
  queryBox,
)

const FEATURES_MORE = 1_000_000_000

/** Query of `GET /ogc/collections/{collection}/items`. */
export const featuresQuerySchema = z.object({
  bbox: z.optional(bbox),
  datetime: z.optional(datetime),
  /** A larger value counts as the maximum. */
  limit: z.optional(queryInt(1, FEATURES_MORE)),
  /** From the link of the previous page. */
  next: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be the value from the link to the next page'))),
})
