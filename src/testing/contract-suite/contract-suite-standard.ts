import { beforeAll, describe, expect, it } from 'vitest'
import { CODE_BAD_REQUEST } from '../../contract/limits.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { distanceKm } from '../../core/geo/geo.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { Grants, ServerUnderTest, SuiteClient } from './contract-suite-client.ts'
import {
  airportsShape,
  envelopeShape,
  forecastShape,
  historyShape,
  hotspotsShape,
  observationShape,
  stationObservationShape,
} from './contract-suite-shapes.ts'
import { type Bench, bodyOf, createRule, expectRefusal } from './contract-suite-special.ts'

const PATHS = {
  point: standardEndpoints.observationAtPoint.path,
  station: standardEndpoints.observationAtStation.path,
  history: standardEndpoints.metarHistory.path,
  airports: standardEndpoints.airports.path,
  hourly: standardEndpoints.forecastHourly.path,
  daily: standardEndpoints.forecastDaily.path,
  nearby: standardEndpoints.firesNearby.path,
  box: standardEndpoints.firesInBox.path,
}

/** The standard service. A third-party upstream receives each charged request once: 70 points in total. */
export function registerStandardRules(bench: () => Bench, grants: Grants): void {
  const rule = createRule(grants)
  let server: ServerUnderTest
  let client: SuiteClient
  let startedMs: number
  beforeAll(() => {
    server = bench().server
    client = bench().client
    startedMs = server.nowMs() // fixed, so that a question about the last day is one question
  })

  const at = (names: [string, string]) => ({
    [names[0]]: String(server.samples.point.lat),
    [names[1]]: String(server.samples.point.lon),
  })
  const lastHours = (hours: number) => ({
    start_time: formatUtc(startedMs - hours * 3_600_000),
    end_time: formatUtc(startedMs),
  })
  const box = () => ({
    min_lon: String(server.samples.box.west),
    min_lat: String(server.samples.box.south),
    max_lon: String(server.samples.box.east),
    max_lat: String(server.samples.box.north),
  })
  const codeOf = (body: unknown) => (body as { code?: unknown }).code

  describe('observations', () => {
    it('[SS 4.1, 2.2] the observation at a point holds every documented field', async () => {
      const { data } = bodyOf(await client.answer(PATHS.point, at(['lat', 'lon'])), envelopeShape(observationShape))
      const { meta } = data
      expect(meta).not.toHaveProperty('station_id')
      expect(distanceKm({ lat: meta.latitude, lon: meta.longitude }, server.samples.point)).toBeLessThan(500)
    })

    it('[SS 4.1] times use Asia/Shanghai without a requested zone, and are consistent', async () => {
      const { data } = bodyOf(await client.answer(PATHS.point, at(['lat', 'lon'])), envelopeShape(observationShape))
      expect(data.meta.timezone).toBe('Asia/Shanghai')
      expect(data.meta.publish_time).toMatch(/\+08:?00$/)
      expect(Math.floor((parseInstantMs(data.meta.publish_time) ?? 0) / 1000)).toBe(data.meta.publish_time_unix)
    })

    // Costs points.
    rule(
      'ownApplication',
      '[SS 4.1] timezone moves the offset of the times, and elements narrows the records',
      async () => {
        const query = { ...at(['lat', 'lon']), timezone: 'UTC', elements: 'temperature,rain' }
        const reply = await client.request(PATHS.point, { query })
        expect(reply.status, reply.text).toBe(200)
        const { meta, records, units } = (reply.body as { data: Record<'meta' | 'records' | 'units', object> }).data
        expect((meta as { publish_time: string }).publish_time).toMatch(/(Z|\+00:?00)$/)
        expect([Object.keys(records), Object.keys(units)].map((names) => names.sort())).toEqual([
          ['rain', 'temperature'],
          ['rain', 'temperature'],
        ])
      },
    )

    it('[SS 4.2, 2.2] the observation of a station holds the station too', async () => {
      const reply = await client.answer(PATHS.station, { station_id: server.samples.stationId })
      const { data } = bodyOf(reply, envelopeShape(stationObservationShape))
      expect(data.meta.station_id).toBe(server.samples.stationId)
    })

    it('[SS 4.2, 7] a station without data is 404', async () => {
      expect((await client.answer(PATHS.station, { station_id: '00000' })).status).toBe(404)
    })
  })

  describe('airport history and list', () => {
    const history = (hours: number, over: Record<string, string> = {}) => ({
      stations: server.samples.icaos.join(','),
      ...lastHours(hours),
      elements: 'all',
      ...over,
    })

    it('[SS 4.3, 2.3] the reports of a period hold every documented field, and echo the question', async () => {
      const query = history(6)
      const { data } = bodyOf(await client.answer(PATHS.history, query), envelopeShape(historyShape))
      expect([...data.stations].sort()).toEqual([...server.samples.icaos].sort())
      expect(parseInstantMs(data.start_time)).toBe(parseInstantMs(query.start_time))
      expect(parseInstantMs(data.end_time)).toBe(parseInstantMs(query.end_time))
      expect(data.count).toBe(data.records.length)
      expect(data.count).toBeGreaterThan(0)
      for (const record of data.records) {
        expect(server.samples.icaos).toContain(record.icao_code)
        const observedMs = parseInstantMs(record.observation_time) ?? 0
        expect(observedMs).toBeGreaterThanOrEqual((parseInstantMs(query.start_time) ?? 0) - 60_000)
        expect(observedMs).toBeLessThanOrEqual((parseInstantMs(query.end_time) ?? 0) + 60_000)
      }
    })

    // Costs points.
    rule('ownApplication', '[SS 4.3] include_speci=false leaves routine reports alone', async () => {
      const query = history(24, { include_speci: 'false' })
      const { data } = bodyOf(await client.request(PATHS.history, { query }), envelopeShape(historyShape))
      expect(new Set(data.records.map((record) => record.report_type))).toEqual(new Set(['METAR']))
    })

    it('[SS 4.3, 7] more than five stations are error 40000', async () => {
      const query = history(1, { stations: 'ZSPD,ZBAA,ZGGG,ZSSS,ZUUU,ZPPP' })
      expect(codeOf((await client.request(PATHS.history, { query })).body)).toBe(CODE_BAD_REQUEST)
    })

    it('[SS 4.3, 7] a span of more than ten days is error 40000', async () => {
      const query = history(10 * 24 + 1)
      expect(codeOf((await client.request(PATHS.history, { query })).body)).toBe(CODE_BAD_REQUEST)
    })

    // A period without data is unknown.
    rule('ownApplication', '[SS 4.3, 7] a period without data is 404', async () => {
      expect((await client.request(PATHS.history, { query: history(1, { stations: 'ZZZZ' }) })).status).toBe(404)
    })

    it('[SS 4.4, 2.4] the airport list holds every documented field', async () => {
      const { data } = bodyOf(await client.answer(PATHS.airports), envelopeShape(airportsShape))
      expect(data.count).toBe(data.stations.length)
      const codes = data.stations.map((station) => station.icao_code)
      expect(codes).toEqual(expect.arrayContaining(server.samples.icaos))
    })

    it('[SS 4.4] icao_codes and keyword narrow the list', async () => {
      const [icao] = server.samples.icaos as [string]
      for (const name of ['icao_codes', 'keyword']) {
        const query = { [name]: icao }
        const { data } = bodyOf(await client.request(PATHS.airports, { query }), envelopeShape(airportsShape))
        expect(data.stations.map((station) => station.icao_code)).toEqual([icao])
      }
    })

    // The response is not documented.
    rule('ownApplication', '[SS 4.4] end_time must accompany start_time', async () => {
      const { start_time } = lastHours(1)
      expectRefusal(await client.request(PATHS.airports, { query: { start_time } }))
    })
  })

  describe('forecasts', () => {
    const hourly = () => ({ ...at(['latitude', 'longitude']), dataset: 'surface' })

    it('[SS 4.5, 2.5] the hourly forecast has 168 hours of aligned arrays by default', async () => {
      const { data } = bodyOf(await client.answer(PATHS.hourly, hourly()), envelopeShape(forecastShape))
      expect(data.meta.dataset).toBe('surface')
      expect(data.data.time).toHaveLength(168)
      const times = data.data.time.map((text) => parseInstantMs(text, 480) ?? 0)
      for (const [i, ms] of times.entries()) if (i > 0) expect(ms - times[i - 1]!).toBe(3_600_000)
      expect(data.data.time[0]).toMatch(/\+08:?00$/)
      expect(Object.keys(data.data).sort()).toEqual([...data.meta.elements, 'time'].sort())
      for (const name of data.meta.elements) expect(data.data[name]).toHaveLength(168)
      for (const name of ['temperature', 'humidity', 'pressure', 'wind_speed']) {
        expect(data.meta.elements).toContain(name)
      }
    })

    it('[SS 4.6, 2.5] the daily forecast has 7 days of aligned arrays by default', async () => {
      const { data } = bodyOf(await client.answer(PATHS.daily, hourly()), envelopeShape(forecastShape))
      expect(data.data.time).toHaveLength(7)
      const days = data.data.time.map((text) => {
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        return Date.parse(`${text}T00:00:00Z`)
      })
      for (const [i, ms] of days.entries()) if (i > 0) expect(ms - days[i - 1]!).toBe(DAY_MS)
      for (const name of data.meta.elements) expect(data.data[name]).toHaveLength(7)
      for (const name of ['temperature_max', 'temperature_min', 'humidity_max', 'precipitation']) {
        expect(data.meta.elements).toContain(name)
      }
    })

    // Costs points.
    rule('ownApplication', '[SS 4.5, 4.6] the requested numbers, datasets and elements are returned', async () => {
      const shape = envelopeShape(forecastShape)
      for (const [path, name, counts] of [
        [PATHS.hourly, 'forecast_hours', ['1', '240']],
        [PATHS.daily, 'forecast_days', ['1', '16']],
      ] as const) {
        for (const count of counts) {
          const query = { ...hourly(), [name]: count }
          expect(bodyOf(await client.request(path, { query }), shape).data.data.time).toHaveLength(Number(count))
        }
        for (const dataset of ['solar_radiation', 'soil_moisture']) {
          const { data } = bodyOf(await client.request(path, { query: { ...hourly(), dataset } }), shape)
          expect(data.meta.dataset).toBe(dataset)
        }
      }
      const query = { ...hourly(), elements: 'temperature', forecast_hours: '3' }
      const { data } = bodyOf(await client.request(PATHS.hourly, { query }), shape)
      expect(Object.keys(data.data).sort()).toEqual(['temperature', 'time'])
    })
  })

  describe('fires', () => {
    it('[SS 4.7, 2.6] the fires around a point are within the radius and the last 24 hours', async () => {
      const { box: area } = server.samples
      const middle = { lat: (area.south + area.north) / 2, lon: (area.west + area.east) / 2 }
      const query = { lat: String(middle.lat), lon: String(middle.lon), radius_km: '500' }
      const { data } = bodyOf(await client.answer(PATHS.nearby, query), envelopeShape(hotspotsShape))
      expect(data.count).toBe(data.items.length)
      for (const { latitude: lat, longitude: lon } of data.items) {
        expect(distanceKm({ lat, lon }, middle)).toBeLessThanOrEqual(505) // spheres and spheroids differ
      }
      const { start, end } = data.time_window
      expect((parseInstantMs(end) ?? 0) - (parseInstantMs(start) ?? 0)).toBe(DAY_MS)
    })

    it('[SS 4.8, 2.6] the fires of a rectangle lie inside it, each with a unique identifier', async () => {
      const { data } = bodyOf(await client.answer(PATHS.box, box()), envelopeShape(hotspotsShape))
      const { west, south, east, north } = server.samples.box
      expect(data.count).toBe(data.items.length)
      for (const { latitude, longitude } of data.items) {
        expect(latitude >= south && latitude <= north && longitude >= west && longitude <= east).toBe(true)
      }
      expect(new Set(data.items.map((item) => item.hotspot_id)).size).toBe(data.items.length)
    })
  })

  describe('parameters and authentication', () => {
    // The responses are not documented, and might be charged.
    rule('ownApplication', '[SS 4, 8] values outside the range are rejected', async () => {
      const point = at(['lat', 'lon'])
      const forecast = at(['latitude', 'longitude'])
      const bad: [string, Record<string, string>][] = [
        [PATHS.point, { ...point, lat: '91' }],
        [PATHS.point, { ...point, lon: '-181' }],
        [PATHS.point, { ...point, timezone: 'Mars/Olympus' }],
        [PATHS.point, { ...point, dataset: 'deep' }],
        [PATHS.station, {}],
        [PATHS.hourly, { ...forecast, forecast_hours: '0' }],
        [PATHS.hourly, { ...forecast, forecast_hours: '241' }],
        [PATHS.hourly, { ...forecast, dataset: 'deep' }],
        [PATHS.daily, { ...forecast, forecast_days: '-1' }],
        [PATHS.daily, { ...forecast, forecast_days: '17' }],
        [PATHS.nearby, { ...point, radius_km: '0' }],
        [PATHS.nearby, { ...point, radius_km: '500.1' }],
        [PATHS.box, { ...box(), max_lat: '90.5' }],
        [PATHS.box, { ...box(), min_lon: '' }],
        [PATHS.history, { stations: 'ZSPD' }],
        [PATHS.history, { ...lastHours(1), stations: 'ZSPD', corrected_select_strategy: 'neither' }],
      ]
      for (const [path, query] of bad) {
        const reply = await client.request(path, { query })
        expect([codeOf(reply.body), path, query]).toEqual([CODE_BAD_REQUEST, path, query])
        expectRefusal(reply)
      }
    })

    it('[SS 5] every endpoint wants the key', async () => {
      for (const path of grants.has('ownApplication') ? Object.values(PATHS) : [PATHS.airports]) {
        expectRefusal(await client.request(path, { credential: {} }))
        expectRefusal(await client.request(path, { credential: { header: 'sk-not-a-key' } }))
      }
    })

    // Not shown.
    rule('keysOnly', '[SS 5] tokens of the dedicated line grant nothing here', async () => {
      const token = await client.token('metar')
      for (const credential of [{ header: token }, { query: token }]) {
        expectRefusal(await client.request(PATHS.airports, { credential }))
      }
    })
  })
}
