import { expect, it } from 'vitest'
import { isNewSpeci } from './new-speci.ts'

const NOW_MS = 1_000_000

it('is a special report that came within the last minute', () => {
  expect(isNewSpeci({ isSpeci: true, arrivedAtMs: NOW_MS - 1_000 }, NOW_MS)).toBe(true)
  expect(isNewSpeci({ isSpeci: true, arrivedAtMs: NOW_MS - 60_000 }, NOW_MS)).toBe(false)
  expect(isNewSpeci({ isSpeci: true, arrivedAtMs: null }, NOW_MS)).toBe(false)
  expect(isNewSpeci({ isSpeci: false, arrivedAtMs: NOW_MS }, NOW_MS)).toBe(false)
})
