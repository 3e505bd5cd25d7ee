import { describe, expect, it } from 'vitest'
import { FORECAST_DATASETS, forecastSchema, type StandardEndpoint } from '../../../contract/standard.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { createFields } from '../fields/fields.ts'
import { loadSimAirports } from '../metar/sim-airports.ts'
import type { StormField } from '../storms/storm-field.ts'
import { createSyntheticWeather } from '../weather.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 6, 21, 5, 27)
const POINT = { latitude: '31.14', longitude: '121.8' }
const airports = loadSimAirports()
const storms: StormField = { cellsAt: () => [] }
const weather = createSyntheticWeather({ seed: 1, airports, storms })
const fields = createFields({ seed: 1, airports, storms })

function series(endpoint: StandardEndpoint, query: Record<string, string>, ms = NOW) {
  const { status, body } = weather.standard(endpoint, { ...POINT, ...query }, ms)
  expect(status).toBe(200)
  const { meta, data, units } = forecastSchema.parse((body as { data: unknown }).data)
  const { time, ...arrays } = data
  return { meta: meta!, time, values: arrays as Record<string, number[]>, units: units! }
}

describe('hourly forecast', () => {
  it('has a week of hours from the present one, in Beijing time', () => {
    const { time, values, meta, units } = series('forecastHourly', {})
    expect(time.length).toBe(168)
    expect(time[0]).toBe('2026-07-21T13:00:00+08:00')
    expect(time[167]).toBe('2026-07-28T12:00:00+08:00')
    expect(meta).toMatchObject({ dataset: 'surface', elements: Object.keys(values) })
    expect(Object.keys(units)).toEqual(Object.keys(values))
    for (const name of ['temperature', 'humidity', 'pressure', 'wind_speed']) expect(values).toHaveProperty(name)
    for (const list of Object.values(values)) {
      expect(list.length).toBe(168)
      expect(list.every(Number.isFinite)).toBe(true)
    }
  })

  it.each(FORECAST_DATASETS)('has plausible elements of the dataset %s', (dataset) => {
    const { values, meta } = series('forecastHourly', { dataset, forecast_hours: '240' })
    expect(meta.dataset).toBe(dataset)
    const limits: Record<string, [number, number]> = {
      temperature: [-60, 55],
      humidity: [0, 100],
      pressure: [500, 1_070],
      wind_speed: [0, 40],
      wind_direction: [0, 359],
      precipitation: [0, 60],
      cloud_cover: [0, 100],
      visibility: [0, 30_000],
      shortwave_radiation: [0, 1_300],
      soil_moisture_0_10cm: [0, 0.6],
    }
    expect(Object.keys(values).length).toBeGreaterThanOrEqual(4)
    for (const [name, list] of Object.entries(values)) {
      const [low, high] = limits[name] ?? [-1e4, 1e4]
      expect(Math.min(...list), name).toBeGreaterThanOrEqual(low)
      expect(Math.max(...list), name).toBeLessThanOrEqual(high)
    }
  })

  it('has no sun at night', () => {
    const { time, values } = series('forecastHourly', { dataset: 'solar_radiation' })
    time.forEach((text, i) => {
      const hour = Number(text.slice(11, 13))
      if (hour >= 20 || hour <= 4) expect(values.shortwave_radiation![i]).toBe(0)
      if (hour === 12) expect(values.shortwave_radiation![i]).toBeGreaterThan(80)
    })
  })

  it('has the requested elements, hours and zone', () => {
    const { time, values, meta } = series('forecastHourly', {
      elements: 'wind_speed,temperature,unknown',
      forecast_hours: '3',
      timezone: 'UTC',
    })
    expect(time).toEqual(['2026-07-21T05:00:00+00:00', '2026-07-21T06:00:00+00:00', '2026-07-21T07:00:00+00:00'])
    expect(Object.keys(values).sort()).toEqual(['temperature', 'wind_speed'])
    expect([...meta.elements!].sort()).toEqual(['temperature', 'wind_speed'])
    expect(weather.standard('forecastHourly', { ...POINT, elements: 'unknown' }, NOW).status).toBe(400)
  })

  it('agrees with what then happens, less and less the further ahead', () => {
    const errors = { near: 0, far: 0 }
    const points = 60
    for (let i = 0; i < points; i++) {
      const latitude = 20 + (i % 10) * 2.7
      const longitude = 95 + i * 0.5
      const place = fields.place(latitude, longitude)
      const { time, values } = series(
        'forecastHourly',
        { latitude: `${latitude}`, longitude: `${longitude}`, forecast_hours: '240' },
        NOW + i * 9 * HOUR_MS,
      )
      const error = (hour: number) =>
        Math.abs(values.temperature![hour]! - fields.at(place, parseInstantMs(time[hour])!).temperatureC)
      expect(error(1)).toBeLessThan(2)
      errors.near += error(2) / points
      errors.far += error(200) / points
    }
    expect(errors.near).toBeLessThan(0.6)
    expect(errors.far).toBeGreaterThan(errors.near * 1.5)
    expect(errors.far).toBeLessThan(3)
  })

  it('forecasts storms for hours, not for days', () => {
    const always: StormField = {
      cellsAt: () => [
        {
          id: 'a',
          lat: 31.14,
          lon: 121.8,
          sigmaKm: 3,
          intensity: 0.9,
          headingDeg: 0,
          speedKmh: 0,
          strokesPerSecond: 1,
        },
      ],
    }
    const stormy = createSyntheticWeather({ seed: 1, airports, storms: always })
    const { body } = stormy.standard('forecastHourly', { ...POINT, elements: 'precipitation' }, NOW)
    const { data } = forecastSchema.parse((body as { data: unknown }).data)
    const wet = data.precipitation as number[]
    const dry = series('forecastHourly', { elements: 'precipitation' }).values.precipitation!
    expect(wet[1]! - dry[1]!).toBeGreaterThan(3)
    expect(wet.slice(24)).toEqual(dry.slice(24))
  })
})

