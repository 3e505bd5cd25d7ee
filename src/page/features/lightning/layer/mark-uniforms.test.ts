import { expect, it } from 'vitest'
import { polarityUpToS } from './mark-uniforms.ts'

it('shows the polarity of the youngest from zoom 9 on, of all at high zoom, and of all if selected', () => {
  expect([5, 8.9, 9, 10, 11, 14].map((zoom) => polarityUpToS('near', zoom))).toEqual([0, 0, 60, 300, 1e9, 1e9])
  expect(polarityUpToS('always', 3)).toBe(1e9)
})
