import { expect, it } from 'vitest'
import { FIRE_AGES, fireAgeClass, fireAgeColours } from './fire-ramp.ts'

const HOUR_MS = 60 * 60_000

it('assigns each age to its class', () => {
  const hours = [-0.1, 0, 2.99, 3, 5.9, 6, 11.9, 12, 23.9]
  expect(hours.map((each) => fireAgeClass(each * HOUR_MS))).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3])
})

it('keeps hotspots older than a day in the last class', () => {
  expect(fireAgeClass(26 * HOUR_MS)).toBe(FIRE_AGES.length - 1)
})

it('fills older flames less, all in the single colour of fires', () => {
  expect(fireAgeColours('dark')).toEqual([1, 0.62, 0.32, 0].map((opacity) => `rgba(255, 61, 158, ${opacity})`))
})
