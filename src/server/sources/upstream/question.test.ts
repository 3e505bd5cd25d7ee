import { expect, it } from 'vitest'
import { questionOf } from './question.ts'

it('takes places within the same hundredth of a degree for the same question', () => {
  const one = questionOf('observationAtPoint', { lat: '25.1234', lon: '119.9991' })
  const other = questionOf('observationAtPoint', { lon: '120.0', lat: '25.12', dataset: 'surface' })
  expect(one.key).toBe(other.key)
  expect(one.query).toEqual({ dataset: 'surface', lat: '25.12', lon: '120.00', timezone: 'Asia/Shanghai' })
})

it('fills in defaults, so that asking for them is the same as leaving them out', () => {
  const bare = questionOf('forecastHourly', { latitude: '1', longitude: '2', dataset: 'surface' })
  const full = questionOf('forecastHourly', {
    latitude: '1',
    longitude: '2',
    dataset: 'surface',
    forecast_hours: '168',
    timezone: 'Asia/Shanghai',
  })
  expect(bare.key).toBe(full.key)
})

it('distinguishes other numbers, zones and lists', () => {
  const ask = (query: Record<string, string>) =>
    questionOf('forecastDaily', { latitude: '1', longitude: '2', ...query }).key
  expect(new Set([ask({}), ask({ forecast_days: '3' }), ask({ timezone: 'UTC' }), ask({ elements: 'a,b' })]).size).toBe(
    4,
  )
})

it('never writes a negative zero', () => {
  expect(questionOf('observationAtPoint', { lat: '-0.001', lon: '-0.004' }).query).toMatchObject({
    lat: '0.00',
    lon: '0.00',
  })
})
