import { describe, expect, it } from 'vitest'
import { errorOfMedian, quartilesOf } from './quartiles.ts'

describe('quartiles', () => {
  it('are the medians of all values and of each half, in any order', () => {
    expect(quartilesOf([9, 1, 7, 3, 5])).toEqual({ lower: 3, median: 5, upper: 7 })
  })

  it('interpolate between two values', () => {
    expect(quartilesOf([4, 1, 3, 2])).toEqual({ lower: 1.75, median: 2.5, upper: 3.25 })
  })

  it('estimate the error of the median, which halves with four times as many values', () => {
    // The standard error of the median of 1,000 normal draws is √(π / 2) / √1000.
    const normal = { lower: -0.6745, median: 0, upper: 0.6745 }
    expect(errorOfMedian(normal, 1_000)).toBeCloseTo(Math.sqrt(Math.PI / 2 / 1_000), 3)
    expect(errorOfMedian(normal, 4_000)).toBeCloseTo(errorOfMedian(normal, 1_000) / 2)
  })

  it('of one value are that value', () => {
    expect(quartilesOf([6])).toEqual({ lower: 6, median: 6, upper: 6 })
  })
})
