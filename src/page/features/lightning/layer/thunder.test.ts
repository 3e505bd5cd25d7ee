import { expect, it } from 'vitest'
import { THUNDER_MS, thunderStrength } from './thunder.ts'

it('is drawn close in alone', () => {
  expect(thunderStrength(8)).toBe(0)
  expect(thunderStrength(8.85)).toBeCloseTo(0.5)
  expect(thunderStrength(12)).toBe(1)
})

it('is heard for a little more than a minute', () => {
  expect(THUNDER_MS).toBeGreaterThan(70_000)
  expect(THUNDER_MS).toBeLessThan(75_000)
})
