import { parseSync } from 'vite'

/** A comment, with its text by lines. */
export interface CommentText {
  line: number
  lines: string[]
}

/** A text in the code that people may read: a log message, or any literal of several words. */
interface CodeText {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** `it(…)`, `test.describe(…)`, `rule(…)`, and the tables of `it.each(…)(…)`. */
const TEST_CALL = /^(?:it|test|describe|rule)\b/
const LOG_CALL = /\blog(?:ger)?\??\.(?:trace|debug|info|warn|error|fatal)$/i
const WORDS_MIN = 3
/** SQL, and texts that contain no word. */
const NOT_PROSE = /\b(?:SELECT|INSERT|DELETE FROM|UPDATE|PRAGMA|CREATE TABLE)\b|^[^a-z]*$|<svg|<path|<rect|<text/

/** Comments of a file; consecutive line comments without code before them are one. */
export function commentsOf(path: string, code: string): CommentText[] {
  const found: CommentText[] = []
  let nextLine = Number.NaN
  for (const { type, start, end, value } of parseSync(path, code).comments) {
    const line = lineOf(code, start)
    const lines = value.split('\n').map((each) => each.replace(/^\s*\*+ ?/, '').trim())
    const isAlone = type === 'Line' && code.slice(code.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
    if (isAlone && line === nextLine) found.at(-1)?.lines.push(...lines)
    else found.push({ line, lines })
    nextLine = isAlone ? lineOf(code, end) + 1 : Number.NaN
  }
  return found
}

/** Log messages, and literals of at least three words, without imports and types. */
export function textsOf(path: string, code: string): CodeText[] {
  const found: CodeText[] = []
  visit(parseSync(path, code).program as unknown as Node, null, (node, call) => {
    const text = literalOf(node)
    if (text === null) return
    const isLog = call !== null && LOG_CALL.test(code.slice((call.callee as Node).start, (call.callee as Node).end))
    if (!isLog && (text.trim().split(/\s+/).length < WORDS_MIN || NOT_PROSE.test(text))) return
    found.push({ line: lineOf(code, node.start), text })
  })
  return found
}

/** Names of tests and of their groups: the first text among the arguments. */
export function testNamesOf(path: string, code: string): CodeText[] {
  const found: CodeText[] = []
  visit(parseSync(path, code).program as unknown as Node, null, (node) => {
    if (node.type !== 'CallExpression') return
    const { start, end } = node.callee as Node
    if (!TEST_CALL.test(code.slice(start, end))) return
    const name = (node.arguments as Node[]).find((each) => literalOf(each) !== null)
    if (name) found.push({ line: lineOf(code, name.start), text: literalOf(name)! })
  })
  return found
}

function literalOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Calls `see` for each node with the innermost call that contains it. */
function visit(node: unknown, call: Node | null, see: (node: Node, call: Node | null) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, call, see)
  else if (node && typeof node === 'object') {
    const { type } = node as Node
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return
    if (type) see(node as Node, call)
    const inner = type === 'CallExpression' || type === 'NewExpression' ? (node as Node) : call
    for (const child of Object.values(node)) visit(child, inner, see)
  }
}

function lineOf(code: string, at: number): number {
  let line = 1
  for (let i = code.indexOf('\n'); i >= 0 && i < at; i = code.indexOf('\n', i + 1)) line++
  return line
}
