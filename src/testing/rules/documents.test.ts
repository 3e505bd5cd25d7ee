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

/** Most words of a document: longer ones are hard to search at night. */
const WORDS_MAX: Record<string, number> = {
  'README.md': 600,
  'README.zh.md': 600,
  'docs/alarms.md': 1_800,
  'docs/alarms.zh.md': 1_800,
  'docs/promises.md': 500,
  'docs/scale.md': 2_300,
}
const GUIDE_WORDS_MAX = 1_500
const WORDS_IN_ALL_MAX = 20_000

/** Words outside fenced examples: groups of characters with a letter or digit. Two Chinese characters are a word. */
function wordsOf(text: string): number {
  const han = /\p{Script=Han}/gu
  const spaced = prose(text)
  const others = spaced.replace(han, ' ').split(/\s+/)
  return others.filter((each) => /[\p{L}\p{N}]/u.test(each)).length + Math.floor((spaced.match(han)?.length ?? 0) / 2)
}

it('counts words, and two Chinese characters as one', () => {
  expect(wordsOf('One `two.ts` | – | 3 km\n\n```\nnot these\n```\n')).toBe(4)
  expect(wordsOf('闪电默认保留 72 小时。')).toBe(5)
})

it.each(documents)('%s is short enough to be read', (document) => {
  expect(wordsOf(readText(document))).toBeLessThanOrEqual(WORDS_MAX[document] ?? GUIDE_WORDS_MAX)
})

it('all documents together are short enough to be kept true', () => {
  const words = documents.map((document) => wordsOf(readText(document)))
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(WORDS_IN_ALL_MAX)
})

const OURS = 'npm brontide-access-hash brontide-backup'
const OF_DEBIAN =
  'cat chgrp chmod chown chromium cp curl dpkg echo grep install journalctl mv openssl systemctl tail tar'
const PROGRAMS = new Set(`${OURS} ${OF_DEBIAN} ogr2ogr useradd`.split(' '))

/** Programs that the commands of a document start: blocks without a language, and of `sh`. */
function programsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].filter(([, language]) => /^(sh)?$/.test(language!))
  return blocks
    .map(([, , block = '']) => block)
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => line.replace(/\s#.*/, '').split(/ && |; | \| /))
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=(?:"[^"]*"|\S*)\s*)+/, ''))
    .flatMap((command) => /^[a-z][\w-]*(?= )/.exec(command)?.[0] ?? [])
}

it('finds the programs that a block starts', () => {
  const block = '```\nA=1 B="2 3" npm start\ntar -x f && systemctl stop x; ls -l\nA=1\n```\n```json\nnot this\n```\n'
  expect(programsIn(block)).toEqual(['npm', 'tar', 'systemctl', 'ls'])
})

/** The blocks of scale.md are configurations of proxies; `npm run bench:cluster` starts the servers as it says. */
const withCommands = documents.filter((document) => document !== 'docs/scale.md')

it.each(withCommands)('%s starts only programs that are known here', (document) => {
  expect(programsIn(readText(document)).filter((name) => !PROGRAMS.has(name))).toEqual([])
})

it('every block of shell commands in docs/operations.md runs in a test', () => {
  const sections = readText('docs/operations.md').split(/^## /m)
  const headings = sections.filter((each) => each.includes('```sh\n')).map((each) => each.slice(0, each.indexOf('\n')))
  const test = readText('scripts/release/operations.long.test.ts')
  expect(headings.length).toBeGreaterThan(3)
  expect(headings.filter((heading) => !test.includes(`commands('${heading}')`))).toEqual([])
})

const TRANSLATED = ['access', 'alarms', 'configuration', 'guide', 'nowcast', 'operations', 'promises'].map(
  (name) => `docs/${name}`,
)

it.each(['README', ...TRANSLATED])('%s.zh.md has the sections, tables and examples of the English page', (name) => {
  const [en, zh] = [`${name}.md`, `${name}.zh.md`].map(readText) as [string, string]
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
