import { expect, it } from 'vitest'
import { inChosenUnits } from './chosen-units.ts'

const element = (unit: string, ...values: (number | null)[]) => ({ name: 'x', unit, values })

it('leaves the units of the service as they are', () => {
  expect(inChosenUnits(element('m/s', 5, null), 'metric')).toMatchObject({ unit: 'm/s', values: [5, null] })
})

it('shows wind in knots and pressure in inches for aviation', () => {
  const wind = inChosenUnits(element('m/s', 10, null), 'aviation')
  expect(wind.unit).toBe('kt')
  expect(wind.values[0]).toBeCloseTo(19.44, 2)
  expect(wind.values[1]).toBeNull()
  expect(inChosenUnits(element('hPa', 1013.25), 'aviation')).toMatchObject({ unit: 'inHg', digits: 2 })
  expect(inChosenUnits(element('°C', 10), 'aviation').values).toEqual([10])
})

it('shows sunshine in hours and visibility in kilometres', () => {
  expect(inChosenUnits(element('s', 5_400), 'metric')).toMatchObject({ unit: 'h', values: [1.5] })
  expect(inChosenUnits(element('m', 12_300), 'aviation')).toMatchObject({ unit: 'km', values: [12.3] })
})
