import { expect, it } from 'vitest'
import { arrangeCharts } from './arrange-charts.ts'

const element = (name: string) => ({ name, unit: '', values: [1] })
const namesOf = (...names: string[]) =>
  arrangeCharts(names.map(element)).map(({ elements }) => elements.map(({ name }) => name))

it('draws together what is read together, and loses no element it does not know', () => {
  expect(namesOf('uv', 'pressure', 'feels_like_temperature', 'temperature', 'precipitation')).toEqual([
    ['temperature', 'feels_like_temperature'],
    ['precipitation'],
    ['pressure'],
    ['uv'],
  ])
  expect(namesOf('soil_moisture_0_10cm', 'soil_moisture_10_40cm', 'soil_heat')).toEqual([
    ['soil_moisture_0_10cm', 'soil_moisture_10_40cm'],
    ['soil_heat'],
  ])
})

it('draws directions as the barbs of the wind, and by themselves where there is no wind', () => {
  const [wind, ...others] = arrangeCharts(['wind_direction', 'wind_speed'].map(element))
  expect(wind?.directions?.name).toBe('wind_direction')
  expect(others).toEqual([])
  expect(namesOf('wind_direction')).toEqual([['wind_direction']])
})
