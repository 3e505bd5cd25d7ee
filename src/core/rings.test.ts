import { expect, it } from 'vitest'
import { parseRings, RING_PRESETS, ringsText } from './rings.ts'

it('reads radii as people write them', () => {
  expect(parseRings('5,8,16')).toEqual([5, 8, 16])
  expect(parseRings(' 1， 5 10 ')).toEqual([1, 5, 10])
  expect(parseRings('4.83')).toEqual([4.83])
})

it.each(['', 'five', '5,5', '8,5', '-1,5', '0.1', '60', '1,2,3,4,5', '1e1'])('does not take %j for rings', (text) => {
  expect(parseRings(text)).toBeNull()
})

it('gives every preset back from its text', () => {
  for (const rings of Object.values(RING_PRESETS)) expect(parseRings(ringsText(rings))).toEqual(rings)
})
