import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/**
 * References in documents are valid: files, commands, settings, and link targets. The truth of statements needs human
 * review.
 */

const ROOT = join(import.meta.dirname, '../../..')
const SERVER = join(ROOT, 'src/server')

const documents = [
  'README.md',
  'README.zh.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: ROOT }),
]
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')
/** A document without its fenced blocks, which contain other files and typed input. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Folders of code: those of the repository, and those of `src`, which documents omit. */
const FOLDERS = [...foldersOf(ROOT), ...foldersOf(join(ROOT, 'src'))]
const IS_FILE = /^[\w.-]+\.(tsx?|mjs|css)$/

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name)
}

/** Texts in backticks that are paths of the repository: `core/geo/geo.ts`, `docs`, `geo.ts`. */
function pathsIn(text: string): string[] {
  return [...prose(text).matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => IS_FILE.test(name) || (name.includes('/') && FOLDERS.includes(name.split('/')[0]!)))
}

/** `*` and names in capitals, as `page/features/NAME`, are wildcards. */
function isThere(path: string): boolean {
  const pattern = path.replace(/\b[A-Z]+\b(?!\.md)/g, '*').replace(/\/$/, '')
  return [ROOT, join(ROOT, 'src')].some((cwd) => globSync(pattern, { cwd }).length > 0)
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(/\bnpm\s+run\s+(?:-s\s+|--silent\s+)?([a-z][\w:]*)/g)].map(([, name = '']) => name)
}

it.each(documents)('%s names only places of the repository that are there', (document) => {
  expect(pathsIn(readText(document)).filter((path) => !isThere(path))).toEqual([])
})

it('finds the paths of the repository in a text, and reports missing ones', () => {
  const text =
    'See `core/geo/geo.ts`, `gone.ts`, `server/*.ts`, `/api/strikes`, `page/features/NAME/index.ts` and `a/b`.'
  const paths = pathsIn(`${text}\n\`\`\`\nsee \`gone-too.ts\`\n\`\`\`\n`)
  expect(paths).toEqual(['core/geo/geo.ts', 'gone.ts', 'server/*.ts', 'page/features/NAME/index.ts'])
  expect(paths.filter((path) => !isThere(path))).toEqual(['gone.ts'])
})

it.each(documents)('%s names only commands of package.json', (document) => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  expect(commandsIn(readText(document)).filter((name) => !(name in scripts))).toEqual([])
})

it.each(documents)('%s links only to places that are there', (document) => {
  const broken = [...prose(readText(document)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(document, target))
  expect(broken).toEqual([])
})

function leadsSomewhere(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path))
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || headingsOf(readText(file)).includes(anchor)
}

/** The anchors of a document's headings, as the sites that show it make them. */
function headingsOf(text: string): string[] {
  return [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Longer guides are hard to search at night. */
const GUIDE_WORDS_MAX = 1_500

it('docs/operations.md is read through in minutes', () => {
  const words = readText('docs/operations.md').split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(GUIDE_WORDS_MAX)
})

const ALARM_WORDS_MAX = 1_800
/** A text without its tables. */
const withoutTables = (text: string) => text.replace(/^\|.*$/gm, '')

it('docs/alarms.md is read through in minutes', () => {
  const words = withoutTables(prose(readText('docs/alarms.md')))
    .split(/\s+/)
    .filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(ALARM_WORDS_MAX)
})

const TRANSLATED = ['access', 'alarms', 'configuration', 'guide', 'operations']

it.each(TRANSLATED)('docs/%s.zh.md has the sections, tables and examples of the English page', (name) => {
  const [en, zh] = [`docs/${name}.md`, `docs/${name}.zh.md`].map(readText) as [string, string]
  const levels = (text: string) => [...prose(text).matchAll(/^(#+) /gm)].map(([, level = '']) => level)
  const rows = (text: string) => [...text.matchAll(/^\|.*$/gm)].length
  const examples = (text: string) => text.match(/^```\w*\n[\s\S]*?^```/gm)
  expect(levels(zh)).toEqual(levels(en))
  expect(rows(zh)).toBe(rows(en))
  expect(examples(zh)).toEqual(examples(en))
})

/** Settings in the first column of the table. */
function settingsInTable(path = 'docs/configuration.md'): string[] {
  const cells = [...readText(path).matchAll(/^\| ([^|]*)\|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
}

/** Settings that the server's configuration reads: a key of the schema, a property access, or a quoted name. */
function settingsInCode(): string[] {
  const code = ['config/config.ts', 'access/access-config.ts', 'settings/nats-settings.ts']
    .map((path) => readFileSync(join(SERVER, path), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''))
    .join('\n')
  const names = [...code.matchAll(/'([A-Z][A-Z_]+[A-Z])'|\bset\.([A-Z_]+)|[{,\n]\s*([A-Z][A-Z_]+): /g)]
  // Rejected settings, with a message about the replacement.
  const refused = ['ACCESS_PASSWORD']
  return names.map(([, quoted, read, key]) => quoted ?? read ?? key ?? '').filter((name) => !refused.includes(name))
}

it('the Chinese table of settings names those of the English one', () => {
  expect(settingsInTable('docs/configuration.zh.md')).toEqual(settingsInTable())
})

it('finds every setting of the server in the table of settings, and every one of the table in the server', () => {
  const told = [...new Set(settingsInTable())].sort()
  expect(told.length).toBeGreaterThan(20)
  expect([...new Set(settingsInCode())].sort()).toEqual(told)
})

it('the unit file grants the process only necessary rights', () => {
  const unit = readText('deploy/brontide.service')
  for (const line of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'UMask=0077',
    'LimitCORE=0',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
  ]) {
    expect(unit.split('\n')).toContain(line)
  }
})
