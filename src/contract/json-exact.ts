import { DEPTH_MAX, parseOrMend } from './json/json-mend.ts'

/**
 * JSON with exact large integers. A strike's `time` (Unix nanoseconds, DL §2.1) is beyond 2^53, where a double is
 * rounded to a multiple of 256 ns; code that forwards it must use these functions.
 */

declare global {
  interface JSON {
    /** Newer than TypeScript's library: writes `text` unchanged. */
    rawJSON(text: string): unknown
  }
}

/** Far above the 19 digits of a nanosecond; millions of digits would block the process for seconds. */
const DIGITS_MAX = 64

/**
 * Parses JSON like `json-mend.ts`; an integer beyond the range of a double becomes a `bigint`. Throws `SyntaxError` for
 * text that cannot be repaired, and for nesting so deep that a recursive walk would overflow the stack.
 */
export function parseJsonExact(text: string): unknown {
  return parseOrMend(text, parseStrict, exactNumber)
}

function parseStrict(text: string): unknown {
  refuseTooDeep(text)
  return (
    parseMarked(text) ??
    JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
      return exactNumber(context.source)
    })
  )
}

/** Begins the text of a long integer. */
const MARK = '\u007f'
const HAS_MARK = /\u007f|\\u007f/i
/** In valid JSON a quote that follows a letter ends a text, and one before a colon the name of a property. */
const LONG_PROPERTY = /(\w":)(-?[1-9]\d{15,62})(?=[,}])/g
const LONG_INTEGER = /(?:^|[:,[\s])-?\d{16}/

/**
 * Long integers are parsed as marked texts: a fifth of the time of a reviver. Null for a text with the mark, or with
 * long integers elsewhere.
 */
function parseMarked(text: string): unknown {
  if (HAS_MARK.test(text)) return null
  const marked = text.replace(LONG_PROPERTY, `$1"${MARK}$2"`)
  return LONG_INTEGER.test(marked) ? null : withoutMarks(JSON.parse(marked))
}

function withoutMarks(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) return exactNumber(value.slice(1))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const field = fields[name]
    if (typeof field === 'string' || typeof field === 'object') fields[name] = withoutMarks(field)
  }
  return value
}

function exactNumber(source: string): number | bigint {
  const value = Number(source)
  const isWhole = !Number.isSafeInteger(value) && source.length <= DIGITS_MAX && /^-?\d+$/.test(source)
  return isWhole ? BigInt(source) : value
}

function refuseTooDeep(text: string): void {
  let depth = 0
  let isInText = false
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        isInText = !isInText
        break
      case BACKSLASH:
        i++ // skip the escaped character
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (!isInText && ++depth > DEPTH_MAX) throw new SyntaxError(`JSON deeper than ${DEPTH_MAX} levels`)
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (!isInText) depth--
    }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Writes JSON; a `bigint` is written with its exact digits. */
export function stringifyJsonExact(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
