import { apiKeySchema } from '../../contract/auth.ts'
import type { Problem } from '../../contract/problems.ts'
import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import type { ReadText } from '../settings/kept-file.ts'

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u

/**
 * Reads `name: sk-…` lines and returns the name of each key. A name may have several lines, as during a key rotation.
 * Problems give the line number and never quote the line.
 */
export function readRelayKeys(text: string): ReadText<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  const problems: Problem[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const fault = take(line)
    if (fault) problems.push(problemAt(fault, { entry: 'line', number: index + 1 }))
  }
  if (keys.size === 0 && problems.length === 0) problems.push(problemAt(faultOf('key-none')))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: keys }

  function take(line: string): Fault | null {
    const colon = line.indexOf(':')
    if (colon < 0) return faultOf('key-unnamed')
    const name = line.slice(0, colon).trim()
    const key = line.slice(colon + 1).trim()
    // The text before the colon may be part of a key.
    if (!NAME.test(name) || name.startsWith('sk-')) {
      return faultOf('key-name')
    }
    if (!apiKeySchema.safeParse(key).success || !/^[\x21-\x7e]+$/.test(key)) {
      return faultOf('key-form')
    }
    if (keys.has(key)) return faultOf('key-twice')
    keys.set(key, name)
    return null
  }
}
