import { DEPTH_MAX, parseOrMend } from './json/json-mend.ts'

/**
 * JSON whose large integers keep their digits. A strike's `time` (Unix nanoseconds, DL §2.1) lies past 2^53, where a
 * double is rounded to a multiple of 256 ns; whoever re-sends it reads and writes it through here.
 */

declare global {
  interface JSON {
    /** Newer than TypeScript's library: writes `text` as it stands. */
    rawJSON(text: string): unknown
  }
}

/** Far more than the 19 of a nanosecond; millions of digits would keep the process busy for seconds. */
const DIGITS_MAX = 64

/**
 * Parses JSON as `json-mend.ts` does; an integer that a double can't hold becomes a `bigint`. Throws `SyntaxError` on text that
 * can't be mended, and on one that is nested so deep that a walk through it would overflow the stack.
 */
export function parseJsonExact(text: string): unknown {
  return parseOrMend(text, parseStrict, exactNumber)
}

function parseStrict(text: string): unknown {
  refuseTooDeep(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
    return exactNumber(context.source)
  })
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
        i++ // what it escapes ends no text
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

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Writes JSON; a `bigint` is written as the digits it holds. */
export function stringifyJsonExact(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
