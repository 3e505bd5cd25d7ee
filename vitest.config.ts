import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const LONG = '{src,scripts,bench,e2e}/**/*.long.test.{ts,tsx}'
const NEVER = ['**/node_modules/**', LONG]

/**
 * What keeps nothing in its modules that another file would find: these files follow each other in one process, where a
 * process for each would cost more than most of them do. Files of the page that render, or read the state of the page,
 * have a thread of their own, except those of the whole desk.
 */
const TOGETHER = [
  'src/{core,contract,client,server,simulator,testing}/**/*.test.ts',
  'src/page/{airport,features,i18n,input,map,ui,worker}/**/*.test.ts',
  '{scripts,bench}/**/*.test.{ts,mjs}',
]

/** Tests of the whole desk, which load most of the page and of the server: once per process, with stores reset. */
const DESKS = [
  'src/page/app/{missing-data,same-on-every-screen}.test.tsx',
  'src/page/desk/{desk,search/search}.test.tsx',
  'src/page/features/{accumulations/accumulations,airports/panel/airport-panel,alerts/alerts,board/board}.test.tsx',
  'src/page/features/{chance/chance-row,fires/fire-panel,hold-timer/hold-timer,lightning/lightning-texts}.test.tsx',
  'src/page/features/{point/panel/point-panel,quiet/quiet-day,storms/storm-texts,watch/watch}.test.tsx',
  'src/page/features/watch/drawing/drawing.test.tsx',
  'src/page/live/time/use-now.test.tsx',
  'src/page/wall/wall.test.tsx',
]

/** As in the built page: the one for development records a stack for each element, a tenth of the time of a page test. */
const ELEMENTS = join(import.meta.dirname, 'node_modules', 'react', 'cjs', 'react-jsx-runtime.production.js')

/** The page's stores, which a test of the whole desk resets. */
const STORES = join(import.meta.dirname, 'src', 'testing', 'fakes', 'zustand.ts')

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
    setupFiles: 'src/testing/locales/load-all.ts',
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
              test: {
                name: 'alone',
                include: ['src/**/*.test.{ts,tsx}'],
                exclude: [...NEVER, ...TOGETHER, ...DESKS],
                // Threads start sooner than processes, and none of these files needs a process of its own.
                pool: 'threads',
              },
            },
            { extends: true, test: { name: 'together', include: TOGETHER, exclude: NEVER, isolate: false } },
            { extends: true, test: { name: 'desks', include: DESKS, environment: 'happy-dom', isolate: false } },
          ],
          // Vitest leaves one core to itself, which would be half of a small machine; and many tests wait for processes.
          maxWorkers: availableParallelism() + 2,
        }),
  },
}))
