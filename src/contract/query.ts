import * as z from 'zod/mini'
import { ID_MAX, NAME_MAX } from './display-text.ts'
import { isTimezone, parseInstantMs } from './time.ts'

/** Above the length of all airport codes together. */
const QUERY_CHARS_MAX = 100_000

/** Parsers of query parameters, which arrive as text, with messages that state the allowed values. */

export function queryInt(min: number, max: number) {
  return queryNumber(/^[+-]?\d+$/, 'a whole number', min, max)
}

export function queryFloat(min: number, max: number) {
  return queryNumber(/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, 'a number', min, max)
}

function queryNumber(form: RegExp, what: string, min: number, max: number) {
  return z.pipe(
    z.pipe(
      z.string().check(z.maxLength(ID_MAX), z.regex(form, `must be ${what} from ${min} to ${max}`)),
      z.transform(Number),
    ),
    z
      .number(`must be ${what} from ${min} to ${max}`)
      .check(z.minimum(min, `must be at least ${min}`), z.maximum(max, `must be at most ${max}`)),
  )
}

const NOT_AN_INSTANT = 'must be a time like 2026-07-01T08:00:00Z (a + must be written %2B), or Unix milliseconds'

/** A time, as Unix milliseconds. */
export const queryInstant = z.pipe(
  z.string().check(z.maxLength(ID_MAX, { error: NOT_AN_INSTANT, abort: true })),
  z.transform((input: string, context) => {
    const ms = /^\d{11,14}$/.test(input) ? Number(input) : parseInstantMs(input)
    if (ms === null) context.issues.push({ code: 'custom', input, message: NOT_AN_INSTANT })
    return ms ?? z.NEVER
  }),
)

/** Comma-separated names; surrounding blanks are ignored. */
export const queryList = z.pipe(
  z.string().check(z.maxLength(QUERY_CHARS_MAX, `must have at most ${QUERY_CHARS_MAX} characters`)),
  z.transform((text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)

export const queryBool = z.pipe(
  z.string().check(z.regex(/^(true|false|1|0|yes|no)$/i, 'must be true or false')),
  z.transform((text: string) => /^(true|1|yes)$/i.test(text)),
)

export const queryTimezone = z
  .string()
  .check(z.maxLength(NAME_MAX), z.refine(isTimezone, 'must be an IANA time zone such as Asia/Shanghai'))
