import { expect, it } from 'vitest'
import { dewPointC } from './dew-point.ts'

it.each([
  [20, 100, 20],
  [30, 50, 18.4],
  [33.6, 52, 22.3],
  [-10, 80, -12.8],
])('of %d °C and %d per cent is %d °C', (temperatureC, humidityPercent, dewPoint) => {
  expect(dewPointC(temperatureC, humidityPercent)).toBeCloseTo(dewPoint, 0)
})

it('is unknown without temperature or humidity, or with zero humidity', () => {
  expect(dewPointC(null, 50)).toBeNull()
  expect(dewPointC(20, null)).toBeNull()
  expect(dewPointC(20, 0)).toBeNull()
})
