import { type Fault, faultOf } from './problem.ts'

/** Parses JSON; where it is none, the fault says where, without a word of the text, which may be a secret. */
export function parseJson(text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, fault: faultOfError(text, error) }
  }
}

function faultOfError(text: string, error: unknown): Fault {
  const position = /at position (\d+)/.exec(String(error))?.[1]
  // V8 names no position where the text ends too early.
  const isEnd = /end of JSON/i.test(String(error))
  if (position === undefined && !isEnd) return faultOf('json')
  const before = text.slice(0, isEnd ? text.length : Number(position))
  return faultOf('json-at', {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  })
}
