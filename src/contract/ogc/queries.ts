import * as z from 'zod/mini'
import { boundedText } from '../fields.ts'
import { queryBox } from '../history-queries.ts'
import { queryInt } from '../query.ts'
import { parseInstantMs } from '../time.ts'

/** What features are asked for with. */

/** A period, Unix ms, both ends included; null where it is open. */
export interface Period {
  fromMs: number | null
  toMs: number | null
}

const NOT_A_DATETIME =
  'must be a moment, as 2026-07-01T08:00:00Z, or a period, as 2026-07-01T08:00:00Z/2026-07-01T09:00:00Z, where either end may be ..'

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
  const read = ends.map((end) => (end === '' || end === '..' ? null : (parseInstantMs(end) ?? Number.NaN)))
  const [fromMs = null, toMs = null] = read
  if (read.some(Number.isNaN)) return null
  if (ends.length === 2) return fromMs !== null && toMs !== null && fromMs > toMs ? null : { fromMs, toMs }
  // A moment that is written in seconds is the whole second: strikes have nanoseconds.
  return fromMs === null ? null : { fromMs, toMs: fromMs % 1_000 === 0 ? fromMs + 999 : fromMs }
}

/** A height at either end is not looked at. */
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

/** Query of `GET /ogc/collections/{collection}/items`. What stands in no description is refused, as the standard asks. */
export const featuresQuerySchema = z.strictObject({
  bbox: z.optional(bbox),
  datetime: z.optional(datetime),
  /** More than a page may have is taken as that. */
  limit: z.optional(queryInt(1, FEATURES_MORE)),
  /** From a link of the page before. */
  next: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be as the link to the next page has it'))),
  token: z.optional(boundedText),
})
