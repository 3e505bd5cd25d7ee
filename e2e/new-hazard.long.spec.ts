import { join } from 'node:path'
import { TYPES_FOUND } from '../scripts/lib/types-found.mjs'
import { LANGS } from '../src/locales/languages.ts'
import { createSeismologist } from './drivers/seismologist.ts'
import { expect, test } from './fixtures.ts'
import { runProgram } from './process.ts'
import { type Brontide, startTree } from './stack.ts'
import { makeTreeWithHazard, PLACES, type Tree } from './tree-with-hazard.ts'

const HAZARD = 'earthquakes'
const module = (...path: string[]) => join('node_modules', ...path)

/** The checks that the tree with the new hazard must pass, with their arguments. */
const CHECKS: Record<string, [file: string, ...args: string[]]> = {
  types: [module('typescript', 'bin', 'tsc'), '-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_FOUND],
  lint: [
    module('@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--error-on-warnings',
    // The linter checks each file separately: the others are unchanged.
    ...PLACES.flatMap(({ folder, list }) => [join(folder, HAZARD), list]),
  ],
  'unused code': [module('knip', 'bin', 'knip.js'), '--no-progress'],
  'rules, and its own tests': [
    module('vitest', 'vitest.mjs'),
    'run',
    'src/testing/rules',
    'src/page/features/earthquakes',
    'src/server/hazards',
  ],
  build: [module('vite', 'bin', 'vite.js'), 'build', '--configLoader', 'native', '--logLevel', 'warn'],
}

test.describe
  .serial('a hazard that is new', () => {
    let tree: Tree
    let brontide: Brontide | undefined

    test.beforeAll(async () => {
      tree = await makeTreeWithHazard(HAZARD)
    })
    test.afterAll(async () => {
      await brontide?.close()
      await tree.remove()
    })

    async function passes(file: string, args: string[] = []) {
      const { code, output } = await runProgram(file, { args, root: tree.root })
      expect(code, output).toBe(0)
    }

    test('is two folders, two lines, and texts with a name in each language, and passes every check', async () => {
      const lines = await tree.linesOutside()
      process.stdout.write(`A new hazard needs ${lines.length} lines outside its folders:\n  ${lines.join('\n  ')}\n`)
      expect(lines).toHaveLength(2 + LANGS.length)

      for (const [name, [file, ...args]] of Object.entries(CHECKS)) {
        await test.step(name, () => passes(file, args))
      }
    })

    test('is shown when the map opens', async ({ page }) => {
      brontide = await startTree(tree.root)
      const { given, when, sees } = createSeismologist(page, brontide.url)
      await test.step('on by default, and with a card on the wall', async () => {
        await given.opensTheMap('/')
        await sees.howManyThereWere()
        await given.hangsAWall()
        await sees.aCardOnTheWall()
      })
      await test.step('seen, selected, found, and switched off', async () => {
        await given.opensTheMap('/?layers=earthquakes#3.7/28/118')
        await sees.howManyThereWere()
        await when.choosesTheStrongest()
        await sees.itsPanel()
        await when.closesThePanel()
        await when.findsOneBy('M4')
        await sees.itsPanel()
        await when.closesThePanel()
        await when.clicksTheOneInTheMiddle()
        await sees.itsPanel()
        await when.turnsThemOff()
        await sees.noneOn()
      })
    })

    test('does not grow the first load', () => passes(join('scripts', 'check-bundle.ts')))
  })
