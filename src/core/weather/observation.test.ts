import { expect, it } from 'vitest'
import { observationSchema } from '../../contract/standard.ts'
import { readObservation } from './observation.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 5, 30)

const observation = observationSchema.parse({
  meta: {
    longitude: 119.3,
    latitude: 26.1,
    publish_time: '2026-07-01T13:25:00+08:00',
    publish_time_unix: Date.UTC(2026, 6, 1, 5, 25) / 1000,
    timezone: 'Asia/Shanghai',
  },
  dataset: 'surface',
  records: { temperature: 31.2, humidity: 70, rain: 0.4, pressure: null, wind_speed: '3.1', wind_direction_degree: 0 },
  units: { temperature: 'degC' },
})

it('has the hour of its rain: the one that ended at the start of the hour of publishing', () => {
  const report = readObservation(observation, { lat: 26, lon: 119 }, NOW_MS)
  expect(report.rainHour).toEqual({ fromMs: Date.UTC(2026, 6, 1, 4), toMs: Date.UTC(2026, 6, 1, 5) })
})

it('has distance and direction of its station', () => {
  const report = readObservation(observation, { lat: 26.1, lon: 119 }, NOW_MS)
  expect(report.distanceKm).toBeCloseTo(29.96, 1)
  expect(report.bearingDeg).toBeCloseTo(90, 0)
})

it('keeps north winds of 0° and parses numbers written as text; missing values are null', () => {
  const report = readObservation(observation, { lat: 0, lon: 0 }, NOW_MS)
  expect(report).toMatchObject({ windDirectionDeg: 0, windSpeedMps: 3.1, pressureHpa: null, feelsLikeC: null })
})

it('keeps other values of a response, under the names of the wire', () => {
  const more = observationSchema.parse({
    meta: { station_id: 58847, station_name: '福州', province: '福建', city: null, county: '' },
    dataset: 'surface',
    records: { temperature: 1, snow_depth: 3, present_weather: 'HZ', haze: null },
    units: { snow_depth: 'cm' },
  })
  expect(readObservation(more, null, NOW_MS)).toMatchObject({
    stationId: '58847',
    stationName: '福州',
    stationAreas: ['福建'],
    distanceKm: null,
    others: [
      { name: 'snow_depth', value: 3, unit: 'cm' },
      { name: 'present_weather', value: 'HZ', unit: '' },
    ],
  })
})

it('uses no fill value of its station', () => {
  const meta = { ...observation.meta, longitude: -9999, latitude: 9999, publish_time_unix: -999 }
  const report = readObservation(observationSchema.parse({ ...observation, meta }), { lat: 26, lon: 119 }, NOW_MS)
  expect(report).toMatchObject({ station: null, distanceKm: null, publishedAtMs: Date.UTC(2026, 6, 1, 5, 25) })
})

it('rejects a future time of publishing, and uses the valid one', () => {
  const published = (over: object) => {
    const meta = { ...observation.meta, ...over }
    const { publishedAtMs, rainHour } = readObservation({ ...observation, meta }, null, NOW_MS)
    return [publishedAtMs, rainHour !== null]
  }
  const aheadS = NOW_MS / 1_000 + 3_600
  expect(published({ publish_time_unix: aheadS })).toEqual([Date.UTC(2026, 6, 1, 5, 25), true])
  expect(published({ publish_time_unix: aheadS, publish_time: '2026-07-01T15:00:00+08:00' })).toEqual([null, false])
  expect(published({ publish_time_unix: NOW_MS / 1_000 + 300 })).toEqual([NOW_MS + 300_000, true])
})
