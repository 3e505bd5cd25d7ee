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

/** Parses JSON; an integer that a double can't hold becomes a `bigint`. Throws `SyntaxError` on malformed text. */
export function parseJsonExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
    return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value
  })
}

/** Writes JSON; a `bigint` is written as the digits it holds. */
export function stringifyJsonExact(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
