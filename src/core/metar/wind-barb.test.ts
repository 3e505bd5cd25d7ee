import { expect, it } from 'vitest'
import { barbKnots, windBarb } from './wind-barb.ts'

/** How many pennants, full and half feathers a barb of `kt` has. */
function parts(kt: number) {
  const { lines, pennants } = windBarb(kt)
  const lengths = lines.slice(1).map(([, end]) => end![0])
  const longest = 0.42
  return [pennants.length, lengths.filter((x) => x === longest).length, lengths.filter((x) => x < longest).length]
}

it('counts pennants of 50, feathers of 10 and half feathers of 5 kt', () => {
  expect([0, 5, 10, 15, 25, 45, 50, 65, 100, 115].map(parts)).toEqual([
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [0, 1, 1],
    [0, 2, 1],
    [0, 4, 1],
    [1, 0, 0],
    [1, 1, 1],
    [2, 0, 0],
    [2, 1, 1],
  ])
})

it('starts with a staff from the station into the wind', () => {
  expect(windBarb(20).lines[0]).toEqual([
    [0, 0],
    [0, 1],
  ])
})

it('sets a lone half feather in from the tip', () => {
  expect(windBarb(5).lines[1]![0]![1]).toBeLessThan(0.9)
  expect(windBarb(10).lines[1]![0]![1]).toBe(1)
})

it('keeps every feather on the staff, up to the strongest barb', () => {
  for (let kt = 0; kt <= 150; kt += 5) {
    const { lines, pennants } = windBarb(kt)
    for (const [foot] of [...lines.slice(1), ...pennants]) expect(foot![1]).toBeGreaterThan(0)
  }
})

it('rounds to the nearest 5 kt', () => {
  expect([0, 1, 1.3, 2.5, 5, 5.2, 30, 200].map(barbKnots)).toEqual([0, 0, 5, 5, 10, 10, 60, 150])
})
