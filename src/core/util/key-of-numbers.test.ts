import { describe, expect, it } from 'vitest'
import { keyOf } from './key-of-numbers.ts'

describe('key of three numbers', () => {
  it('distinguishes neighbours', () => {
    const seen = new Set<number>()
    for (let time = 0; time < 100; time++) {
      for (let lat = 0; lat < 30; lat++) {
        for (let lon = 0; lon < 30; lon++) seen.add(keyOf(1.75e15 + time, 30 + lat / 1e5, 120 + lon / 1e5))
      }
    }
    expect(seen.size).toBe(90_000)
  })

  it('is the same for the same numbers, and a whole number a double holds exactly', () => {
    expect(keyOf(1, 2, 3)).toBe(keyOf(1, 2, 3))
    expect(keyOf(1, 2, 3)).not.toBe(keyOf(3, 2, 1))
    expect(Number.isSafeInteger(keyOf(1.75e15, -31.2, 121.5))).toBe(true)
  })
})
