import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const THE_ONE = 'core/levels/earliest-end.ts'

/** Arithmetic of a hold time after a trigger, in each order: `last + hold`, `hold - (now - last)`, `now - last < hold`. */
const FORMULAS = [
  /(?:secondEnd\([^;\n]*\)|\b(?:last|struck|since|quietSince)Ms)\s*\+\s*[\w.!]*hold\w*/i,
  /[\w.!]*hold\w*\s*(?:\*\s*MINUTE_MS\s*)?\+\s*(?:Math\.max\()?(?:secondEnd\(|[\w.]*\b(?:last|struck|since)Ms)/i,
  /\bhold\w*\s*(?:\*\s*MINUTE_MS\s*)?-\s*\(/i,
  /-\s*(?:secondEnd\(|[\w.]*\b(?:last|struck|since|quietSince)Ms\b)[^;\n]*?[<>]=?\s*[\w.!]*hold\w*/i,
]

function computesAnEnd(source: string): boolean {
  return FORMULAS.some((formula) => formula.test(source))
}

const computing = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile() && /(?<!\.test)\.tsx?$/.test(each.name))
  .map((each) => join(each.parentPath, each.name))
  .filter((path) => computesAnEnd(readFileSync(path, 'utf8')))
  .map((path) => relative(SRC, path).split(sep).join('/'))
  .filter((path) => !path.startsWith('testing/'))

it('finds one implementation of the earliest end, used by server, page and rule bench', () => {
  expect(computing).toEqual([THE_ONE])
})

it('detects such a computation in any notation, and nothing else', () => {
  const caught = [
    'const end = secondEnd(lastMs) + holdMs',
    'return Math.max(secondEnd(a), secondEnd(b)) + level.holdMin * MINUTE_MS',
    'const endMs = lastMs + rule.holdMin * MINUTE_MS',
    'const endMs = holdMs + struckMs',
    'const remainingMs = holdMs - (nowMs - struckMs)',
    'const isOn = nowMs - memory.lastMs < level.holdMin * MINUTE_MS',
    'if (nowMs - secondEnd(state.lastMs) >= holdMs) return',
  ]
  expect(caught.filter((line) => !computesAnEnd(line))).toEqual([])
  const others = [
    'const sinceMs = nowMs - holdMs',
    'if (watch.observedMs >= holdMs) return null',
    'const end = endOf(lastMs, sinceMs, holdMin * MINUTE_MS)',
  ]
  expect(others.filter(computesAnEnd)).toEqual([])
})