describe('daily forecast', () => {
  it('is a week of local days from today', () => {
    const { time, values, meta } = series('forecastDaily', {})
    expect(time).toEqual(Array.from({ length: 7 }, (_, i) => `2026-07-${21 + i}`))
    expect(meta.elements).toEqual(Object.keys(values))
    for (const name of ['temperature_max', 'temperature_min', 'humidity_max', 'precipitation'])
      expect(values[name]!.length).toBe(7)
    values.temperature_max!.forEach((max, i) => {
      expect(max).toBeGreaterThan(values.temperature_min![i]!)
    })
    expect(series('forecastDaily', { timezone: 'America/Los_Angeles' }).time[0]).toBe('2026-07-20')
  })

  it('folds the hours of each day', () => {
    const hourly = series('forecastHourly', { forecast_hours: '240' })
    const daily = series('forecastDaily', { forecast_days: '9' })
    for (let day = 1; day < 9; day++) {
      const hours = hourly.time.flatMap((text, i) => {
        const endMs = parseInstantMs(text)!
        const dayStartMs = parseInstantMs(`${daily.time[day]}T00:00:00+08:00`)!
        return endMs > dayStartMs && endMs <= dayStartMs + 24 * HOUR_MS ? [i] : []
      })
      expect(hours.length).toBe(24)
      const of = (name: string) => hours.map((i) => hourly.values[name]![i]!)
      expect(daily.values.temperature_max![day]).toBe(Math.max(...of('temperature')))
      expect(daily.values.temperature_min![day]).toBe(Math.min(...of('temperature')))
      expect(daily.values.humidity_max![day]).toBe(Math.max(...of('humidity')))
      const rain = of('precipitation').reduce((sum, mm) => sum + mm, 0)
      expect(Math.abs(daily.values.precipitation![day]! - rain)).toBeLessThan(1.3)
    }
  })

  it('has 0 to 16 days and each dataset', () => {
    expect(series('forecastDaily', { forecast_days: '0' }).time).toEqual([])
    expect(series('forecastDaily', { forecast_days: '16' }).time.length).toBe(16)
    for (const dataset of FORECAST_DATASETS) {
      const { values } = series('forecastDaily', { dataset })
      expect(Object.keys(values).length).toBeGreaterThanOrEqual(3)
      for (const list of Object.values(values)) expect(list.every(Number.isFinite)).toBe(true)
    }
  })
})

describe('one weather', () => {
  it('is equal in the report of an airport, the observation beside it and its forecast', () => {
    let compared = 0
    for (const airport of airports.filter((_, i) => i % 6 === 0)) {
      const hourMs = Date.UTC(2026, 6, 21, 6)
      const query = { latitude: `${airport.latitude}`, longitude: `${airport.longitude}`, forecast_hours: '2' }
      const forecast = series('forecastHourly', query, hourMs + 10 * 60_000)
      const [report] = weather.latestReports([airport.icao_code], hourMs + 10 * 60_000)
      const { parsed, obs_time } = report!
      if (parseInstantMs(obs_time) !== hourMs || parsed?.temperature == null || parsed.wind_speed == null) continue
      expect(Math.abs(forecast.values.temperature![0]! - parsed.temperature), report!.raw_metar).toBeLessThan(2.5)
      expect(Math.abs(forecast.values.wind_speed![0]! - parsed.wind_speed), report!.raw_metar).toBeLessThan(4)
      const truth = fields.at(fields.place(airport.latitude, airport.longitude), hourMs)
      expect(Math.abs(truth.temperatureC - parsed.temperature), report!.raw_metar).toBeLessThanOrEqual(0.5)
      if (parsed.qnh != null && !report!.raw_metar.includes('RMK'))
        expect(Math.abs(truth.seaLevelPressureHpa - parsed.qnh)).toBeLessThan(11)
      compared++
    }
    expect(compared).toBeGreaterThan(35)
  })
})
