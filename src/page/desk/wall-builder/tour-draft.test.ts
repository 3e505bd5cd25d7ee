import { expect, it } from 'vitest'
import { movedTo } from './tour-draft.ts'

it('puts a place elsewhere in the order, and at the end where it would go beyond', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(movedTo(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
})
