import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const LONG = '{src,scripts,bench,e2e}/**/*.long.test.{ts,tsx}'
const NEVER = ['**/node_modules/**', LONG]

/** Files that replace modules have modules of their own, and so have those that load modules and their texts anew. */
const REPLACES = /\bvi\.(?:mock|doMock|resetModules)\(/
const ALONE = [
  ...globSync('src/page/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((path) => REPLACES.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
    .map((path) => path.replaceAll('\\', '/')),
  'src/page/app/{made-up-language,start-failed}.test.tsx',
  'src/page/features/{alerts/settings/push,watch/deliveries-of-row}.test.tsx',
  'src/page/live/part-boundary.test.tsx',
]

/** What renders: these follow each other in processes with a document. All others follow each other in the rest. */
const RENDERING = ['src/page/**/*.test.tsx']

/** What the product itself runs without a build: Node loads it faster than Vite does. */
const UNBUILT = ['{src/{client,contract,core,server,simulator,testing},scripts,bench}/**/*.test.{ts,mjs}']
/** Except these, which use components or texts of the page. */
const OF_THE_PAGE = [
  'src/core/nowcast/first-strike.property.test.ts',
  'src/testing/fuzz/fuzz.test.ts',
  'src/testing/rules/shortcuts.test.ts',
]

/** As in the built page: the one for development records a stack for each element, a tenth of the time of a page test. */
const ELEMENTS = join(import.meta.dirname, 'node_modules', 'react', 'cjs', 'react-jsx-runtime.production.js')

/** The page's stores, reset before each file. */
const STORES = join(import.meta.dirname, 'src', 'testing', 'fakes', 'zustand.ts')

/** Flags of Node, MiB: by default its youngest objects have so little room that collecting them takes a tenth of the time. */
const MUCH_GARBAGE = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** `--mode long` runs what takes minutes, or measures time and memory, one file at a time; else all the rest is run. */
export default defineConfig(({ mode }) => ({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: {
    alias: [
      { find: 'react/jsx-runtime', replacement: ELEMENTS },
      { find: /^zustand$/, replacement: STORES },
    ],
  },
  test: {
    environment: 'node',
    setupFiles: 'src/testing/fakes/before-each-file.ts',
    restoreMocks: true,
    // Only what hangs is to end: a busy machine takes many times as long as a quiet one, and no test is about that.
    testTimeout: mode === 'long' ? 1_800_000 : 300_000,
    expect: { poll: { timeout: 240_000 } },
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    ...(mode === 'long'
      ? { include: [LONG], maxWorkers: 1, disableConsoleIntercept: true }
      : {
          projects: [
            {
              extends: true,
              // Threads start sooner than processes, and none of these files needs a process of its own.
              test: { name: 'alone', include: ALONE, exclude: NEVER, pool: 'threads' },
            },
            {
              extends: true,
              test: {
                name: 'rendering',
                include: RENDERING,
                exclude: [...NEVER, ...ALONE],
                environment: 'happy-dom',
                isolate: false,
                // Most of their code runs a few times: to optimize it takes a seventh of their time.
                execArgv: [...MUCH_GARBAGE, '--no-turbofan', '--no-maglev'],
              },
            },
            {
              extends: true,
              test: {
                name: 'together',
                include: ['src/page/**/*.test.ts', ...OF_THE_PAGE],
                exclude: [...NEVER, ...ALONE],
                isolate: false,
              },
            },
            {
              extends: true,
              test: {
                name: 'unbuilt',
                include: UNBUILT,
                exclude: [...NEVER, ...OF_THE_PAGE],
                isolate: false,
                execArgv: MUCH_GARBAGE,
                experimental: { viteModuleRunner: false, nodeLoader: false },
              },
            },
          ],
          // Vitest leaves one core to itself, which would be half of a small machine; and many tests wait for processes.
          maxWorkers: availableParallelism() + 2,
        }),
  },
}))
