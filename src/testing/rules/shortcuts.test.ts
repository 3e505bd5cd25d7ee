import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import AIRPORT_NAMES from '../../../data/airport-names-cn.json' with { type: 'json' }
import english from '../../locales/en/desk.json' with { type: 'json' }
import { LANGS } from '../../locales/languages.ts'
import { textsIn } from '../../locales/texts.ts'
import { KEYS } from '../../page/desk/settings/keyboard-list.tsx'
import { LATE_KEYS } from '../../page/input/use-shortcuts.ts'

/** The list of keys is complete, and contains no keys without a handler. */

/**
 * Keys with handlers other than `useShortcuts`. Tested by pressing them: on the desk in `search.test.tsx` and
 * `timeline.test.tsx`, on the map in the keyboard journey.
 */
const BY_HAND = ['Ctrl K', 'Space', 'Z S P D', 'Enter']
/** The map library's own. */
const OF_THE_MAP = ['← ↑ → ↓', '+ −']
const NAMED: Record<string, string> = { esc: 'escape' }

const src = join(import.meta.dirname, '../..')
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
const read = (path: string) => readFileSync(join(src, path), 'utf8')

interface Node {
  type: string
  [key: string]: unknown
}

/** The keys of each object that is given to `useShortcuts`. */
function registered(path: string): string[] {
  const keys: string[] = []
  visit(parseSync(path, read(path)).program as unknown as Node, (node) => {
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'useShortcuts') return
    const [given] = node.arguments as Node[]
    if (given?.type !== 'ObjectExpression') throw new Error(`${path} registers keys that can't be read.`)
    for (const { key } of given.properties as { key: Node }[]) keys.push(String(key.value ?? key.name))
  })
  return keys
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see)
  else if (node && typeof node === 'object') {
    if ('type' in node) see(node as Node)
    for (const child of Object.values(node)) visit(child, see)
  }
}

const listed = KEYS.map(([key]) => key)
const single = listed
  .filter((key) => !BY_HAND.includes(key) && !OF_THE_MAP.includes(key))
  .flatMap((key) => (key === '[ ]' ? ['[', ']'] : [NAMED[key.toLowerCase()] ?? key.toLowerCase()]))

it('lists every key that a part listens to, and no other', () => {
  const callers = files.filter((path) => read(path).includes('useShortcuts(') && path !== 'page/input/use-shortcuts.ts')
  const keys = callers.flatMap(registered)
  for (const key of keys.filter((each) => each.startsWith('shift+'))) {
    const name = KEYS.find(([each]) => each.toLowerCase() === key.slice('shift+'.length))?.[1]
    for (const lang of LANGS) expect(name && textsIn(lang, 'desk', english).keys[name], key).toContain('Shift')
  }
  const all = new Set(keys.map((key) => key.replace('shift+', '')))
  expect(all.size).toBeGreaterThan(15)
  expect([...single].sort()).toEqual([...all].sort())
})

it('knows the keys of the buttons that parts add to the desk', () => {
  const tools = files.filter(
    (path) => /features\/.*(tools?|watch-strip)\.tsx$/.test(path) && read(path).includes('useShortcuts('),
  )
  expect(tools.flatMap(registered).sort().join('')).toBe(LATE_KEYS)
})

it('lists keys with other handlers', () => {
  for (const key of BY_HAND) expect(listed).toContain(key)
})

it('knows every component with keyboard shortcuts of the whole page', () => {
  const listening = files.filter((path) => /addEventListener\('key(down|up|press)'/.test(read(path)))
  expect(listening.sort()).toEqual([
    'page/desk/desk.tsx',
    'page/desk/search/palette-coming.tsx', // text typed for the palette
    'page/desk/search/type-ahead.ts',
    'page/features/point/nearby/draw-box.ts', // Escape ends the drawing
    'page/features/timeline/timeline.tsx',
    'page/input/focus-keeper.ts', // no shortcut: restores the focus
    'page/input/leave-to-input-method.ts', // suppresses keys of an input method
    'page/input/use-shortcuts.ts',
    'page/map/camera/map-keys.ts',
    'page/wall/use-escape.ts', // Escape, listed beside the key of the wall
  ])
})

it('explains each key in every language, and no other', () => {
  const names = KEYS.map(([, name]) => name).sort()
  expect(new Set(names).size).toBe(names.length)
  for (const lang of LANGS) expect(Object.keys(textsIn(lang, 'desk', english).keys).sort()).toEqual(names)
})

it('reserves the first letters of local airport codes for typing codes', () => {
  const begins = new Set(Object.keys(AIRPORT_NAMES).map((icao) => icao[0]!.toLowerCase()))
  expect(begins.size).toBeGreaterThan(1)
  for (const letter of begins) expect(single).not.toContain(letter)
})
