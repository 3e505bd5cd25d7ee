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
  const position = /at position (\d+)/.exec(String(error))?.[1]
  // V8 gives no position for a truncated text.
  const isEnd = /end of JSON/i.test(String(error))
  if (position === undefined && !isEnd) return faultOf('json')
  const before = text.slice(0, isEnd ? text.length : Number(position))
  return faultOf('json-at', {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  })
}
