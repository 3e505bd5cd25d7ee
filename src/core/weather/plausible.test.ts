import { expect, it } from 'vitest'
import { observationSchema } from '../../contract/standard.ts'
import { readForecast } from './forecast.ts'
import { readObservation } from './observation.ts'
import { plausibleValue } from './plausible.ts'

it.each([
  ['temperature', -9999],
  ['temperature_max', 9999],
  ['humidity', 101],
  ['pressure', 0],
  ['wind_speed', -1],
  ['wind_direction_degree', 999],
  ['rain', 99_999],
  ['rain', 999.9],
  ['precipitation', 999],
  ['temperature', -99.9],
  ['snow_depth', -999],
  ['snow_depth', -999.9],
  ['snow_depth', -32_768],
  ['radiation', 65_535],
  ['radiation', 2_147_483_647],
  ['radiation', 9.96921e36],
  ['snow_depth', -9999],
  ['radiation', '9999'],
  ['radiation', null],
  ['radiation', ''],
  ['radiation', Number.NaN],
])('treats %s of %s as unknown', (name, value) => {
  expect(plausibleValue(name, value)).toBeNull()
})

it.each([
  ['temperature', -89],
  ['pressure', 560],
  ['pressure', 999.9],
  ['pressure', 999],
  ['radiation', 999],
  ['rain', 998.5],
  ['precipitation', 1825],
  ['wind_direction_degree', 0],
  ['rain', 300],
  ['radiation', 900],
])('believes %s of %s', (name, value) => {
  expect(plausibleValue(name, value)).toBe(value)
})

it('is what observations and forecasts are read by', () => {
  const observation = observationSchema.parse({
    meta: {},
    records: { temperature: -9999, rain: 9999, snow_depth: '-9999', haze: 'HZ', humidity: 50 },
  })
  expect(readObservation(observation, null, 0)).toMatchObject({
    temperatureC: null,
    rainMm: null,
    humidityPercent: 50,
    others: [{ name: 'haze' }],
  })
  const data = { time: ['2026-07-01', '2026-07-02'], temperature_max: [-9999, 30], precipitation: [9999, 9999] }
  expect(readForecast({ data }, 480).elements).toMatchObject([{ name: 'temperature_max', values: [null, 30] }])
})
