import { expect, it } from 'vitest'
import { polarityUpToS } from './mark-uniforms.ts'

it('tells the polarity of the youngest from zoom 9 on, of all close up, and of all where that was chosen', () => {
  expect([5, 8.9, 9, 10, 11, 14].map((zoom) => polarityUpToS('near', zoom))).toEqual([0, 0, 60, 300, 1e9, 1e9])
  expect(polarityUpToS('always', 3)).toBe(1e9)
})
