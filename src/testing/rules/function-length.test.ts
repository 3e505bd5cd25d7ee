import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { filesOf, isOfTests, readSource } from './import-graph.ts'

/**
 * A function of more than a hundred lines hides which of its variables go together. Written as parts, each has a name,
 * and what it touches is its signature. A class with many short methods is not meant: only functions count, and each
 * counts whole, what is nested in it included. A factory (`createX`, `openX`) is a list of functions over shared state:
 * it may be longer, each function in it may not.
 */

const LINES_MAX = 100
const FACTORY = /^(?:create|open)[A-Z]/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface LongFunction {
  /** `path:name`, or `path:outer.inner` for one within another. */
  at: string
  lines: number
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** What a declaration, a variable, a property or a method is called; null for what has no name of its own. */
function nameOf(node: Node): string | null {
  const { id, key } = node
  const named = isNode(id) ? id : isNode(key) ? key : null
  return named && typeof named.name === 'string' ? named.name : null
}

/** The functions of a module's text that are longer than allowed. */
function longFunctions(path: string, text: string): LongFunction[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} can't be read: ${errors[0]!.message}`)
  const found: LongFunction[] = []

  function visit(node: Node, names: readonly string[]): void {
    const name = nameOf(node)
    const within = name !== null && name !== names.at(-1) ? [...names, name] : names
    if (/Function/.test(node.type) && isNode(node.body)) {
      const lines = text.slice(node.start, node.end).split('\n').length
      if (lines > LINES_MAX && !FACTORY.test(name ?? '')) found.push({ at: `${path}:${within.join('.')}`, lines })
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, within)
  }

  visit(program as unknown as Node, [])
  return found
}

const found = filesOf(/\.tsx?$/)
  .filter((path) => !isOfTests(path))
  .flatMap((path) => longFunctions(path, readSource(path)))

it('finds no function of more than a hundred lines', () => {
  expect(found.map(({ at, lines }) => `${at} (${lines} lines)`)).toEqual([])
})

it('notices a long function, whatever its form, and tells where it stands', () => {
  const body = '\n'.repeat(LINES_MAX)
  expect(
    [
      `function a() {${body}}`,
      `const b = () => {${body}}`,
      `export const c = memo(function C() {${body}})`,
      `class D { e() {${body}} }`,
      `const f = { g: async () => {${body}} }`,
      `function h() { function i() {${body}} }`,
    ].map((text) => longFunctions('core/x.ts', text).map(({ at }) => at)),
  ).toEqual([
    ['core/x.ts:a'],
    ['core/x.ts:b'],
    ['core/x.ts:c.C'],
    ['core/x.ts:D.e'],
    ['core/x.ts:f.g'],
    ['core/x.ts:h', 'core/x.ts:h.i'],
  ])
})

it('lets a function be a hundred lines long, and tables, classes and factories be longer', () => {
  const lines = '\n'.repeat(LINES_MAX)
  expect(longFunctions('core/x.ts', `function createX() {${lines}}`)).toEqual([])
  expect(longFunctions('core/x.ts', `function createX() { function y() {${lines}} }`).map(({ at }) => at)).toEqual([
    'core/x.ts:createX.y',
  ])
  expect(longFunctions('core/x.ts', `function a() {${lines.slice(1)}}`)).toEqual([])
  expect(longFunctions('core/x.ts', `const TABLE = {${lines}}\nclass Columns { a() {}${lines} }`)).toEqual([])
})
