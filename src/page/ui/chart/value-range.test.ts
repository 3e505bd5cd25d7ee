import { expect, it } from 'vitest'
import { valueRange } from './value-range.ts'

it('leaves a little room beyond the values', () => {
  expect(valueRange(10, 20)).toEqual([9.2, 20.8])
  expect(valueRange(-10, 10)).toEqual([-11.6, 11.6])
})

it('keeps fixed ends', () => {
  expect(valueRange(10, 20, 0)).toEqual([0, 21.6])
  expect(valueRange(10, 20, 0, 100)).toEqual([0, 100])
})

it('crosses zero only if values do', () => {
  expect(valueRange(0.1, 10)[0]).toBe(0)
  expect(valueRange(-10, -0.1)[1]).toBe(0)
  expect(valueRange(0, 0)).toEqual([0, 1])
})

it('has a height for equal values, and for none', () => {
  expect(valueRange(1013, 1013)).toEqual([1012, 1014])
  expect(valueRange(0.3, 0.3)).toEqual([0, 0.6])
  expect(valueRange(-5, -5)).toEqual([-6, -4])
  expect(valueRange(null, null)).toEqual([0, 1.08])
})
