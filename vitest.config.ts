import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const LONG = '{src,scripts}/**/*.long.test.ts'

/** `--mode long` runs what takes minutes, or measures time and memory, one file at a time; else all the rest is run. */
export default defineConfig(({ mode }) => ({
  test: {
    environment: 'node',
    restoreMocks: true,
    // Only what hangs is to end: a busy machine takes many times as long as a quiet one, and no test is about that.
    testTimeout: mode === 'long' ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    ...(mode === 'long'
      ? { include: [LONG], maxWorkers: 1, disableConsoleIntercept: true }
      : {
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
          exclude: ['**/node_modules/**', LONG],
          // Vitest leaves one core to itself, which would be half of a small machine; and some tests wait for processes.
          maxWorkers: availableParallelism() + 1,
        }),
  },
}))
