import { apiKeySchema } from '../../contract/auth.ts'
import type { ReadText } from './kept-file.ts'

const LINE = 'name: sk-…'
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u

/**
 * Reads `name: sk-…` lines, and answers the name of each key. A name may stand on several lines, as while its key is
 * being changed. Problems name the line and never what is on it.
 */
export function readRelayKeys(text: string): ReadText<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  const problems: string[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const problem = take(line)
    if (problem) problems.push(`line ${index + 1} ${problem}`)
  }
  if (keys.size === 0 && problems.length === 0) problems.push(`holds no key: write one ${LINE} a line`)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: keys }

  function take(line: string): string | null {
    const colon = line.indexOf(':')
    if (colon < 0) return `has no name: write ${LINE}`
    const name = line.slice(0, colon).trim()
    const key = line.slice(colon + 1).trim()
    // Something of a key may have come before the colon.
    if (!NAME.test(name) || name.startsWith('sk-')) {
      return 'has no good name: write up to 64 letters, digits, blanks, dots and dashes before the colon'
    }
    if (!apiKeySchema.safeParse(key).success || !/^[\x21-\x7e]+$/.test(key)) {
      return 'has no good key: one starts with sk-, has at least 5 characters more, and no blanks (it is not shown)'
    }
    if (keys.has(key)) return 'repeats the key of another line'
    keys.set(key, name)
    return null
  }
}
