import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 30_000,
    // Vitest leaves one core to itself, which would be half of a small machine.
    maxWorkers: '100%',
  },
})
