import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'
import { hasMark, MARKS, marksIn } from './plain-marks.ts'
import { type CommentText, commentsOf, testNamesOf, textsOf } from './source-texts.ts'

/**
 * Comments, log messages, error messages and test names are in standard English. Some marks also occur in their usual
 * meaning, so that comments may have a few; messages and names may have none.
 */
const SHARE_MAX = 3

const root = join(import.meta.dirname, '../../..')
const files = globSync('{src,scripts,e2e,bench}/**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules'] })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !path.startsWith('src/testing/rules/plain-'))
  .sort()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Folders that count as a whole. */
const WHOLE = ['contract', 'client', 'scripts', 'e2e', 'bench']
const folders = [...new Set(files.map(folderOf))]

/** `server/watch`, `core/geo`, `contract`; files directly in `src/server` belong to `server`. */
function folderOf(path: string): string {
  const [top = '', second = '', ...rest] = path.replace(/^src\//, '').split('/')
  return rest.length === 0 || WHOLE.includes(top) ? top : `${top}/${second}`
}

/** Number of lines with text, and of those with a mark; a mark may continue on the next line. */
function countLines({ lines }: CommentText): { all: number; marked: number } {
  const text = lines.join('\n')
  const marked = new Set<number>()
  for (const [found] of hasMark(text) ? MARKS : []) {
    for (const { index } of text.matchAll(new RegExp(found, 'gi'))) marked.add(text.slice(0, index).split('\n').length)
  }
  return { all: lines.filter((line) => /[a-z]/i.test(line)).length, marked: marked.size }
}

function markedCommentsOf(folder: string): { percent: number; found: string[] } {
  let all = 0
  let marked = 0
  const found: string[] = []
  for (const path of files.filter((each) => folderOf(each) === folder)) {
    for (const comment of commentsOf(path, read(path))) {
      const count = countLines(comment)
      all += count.all
      marked += count.marked
      if (count.marked > 0) found.push(`${path}:${comment.line} ${marksIn(comment.lines.join('\n')).join(', ')}`)
    }
  }
  return { percent: all === 0 ? 0 : (100 * marked) / all, found }
}

/** Log messages and other texts of the server; catalogues have tests of their vocabulary. */
function markedTextsOf(folder: string): string[] {
  const paths = files.filter((path) => folderOf(path) === folder && !/\.test\.m?[jt]s$/.test(path))
  return paths.flatMap((path) =>
    textsOf(path, read(path))
      .filter(({ text }) => hasMark(text))
      .map(({ line, text }) => `${path}:${line} ${text.slice(0, 80)}: ${marksIn(text).join(', ')}`),
  )
}

it('has few marks of the dialect in the comments of each folder', () => {
  const shares = folders.map((folder) => ({ folder, ...markedCommentsOf(folder) }))
  const table = shares.map(({ folder, percent }) => `${folder} ${percent.toFixed(1)}`).join(', ')
  process.stdout.write(`comment lines with a mark, percent: ${table}\n`)
  const tooMany = shares.filter(({ percent }) => percent > SHARE_MAX)
  expect(tooMany).toEqual([])
})

it.each(folders.filter((folder) => /^(?:server|contract|client|core|testing|scripts|bench)/.test(folder)))(
  'has no mark of the dialect in log and error messages of %s',
  (folder) => {
    expect(markedTextsOf(folder)).toEqual([])
  },
)

it('has no mark of the dialect in test names', () => {
  const found = files
    .filter((path) => /\.(?:test|spec)\.|^src\/testing\//.test(path))
    .flatMap((path) => testNamesOf(path, read(path)).map((name) => ({ path, ...name })))
    .filter(({ text }) => hasMark(text))
    .map(({ path, line, text }) => `${path}:${line} ${text}: ${marksIn(text).join(', ')}`)
  expect(found).toEqual([])
})

it('has no mark of the dialect in headings of documents', () => {
  const documents = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/*.md', { cwd: root }),
  ]
  const found = documents
    .flatMap((path) => [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => ({ path, heading })))
    .filter(({ heading }) => hasMark(heading))
    .map(({ path, heading }) => `${path}: ${heading}: ${marksIn(heading).join(', ')}`)
  expect(found).toEqual([])
})

it('detects marks with their plain form, and accepts standard English', () => {
  const dialect = [
    'the process that leads',
    'a line in spare',
    'told ahead of the log',
    'servers agree anew',
    'once the lease is had',
    'the log takes nothing',
    'a feature that is no place',
    'whoever asks',
    'what was\nreckoned',
    'backfilled by and by, and made up for',
    'probabilities put right',
  ]
  expect(dialect.filter((text) => marksIn(text).length === 0)).toEqual([])
  expect(marksIn('the log\n   takes nothing')).toEqual(['"takes nothing" (write: append failed, refuses writes)'])
  const plain = ['log append failed, retrying', 'Drops duplicates by strike identity.', 'The leader renews its lease.']
  expect(plain.flatMap(marksIn)).toEqual([])
})

it('reads comments and texts from the syntax tree', () => {
  const code = [
    '// one',
    '// two',
    "log.warn({ id }, 'lost') // three",
    '/** four',
    ' * five */',
    ['const url = `a // b $', '{c} d`'].join(''),
  ].join('\n')
  expect(commentsOf('a.ts', code).map(({ line, lines }) => [line, lines])).toEqual([
    [1, ['one', 'two']],
    [3, ['three']],
    [4, ['four', 'five']],
  ])
  expect(textsOf('a.ts', code)).toEqual([
    { line: 3, text: 'lost' },
    { line: 6, text: 'a // b … d' },
  ])
  expect(testNamesOf('a.test.ts', "it('keeps order', run)\ndescribe.each(all)('a %s', () => fit('x'))")).toEqual([
    { line: 1, text: 'keeps order' },
    { line: 2, text: 'a %s' },
  ])
})
