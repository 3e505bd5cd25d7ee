import { expect, it } from 'vitest'
import { readApproach } from './approach.ts'

const MIN = 60_000
const NOW = Date.UTC(2026, 6, 1, 8)
const bins = (...km: (number | null)[]) =>
  km.map((each, i) => (each === null ? null : { km: each, bearingDeg: 0, atMs: NOW - i * 5 * MIN }))

it('reads closing speed and the time to each ring not reached yet', () => {
  const approach = readApproach(bins(20, 25, 30, 35), [5, 8, 16], NOW)
  expect(approach).toMatchObject({ kind: 'closing' })
  if (approach.kind !== 'closing') return
  expect(approach.speedKmh).toBeCloseTo(60, 6)
  expect(approach.timeTo.map(({ km }) => km)).toEqual([16, 8, 5])
  expect(approach.timeTo.map(({ inMs }) => Math.round(inMs / MIN))).toEqual([4, 12, 15])
})

it('tells no time to a ring that is reached', () => {
  expect(readApproach(bins(7, 12, 17, 22), [5, 8, 16], NOW)).toMatchObject({ kind: 'closing', timeTo: [{ km: 5 }] })
})

it('reads a storm that goes', () => {
  expect(readApproach(bins(30, 25, 20, 15), [5], NOW)).toMatchObject({ kind: 'leaving' })
})

it('says so where there are too few strikes, or none of now', () => {
  expect(readApproach(bins(20, null, 30, null), [5], NOW)).toEqual({ kind: 'few' })
  expect(readApproach(bins(null, 20, 25, 30), [5], NOW)).toEqual({ kind: 'few' })
  expect(readApproach(bins(), [5], NOW)).toEqual({ kind: 'few' })
})

it.each([
  ['stands', [20, 20.2, 19.9, 20.1]],
  ['passes', [12, 4, 5, 13]],
  ['jumps', [10, 50, 12, 48]],
  ['is faster than any storm', [5, 25, 45, 65]],
])('reads no steady approach where the nearest strike %s', (_, km) => {
  expect(readApproach(bins(...km), [5], NOW)).toEqual({ kind: 'unsteady' })
})
