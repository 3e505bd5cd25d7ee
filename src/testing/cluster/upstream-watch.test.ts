import { expect, it } from 'vitest'
import { mostInOneSecond } from './upstream-watch.ts'

/** Seen at those moments by a process that looked shortly before each. */
const seen = (...atMs: number[]) => atMs.map((ms) => ({ sinceMs: ms - 5, atMs: ms }))

it('counts the requests of any second, wherever it begins', () => {
  expect(mostInOneSecond([])).toBe(0)
  expect(mostInOneSecond(seen(0, 500, 1_000, 1_500))).toBe(2)
  expect(mostInOneSecond(seen(0, 500, 990))).toBe(3)
  expect(mostInOneSecond(seen(0, 900, 950, 1_850, 1_960))).toBe(3)
})

it('takes none for too soon that came while this process looked at nothing', () => {
  const late = { sinceMs: 400, atMs: 1_900 }
  expect(mostInOneSecond([late, late, ...seen(2_000, 2_500)])).toBe(2)
})

it('counts one that came at any time of more than a second in which this process looked at nothing', () => {
  expect(mostInOneSecond([...seen(0), { sinceMs: 100, atMs: 1_900 }, ...seen(4_000)])).toBe(1)
})
