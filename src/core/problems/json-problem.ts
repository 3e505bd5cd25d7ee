import { type Fault, faultOf } from './problem.ts'

/** Parses JSON; the fault of an invalid text has its position, without quoting the text, which may be a secret. */
export function parseJson(text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, fault: faultOfError(text, error) }
  }
}

function faultOfError(text: string, error: unknown): Fault {
  const at = positionOf(text, String(error))
  if (at === null) return faultOf('json')
  const before = text.slice(0, at)
  return faultOf('json-at', {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  })
}

function positionOf(text: string, error: string): number | null {
  const position = /at position (\d+)/.exec(error)?.[1]
  if (position !== undefined) return Number(position)
  // V8 gives no position for a truncated text, nor for an unexpected token.
  if (/end of JSON/i.test(error)) return text.length
  return hasUnexpectedToken(text) && !DEEP.test(text) ? firstUnexpected(text) : null
}

/** Lists nested deeper than in any document. The parser is slow with such a text, and `firstUnexpected` repeats it. */
const DEEP = /(?:\[\s*){64}/

/** Every text that is cut after the token has it, and no shorter one. */
function firstUnexpected(text: string): number {
  let from = 0
  let to = text.length - 1
  while (from < to) {
    const middle = (from + to) >> 1
    if (hasUnexpectedToken(text.slice(0, middle + 1))) to = middle
    else from = middle + 1
  }
  return from
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return /Unexpected token/.test(String(error))
  }
}
