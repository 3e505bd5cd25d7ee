import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
    environment: 'node',
    restoreMocks: true,
    // Only what hangs is to end: a busy machine takes many times as long as a quiet one, and no test is about that.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    // Vitest leaves one core to itself, which would be half of a small machine.
    maxWorkers: '100%',
  },
})
