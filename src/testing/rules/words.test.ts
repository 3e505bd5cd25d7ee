import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** Every text on the page is from a catalogue. */

/** Attributes and properties of our components that users read or hear. */
const READ_ALOUD =
  /^(aria-(label|description|valuetext|roledescription)|label|title|subtitle|alt|placeholder|detail|note)$/
/** Names of things, the same in every language. */
const NAMES = new Set(['UTC', 'Brontide', 'METAR', 'ICAO', 'Esc', 'R'])

const src = join(import.meta.dirname, '../..')
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Visible texts of a file's markup that are not from a catalogue, with their lines. */
function strayWords(path: string, code: string): string[] {
  const found: string[] = []
  const say = (node: Node, text: string) => {
    const words = text.trim().replace(/\s+/g, ' ')
    if (!/\p{L}/u.test(words) || NAMES.has(words)) return
    found.push(`src/${path}:${code.slice(0, node.start).split('\n').length} ${words}`)
  }
  visit(parseSync(path, code).program as unknown as Node, (node) => {
    if (node.type === 'JSXText') say(node, String(node.value))
    if (node.type === 'JSXAttribute') {
      const name = (node.name as Node | undefined)?.name
      if (READ_ALOUD.test(String(name))) for (const text of literals(node.value as Node | null)) say(node, text)
    }
    // `{busy ? 'Busy' : t('idle')}` between tags; attributes are checked above.
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of (node.children ?? []) as Node[]) {
        if (child.type === 'JSXExpressionContainer') for (const text of literals(child)) say(child, text)
      }
    }
  })
  return found
}

/** The literal texts that an expression may evaluate to. */
function literals(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked)
    case 'JSXExpressionContainer':
      return literals(node.expression as Node)
    case 'ConditionalExpression':
      return [...literals(node.consequent as Node), ...literals(node.alternate as Node)]
    case 'LogicalExpression':
      return literals(node.right as Node)
    default:
      return []
  }
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see)
  else if (node && typeof node === 'object') {
    if ('type' in node) see(node as Node)
    for (const child of Object.values(node)) visit(child, see)
  }
}

it('finds no word on the page outside the catalogues', () => {
  const pages = files.filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  expect(pages.flatMap((path) => strayWords(path, readFileSync(join(src, path), 'utf8')))).toEqual([])
})

it.each([
  ['<p>Nothing here</p>', 'Nothing here'],
  ['<p>{calm ? "Calm" : t("wild")}</p>', 'Calm'],
  ['<p>{`Some strikes`}</p>', 'Some strikes'],
  ['<button aria-label="Close">×</button>', 'Close'],
  ['<Panel title={loud && "Loud"} />', 'Loud'],
])('notices the words of %s', (markup, words) => {
  expect(strayWords('a.tsx', `export const A = () => ${markup}`)).toEqual([`src/a.tsx:1 ${words}`])
})

it.each(['<p>{t("key")} · 5</p>', '<p className="Bold">UTC</p>', '<b key={`a b`}>{n}</b>'])('accepts %s', (markup) => {
  expect(strayWords('a.tsx', `export const A = () => ${markup}`)).toEqual([])
})
