import { expect, it } from 'vitest'
import { rainAndSnow, skyOf } from './sky.ts'

it.each([
  [0, 0, 20, 'clear'],
  [50, 0, 20, 'partly'],
  [90, 0.05, 20, 'overcast'],
  [90, 0.1, 20, 'rain'],
  [90, 2, 1, 'rain'],
  [90, 2, 0.9, 'snow'],
  [null, 2, 0.9, 'snow'],
  [null, 0, 20, null],
  [90, null, 20, null],
  [90, 2, null, null],
])('has for %s %% of cloud, %s mm and %s °C the symbol %s', (cloudPercent, precipitationMm, temperatureC, symbol) => {
  expect(skyOf({ cloudPercent, precipitationMm, temperatureC })).toBe(symbol)
})

it('tells rain and snow apart by the temperature of the hour', () => {
  expect(rainAndSnow([0, 1, 2, null], [5, 4, -1, null])).toEqual({ rain: [0, 1, 0, null], snow: [0, 0, 2, null] })
})

it('does not divide rain alone, or precipitation with an unknown temperature', () => {
  expect(rainAndSnow([0, 1, 2], [5, 4, 3])).toBeNull()
  expect(rainAndSnow([0, 1, 2], [5, -4, null])).toBeNull()
})
