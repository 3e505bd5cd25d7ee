import { expect, it } from 'vitest'
import { forecastSchema } from '../../contract/standard.ts'
import { readForecast, withHoles } from './forecast.ts'

const read = (data: object, more: object = {}) => readForecast(forecastSchema.parse({ meta: {}, data, ...more }), 480)

it('parses known and unknown elements alike, with the unit stated, documented, or none', () => {
  const series = read(
    {
      time: ['2026-07-01T08:00:00+08:00', '2026-07-01T09:00:00+08:00'],
      temperature: [1, null],
      haze_index: [3, 4],
      uv: [1, 2],
    },
    { units: { haze_index: 'AQI' } },
  )
  expect(series.timesMs).toEqual([Date.UTC(2026, 6, 1, 0), Date.UTC(2026, 6, 1, 1)])
  expect(series.elements).toEqual([
    { name: 'temperature', unit: '°C', values: [1, null] },
    { name: 'haze_index', unit: 'AQI', values: [3, 4] },
    { name: 'uv', unit: '', values: [1, 2] },
  ])
})

it('interprets a date as the start of that day in the requested zone', () => {
  expect(read({ time: ['2026-07-02'], precipitation: [0] }).timesMs).toEqual([Date.UTC(2026, 6, 1, 16)])
})

it('omits values that are not numbers, not a series, or without a time', () => {
  const series = read({
    time: ['later', '2026-07-01T00:00:00Z'],
    humidity: [50, '61'],
    note: 'x',
    short: [1],
    wind_speed: ['', null],
  })
  expect(series).toEqual({ timesMs: [Date.UTC(2026, 6, 1)], elements: [{ name: 'humidity', unit: '%', values: [61] }] })
})

it('has an empty column at missing times, so that lines have a break', () => {
  const element = { name: 'temperature', unit: '°C', values: [1, 2, 5] }
  const holed = withHoles({ timesMs: [0, 10, 40], elements: [element] })
  expect(holed.timesMs).toEqual([0, 10, 20, 40])
  expect(holed.elements[0]?.values).toEqual([1, 2, null, 5])
  const whole = { timesMs: [0, 10, 20], elements: [element] }
  expect(withHoles(whole)).toEqual(whole)
})

it('has its steps in the order of time, each once', () => {
  const hour = (h: number) => `2026-07-01T0${h}:00:00+08:00`
  const data = { time: [2, 1, 3, 3].map(hour), temperature: [22, 21, 23, 99] }
  const { timesMs, elements } = readForecast({ data } as never, 480)
  expect(timesMs).toEqual([1, 2, 3].map((h) => Date.parse(hour(h))))
  expect(elements).toMatchObject([{ name: 'temperature', values: [21, 22, 23] }])
})
