import { describe, expect, it } from 'vitest'
import { quartilesOf } from './quartiles.ts'

describe('quartiles', () => {
  it('are the middle of all values and of each half, in whatever order they come', () => {
    expect(quartilesOf([9, 1, 7, 3, 5])).toEqual({ lower: 3, median: 5, upper: 7 })
  })

  it('lie between two values where they fall there', () => {
    expect(quartilesOf([4, 1, 3, 2])).toEqual({ lower: 1.75, median: 2.5, upper: 3.25 })
  })

  it('of one value are that value', () => {
    expect(quartilesOf([6])).toEqual({ lower: 6, median: 6, upper: 6 })
  })
})
