import { expect, it } from 'vitest'
import { densityShare, turning } from './density-share.ts'

it('is none close in, all far out, and never jumps', () => {
  for (const count of [10, 1_000, 50_000, 1_000_000]) {
    let before = densityShare(0, count)
    for (let zoom = 0; zoom <= 12; zoom += 0.05) {
      const share = densityShare(zoom, count)
      expect(share).toBeLessThanOrEqual(before)
      expect(before - share).toBeLessThan(0.12)
      before = share
    }
    expect(before).toBe(0)
  }
  expect(densityShare(3.7, 1_000_000)).toBe(1)
})

it('leaves marks to a usual afternoon over China, and takes them in an outbreak', () => {
  expect(densityShare(3.7, 45_000)).toBe(0)
  expect(densityShare(3.7, 400_000)).toBe(1)
  expect(densityShare(7, 400_000)).toBe(0)
  expect(densityShare(1, 0)).toBe(0)
})

it('brings in lines around cells as marks go, and not before', () => {
  expect(turning(0)).toEqual({ lines: 0, marks: 1 })
  expect(turning(0.4)).toEqual({ lines: 0, marks: 1 })
  expect(turning(0.75)).toEqual({ lines: 0.5, marks: 0.5 })
  expect(turning(1)).toEqual({ lines: 1, marks: 0 })
})
