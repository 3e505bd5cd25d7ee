import { expect, it } from 'vitest'
import { summariseAmounts } from './amounts.ts'

it('distinguishes no rain from no value', () => {
  expect(summariseAmounts([0, 0, 0])).toEqual({ total: 0, known: 3, steps: 3 })
  expect(summariseAmounts([0, null, null])).toEqual({ total: 0, known: 1, steps: 3 })
})

it('adds up tenths exactly', () => {
  expect(summariseAmounts([0.1, 0.2, null]).total).toBe(0.3)
})
