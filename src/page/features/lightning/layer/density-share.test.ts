import { expect, it } from 'vitest'
import { densityShare, markStrength } from './density-share.ts'

it('is zero at high zoom, one at low zoom, and continuous', () => {
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

it('fades marks in the second half', () => {
  expect([0, 0.5, 0.75, 1].map(markStrength)).toEqual([1, 1, 0.5, 0])
})
