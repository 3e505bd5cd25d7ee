import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { TYPES_FOUND } from '../scripts/lib/types-found.mjs'
import { LANGS } from '../src/locales/languages.ts'

const root = dirname(import.meta.dirname)

/** Destination of an example as a hazard of the tree: its two folders, and the list that names each of them. */
export const PLACES = [
  { side: 'page', folder: 'src/page/features', list: 'src/page/app/hazards.ts', from: '../features' },
  { side: 'server', folder: 'src/server/hazards', list: 'src/server/hazards/list.ts', from: '.' },
]
/** Has the names of all hazards on screen. */
const NAMES = 'page.json'
/** Built, installed and read-only files are shared by both trees. */
const LINKED = ['node_modules', 'data', join('dist', 'basemap')]
const LEFT_OUT = ['node_modules', 'data', 'dist', 'var', 'test-results', '.git', '.cache']

export interface Tree {
  root: string
  /** Differences from our own tree outside the folders of the hazard, as `file: line`. */
  linesOutside(): Promise<string[]>
  remove(): Promise<void>
}

/** A copy of this tree with the hazard `name` of `examples`: folders, a line in each list, texts, and names on screen. */
export async function makeTreeWithHazard(name: string): Promise<Tree> {
  const tree = await mkdtemp(join(tmpdir(), 'brontide-e2e-tree-'))
  for (const entry of await readdir(root)) {
    if (!LEFT_OUT.includes(entry)) await cp(join(root, entry), join(tree, entry), { recursive: true })
  }
  await mkdir(join(tree, 'dist'))
  for (const path of LINKED) await symlink(join(root, path), join(tree, path))
  await takeTypesFound(tree)
  for (const { side, folder, list, from } of PLACES) {
    await cp(join(root, 'examples', name, side), join(tree, folder, name), { recursive: true })
    await addLine(join(tree, list), `export { ${name} } from '${from}/${name}/index.ts'`)
  }
  for (const lang of LANGS) {
    const from = join(root, 'examples', name, 'locales', lang)
    const to = join(tree, 'src', 'locales', lang)
    await cp(join(from, `${name}.json`), join(to, `${name}.json`))
    await addName(join(from, NAMES), join(to, NAMES))
  }

  async function linesOutside(): Promise<string[]> {
    const own = PLACES.map(({ folder }) => join(folder, name))
    const files = (await readdir(join(tree, 'src'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    const outside = files.filter(
      (path) => !own.some((folder) => path.startsWith(join(folder, '/'))) && !path.endsWith(`/${name}.json`),
    )
    const changed = await Promise.all(
      outside.map(async (path) => {
        const before = new Set((await readFile(join(root, path), 'utf8')).split('\n'))
        const after = (await readFile(join(tree, path), 'utf8')).split('\n')
        return after.filter((line) => !before.has(line)).map((line) => `${path}: ${line}`)
      }),
    )
    return changed.flat()
  }

  return { root: tree, linesOutside, remove: () => rm(tree, { recursive: true, force: true }) }
}

/**
 * Reuses the compiler's results of our own tree for unchanged files. Package paths in them are relative to the file.
 * Without results everything is checked.
 */
async function takeTypesFound(tree: string): Promise<void> {
  const found = await readFile(join(root, TYPES_FOUND), 'utf8').catch(() => null)
  if (found === null) return
  const file = join(tree, TYPES_FOUND)
  const folder = dirname(file)
  await mkdir(folder)
  const packages = relative(await realpath(folder), await realpath(join(root, 'node_modules')))
  await writeFile(file, found.replaceAll('"../node_modules/', `"${packages}/`))
}

/** Adds the hazard's name on screen to those of the others. */
async function addName(from: string, to: string): Promise<void> {
  const texts = JSON.parse(await readFile(to, 'utf8'))
  texts.hazard = { ...JSON.parse(await readFile(from, 'utf8')).hazard, ...texts.hazard }
  await writeFile(to, `${JSON.stringify(texts, null, 2)}\n`)
}

/** Sorted by import path, as the linter requires. */
async function addLine(file: string, line: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const comments = text.split('\n').filter((each) => each.startsWith('//'))
  const source = (each: string) => each.slice(each.indexOf(' from '))
  const exports = [...text.split('\n').filter((each) => each.startsWith('export')), line]
  const lines = exports.sort((a, b) => (source(a) < source(b) ? -1 : 1))
  await writeFile(file, `${[...comments, ...lines].join('\n')}\n`)
}
