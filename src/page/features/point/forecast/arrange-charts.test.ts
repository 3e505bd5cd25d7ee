import { expect, it } from 'vitest'
import { arrangeCharts, forMeteogram } from './arrange-charts.ts'

const element = (name: string) => ({ name, unit: '', values: [1] })
const namesOf = (...names: string[]) =>
  arrangeCharts(names.map(element)).map(({ elements }) => elements.map(({ name }) => name))

it('groups related elements, and keeps unknown ones', () => {
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

it('draws directions as wind barbs, and separately without a wind speed', () => {
  const [wind, ...others] = arrangeCharts(['wind_direction', 'wind_speed'].map(element))
  expect(wind?.directions?.name).toBe('wind_direction')
  expect(others).toEqual([])
  expect(namesOf('wind_direction')).toEqual([['wind_direction']])
})

it('uses five quantities in the meteogram, and separate charts for all others', () => {
  const { shown, others } = forMeteogram(
    ['uv', 'pressure', 'cloud_cover', 'wind_direction', 'wind_speed', 'rain', 'humidity', 'temperature'].map(element),
  )
  expect(shown.map(({ elements }) => elements[0]?.name)).toEqual([
    'temperature',
    'rain',
    'wind_speed',
    'cloud_cover',
    'pressure',
  ])
  expect(shown.map(({ lane }) => lane)).toEqual(['temperature', 'precipitation', 'wind', 'cloud', 'pressure'])
  expect(others.map(({ name }) => name)).toEqual(['uv', 'humidity'])
})
