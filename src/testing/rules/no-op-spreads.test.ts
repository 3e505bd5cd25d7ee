import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/**
 * Rejects code that differs from plain code in its line breaks alone: a literal spread into a literal, a call or an
 * element (`{ ...{ a, b } }`), and variables set from an array literal (`[a, b] = [x, y]`), except for a swap.
 */

const ROOT = join(import.meta.dirname, '../../..')
const SUSPECT = /\.\.\.\s*[({[]|\]\s*(?::[^=]*)?=\s*\[/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** `path:line code` of each no-op. */
function noOpsIn(path: string, code: string): string[] {
  if (!SUSPECT.test(code)) return []
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (isSpreadLiteral(node) || isTuple(node, code)) {
      const line = code.slice(0, node.start).split('\n').length
      found.push(`${path}:${line} ${code.slice(node.start, node.end)}`)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, code).program)
  return found
}

function isSpreadLiteral({ type, argument }: Node): boolean {
  if (type !== 'SpreadElement' && type !== 'JSXSpreadAttribute') return false
  let inner = argument as Node
  while (/^(TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(inner.type))
    inner = inner.expression as Node
  return inner.type === 'ObjectExpression' || inner.type === 'ArrayExpression'
}

/** Whether variables are set from an array literal, none of them by the value of another. */
function isTuple(node: Node, code: string): boolean {
  const isDeclared = node.type === 'VariableDeclarator'
  if (!isDeclared && node.type !== 'AssignmentExpression') return false
  const [left, right] = (isDeclared ? [node.id, node.init] : [node.left, node.right]) as [Node, Node | null]
  if (left.type !== 'ArrayPattern' || right?.type !== 'ArrayExpression') return false
  const values = right.elements as (Node | null)[]
  if (values.some((value) => value?.type === 'SpreadElement')) return false
  const textOf = ({ start, end }: Node) => code.slice(start, end).replace(/!$/, '')
  const targets = (left.elements as (Node | null)[]).flatMap((target) => (target ? [textOf(target)] : []))
  return !values.some((value) => value && targets.includes(textOf(value)))
}

it('finds no literal spread into another, and no variables set from an array literal', () => {
  const paths = globSync('{src,e2e,scripts,bench,examples}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
  const own = paths.filter((path) => !path.includes('node_modules') && !import.meta.filename.endsWith(path))
  expect(own.length).toBeGreaterThan(1_000)
  expect(own.flatMap((path) => noOpsIn(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})

it.each([
  'const a = { ...{ b, c }, d }',
  'const a = [...[b, c], d]',
  'f(...[b, c])',
  'const a = [...(["b"] as const)]',
  'const a = <b {...{ c, d }} />',
  'const [a, b] = [c, d]',
  'let [a, b]: [A | null, B | null] = [null, null]',
  '[a, b] = [0, 1]',
])('notices %s', (code) => {
  expect(noOpsIn('a.tsx', code)).toHaveLength(1)
})

it.each([
  'const a = { ...b, ...(c && { d }), ...(e ? { f } : {}) }',
  'const a = [...b, ...(c ? [d] : [])]',
  'const [a, b] = f([c, d])',
  'const [first] = [...each]',
  '[a[i], a[j]] = [a[j]!, a[i]!]',
])('allows %s', (code) => {
  expect(noOpsIn('a.tsx', code)).toEqual([])
})
