import { expect, it } from 'vitest'
import { isSame } from './is-same.ts'

it.each([
  [1, 1],
  ['a', 'a'],
  [null, null],
  [
    [1, [2, 3]],
    [1, [2, 3]],
  ],
  [
    { a: 1, b: [{ c: 'd' }] },
    { b: [{ c: 'd' }], a: 1 },
  ],
])('%j holds the same as %j', (a, b) => {
  expect(isSame(a, b)).toBe(true)
})

it.each([
  [1, 2],
  [1, '1'],
  [null, {}],
  [[], {}],
  [
    [1, 2],
    [1, 2, 3],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: undefined }, { b: undefined }],
  [{ a: [1] }, { a: [2] }],
])('%j does not hold the same as %j', (a, b) => {
  expect(isSame(a, b)).toBe(false)
  expect(isSame(b, a)).toBe(false)
})
