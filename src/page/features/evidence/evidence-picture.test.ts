import { expect, it } from 'vitest'
import { labelledRings } from './evidence-picture.ts'

it('labels every ring where the map is near enough', () => {
  expect(labelledRings([50, 80, 160])).toEqual([true, true, true])
})

it('omits labels over the airport', () => {
  expect(labelledRings([19, 31, 61])).toEqual([false, true, true])
  expect(labelledRings([5, 8, 16])).toEqual([false, false, false])
})

it('labels the wider one of two that are less than a line apart', () => {
  expect(labelledRings([30, 40, 80])).toEqual([false, true, true])
})
