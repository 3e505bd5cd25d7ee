import { describe, expect, it } from 'vitest'
import {
  airportSchema,
  envelopeSchema,
  type MetarHistoryRecord,
  metarHistoryRecordSchema,
  type StandardData,
  type StandardEndpoint,
  standardEndpoints,
} from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { distanceKm } from '../../core/geo/geo.ts'
import { createFields } from './fields/fields.ts'
import { loadSimAirports } from './metar/sim-airports.ts'
import type { StormField } from './storms/storm-field.ts'
import { createSyntheticWeather } from './weather.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 6, 21, 5, 27, 41)
const airports = loadSimAirports()
const storms: StormField = { cellsAt: () => [] }
const weather = createSyntheticWeather({ seed: 1, airports, storms })
const fields = createFields({ seed: 1, airports, storms })

function ask<E extends StandardEndpoint>(endpoint: E, query: Record<string, string>, ms = NOW): StandardData<E> {
  const { status, body } = weather.standard(endpoint, query, ms)
  const envelope = envelopeSchema.parse(body)
  expect([status, envelope.code, envelope.message]).toEqual([200, 0, 'ok'])
  expect(envelope.request_id).toMatch(/^req_\w{8,}$/)
  return standardEndpoints[endpoint].data.parse(envelope.data) as StandardData<E>
}

function refusal(endpoint: StandardEndpoint, query: Record<string, string>, ms = NOW) {
  const { status, body } = weather.standard(endpoint, query, ms)
  const { code, message, request_id } = envelopeSchema.parse(body)
  expect(request_id).toMatch(/^req_/)
  return { status, code, message }
}

const iso = (ms: number) => new Date(ms).toISOString()

describe('observation at a point', () => {
  it('is that of the nearest station, with its place, time and seven values', () => {
    const { meta, dataset, records, units } = ask('observationAtPoint', { lat: '31.2', lon: '121.4' })
    expect(dataset).toBe('surface')
    expect(distanceKm({ lat: 31.2, lon: 121.4 }, { lat: meta.latitude!, lon: meta.longitude! })).toBeLessThan(60)
    expect(meta.timezone).toBe('Asia/Shanghai')
    expect(meta.publish_time).toMatch(/\+08:00$/)
    expect(parseInstantMs(meta.publish_time)).toBe(meta.publish_time_unix! * 1000)
    const ageMs = NOW - meta.publish_time_unix! * 1000
    expect(ageMs).toBeGreaterThanOrEqual(0)
    expect(ageMs).toBeLessThan(15 * 60_000)
    const names = [
      'temperature',
      'humidity',
      'rain',
      'pressure',
      'wind_speed',
      'wind_direction_degree',
      'feels_like_temperature',
    ]
    expect(Object.keys(records)).toEqual(names)
    expect(Object.keys(units!)).toEqual(names)
    expect(meta).not.toHaveProperty('station_id')
    for (const name of ['humidity', 'wind_direction_degree']) expect(Number.isInteger(records[name])).toBe(true)
  })

  it('is that of the shore for a point at sea, and of some station for any point on earth', () => {
    const { meta } = ask('observationAtPoint', { lat: '24.5', lon: '119.8' })
    const km = distanceKm({ lat: 24.5, lon: 119.8 }, { lat: meta.latitude!, lon: meta.longitude! })
    expect(km).toBeGreaterThan(20)
    expect(km).toBeLessThan(150)
    expect(fields.landKind(meta.latitude!, meta.longitude!)).toBeGreaterThan(0)
    for (const [lat, lon] of [
      ['-90', '180'],
      ['90', '-180'],
      ['0', '-120'],
    ])
      expect(ask('observationAtPoint', { lat: lat!, lon: lon! }).meta.latitude).toBeTypeOf('number')
  })

  it('has the rain of the hour that ended at the start of the hour of publishing', () => {
    let wet = 0
    for (let i = 0; i < 60; i++) {
      const ms = NOW + i * 7 * HOUR_MS
      const { meta, records } = ask('observationAtPoint', { lat: '25.1', lon: '118.1' }, ms)
      const endMs = Math.floor((meta.publish_time_unix! * 1000) / HOUR_MS) * HOUR_MS
      const place = fields.place(meta.latitude!, meta.longitude!)
      expect(records.rain).toBeCloseTo(fields.precipitationMm(place, endMs - HOUR_MS, endMs), 1)
      if (Number(records.rain) > 0) wet++
    }
    expect(wet).toBeGreaterThan(2)
    expect(wet).toBeLessThan(40)
  })

  it('uses the requested time zone and elements', () => {
    const { meta, records, units } = ask('observationAtPoint', {
      lat: '31.2',
      lon: '121.4',
      timezone: 'Asia/Urumqi',
      elements: 'rain,temperature',
    })
    expect(meta.publish_time).toMatch(/\+06:00$/)
    expect(Object.keys(records).sort()).toEqual(['rain', 'temperature'])
    expect(Object.keys(units!).sort()).toEqual(['rain', 'temperature'])
  })

  it('refuses unknown elements and bad places with a reason', () => {
    expect(refusal('observationAtPoint', { lat: '31', lon: '121', elements: 'colour' })).toMatchObject({
      status: 400,
      code: 40_000,
      message: expect.stringContaining('temperature, humidity'),
    })
    expect(refusal('observationAtPoint', { lat: '91', lon: '121' }).message).toBe('lat must be at most 90')
  })
})

describe('observation at a station', () => {
  it('is the same as at its place, with the name and the region of the station', () => {
    const { meta, records } = ask('observationAtStation', { station_id: '55555' })
    expect(meta).toMatchObject({ station_id: '55555', timezone: 'Asia/Shanghai' })
    expect(meta.station_name).toMatch(/55555站$/)
    expect([meta.province, meta.county].every((name) => typeof name === 'string')).toBe(true)
    const point = ask('observationAtPoint', { lat: `${meta.latitude}`, lon: `${meta.longitude}` })
    expect(point.records).toEqual(records)
  })

  it('is 404 for an unknown station number', () => {
    for (const station_id of ['00001', '59999', 'Pudong', '5555'])
      expect(refusal('observationAtStation', { station_id }).status).toBe(404)
  })
})

describe('METAR history', () => {
  const day = { stations: 'ZSPD,zbaa', start_time: iso(NOW - DAY_MS), end_time: iso(NOW) }
  const recordsOf = (query: Record<string, string>, ms = NOW) =>
    ask('metarHistory', query, ms).records.map((record) => metarHistoryRecordSchema.parse(record))

  it('holds the reports of the range, the same that were pushed', () => {
    const { stations, start_time, end_time, count, records } = ask('metarHistory', day)
    expect({ stations, start_time, end_time }).toEqual({
      stations: ['ZSPD', 'zbaa'],
      start_time: day.start_time,
      end_time: day.end_time,
    })
    expect(count).toBe(records.length)
    const pushed = weather
      .reportsArrivedBetween(NOW - HOUR_MS, NOW)
      .filter((record) => ['ZSPD', 'ZBAA'].includes(record.icao))
    const both = recordsOf({ ...day, corrected_select_strategy: 'both' })
    const texts = new Set(both.map((record) => record.raw_metar))
    for (const record of pushed) expect(texts).toContain(record.raw_metar)
    const times = recordsOf(day).map((record) => parseInstantMs(record.observation_time)!)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(NOW - DAY_MS)
    expect(count).toBeGreaterThanOrEqual(94)
  })

  it('has every element as in the text', () => {
    const wanted = { fog: 0, cavok: 0, variable: 0, gust: 0, range: 0 }
    const stations = 'ZSPD,ZUUU,ZWWW,ZYHB,ZGGG'
    for (const record of recordsOf({
      ...day,
      stations,
      start_time: iso(NOW - 3 * DAY_MS),
      corrected_select_strategy: 'both',
    })) {
      const raw = record.raw_metar!
      if (raw.includes('NIL')) continue
      if (raw.includes(' CAVOK ')) {
        expect(record.visibility, raw).toBe(99_999)
        wanted.cavok++
      }
      const visibility = / (\d{4}) /.exec(raw)
      if (visibility) expect(record.visibility, raw).toBe(Number(visibility[1]))
      if (/ (VRB|00000)/.test(raw)) {
        expect(record.wind_direction, raw).toBeNull()
        wanted.variable++
      }
      const wind = / (\d{3})(\d\d)(?:G(\d\d))?MPS/.exec(raw)
      if (wind && wind[1] !== '000') {
        expect([record.wind_direction, record.wind_speed, record.wind_gust], raw).toEqual([
          Number(wind[1]) % 360,
          Number(wind[2]),
          wind[3] ? Number(wind[3]) : null,
        ])
        if (wind[3]) wanted.gust++
      }
      const range = / (\d{3})V(\d{3}) /.exec(raw)
      expect([record.wind_direction_range_min, record.wind_direction_range_max], raw).toEqual(
        range ? [Number(range[1]), Number(range[2])] : [null, null],
      )
      if (range) wanted.range++
      const degrees = / (M?)(\d\d)\/(M?)(\d\d) /.exec(raw)
      if (degrees) {
        expect(record.temperature, raw).toBe((degrees[1] ? -1 : 1) * Number(degrees[2]) + 0)
        expect(record.dew_point, raw).toBe((degrees[3] ? -1 : 1) * Number(degrees[4]) + 0)
      }
      if (/ Q\d/.test(raw)) expect(raw).toContain(` Q${`${record.qnh}`.padStart(4, '0')}`)
      for (const code of record.weather!.split(' ')) expect(raw).toContain(code)
      expect(record.report_type).toBe(raw.slice(0, 5))
      expect(record.is_corrected).toBe(raw.includes(' COR '))
    }
    expect(Math.min(wanted.cavok, wanted.variable, wanted.range)).toBeGreaterThan(5)
  })

  it('omits specials and automatic reports on request', () => {
    const auto = airports.filter((airport) => !airport.reports_metar).slice(0, 5)
    const query = { ...day, stations: auto.map((airport) => airport.icao_code).join(',') }
    const all = recordsOf(query)
    expect(all.some((record) => record.report_type === 'SPECI')).toBe(true)
    expect(all.some((record) => record.raw_metar!.includes(' AUTO '))).toBe(true)
    const routine = recordsOf({ ...query, include_speci: 'false' })
    expect(routine.every((record) => record.report_type === 'METAR')).toBe(true)
    expect(routine).toEqual(all.filter((record) => record.report_type === 'METAR'))
    const manned = recordsOf({ ...query, include_auto: 'false' })
    expect(manned).toEqual(all.filter((record) => !record.raw_metar!.includes(' AUTO ')))
  })

  it('returns a corrected report alone, or with its original', () => {
    const key = (record: MetarHistoryRecord) => `${record.icao_code} ${record.observation_time}`
    const long = { ...day, stations: 'ZSPD,ZSSS,ZBAA,ZGGG,ZUUU', start_time: iso(NOW - 6 * DAY_MS) }
    const both = recordsOf({ ...long, corrected_select_strategy: 'both' })
    const corrections = both.filter((record) => record.is_corrected)
    expect(corrections.length).toBeGreaterThan(2)
    for (const correction of corrections) {
      const pair = both.filter((record) => key(record) === key(correction))
      expect(pair.map((record) => record.is_corrected)).toEqual([false, true])
      expect(pair[0]!.qnh).not.toBe(pair[1]!.qnh)
    }
    const corrected = new Set(corrections.map(key))
    expect(recordsOf(long)).toEqual(both.filter((record) => record.is_corrected || !corrected.has(key(record))))
  })

  it('selects elements and always names the report', () => {
    const [record] = recordsOf({ ...day, elements: 'visibility,qnh' })
    const raw = ask('metarHistory', { ...day, elements: 'visibility,qnh' }).records[0] as object
    expect(Object.keys(raw).sort()).toEqual(
      ['icao_code', 'observation_time', 'raw_metar', 'qa', 'report_type', 'is_corrected', 'visibility', 'qnh'].sort(),
    )
    expect(record!.qnh).toBeTypeOf('number')
    expect(recordsOf({ ...day, elements: 'all' })).toEqual(recordsOf(day))
    expect(refusal('metarHistory', { ...day, elements: 'colour' })).toMatchObject({ status: 400, code: 40_000 })
  })

  it('reads times with an offset, and times without one as UTC', () => {
    const utc = recordsOf({ stations: 'ZSPD', start_time: '2026-07-20T06:00:00Z', end_time: '2026-07-20T09:00:00Z' })
    expect(utc.length).toBeGreaterThanOrEqual(6)
    expect(
      recordsOf({ stations: 'ZSPD', start_time: '2026-07-20T14:00:00+08:00', end_time: '2026-07-20T17:00:00+08:00' }),
    ).toEqual(utc)
    expect(recordsOf({ stations: 'ZSPD', start_time: '2026-07-20T06:00:00', end_time: '2026-07-20T09:00:00' })).toEqual(
      utc,
    )
  })

  it('is 404 for an unknown airport, for the future, and before the first report', () => {
    expect(refusal('metarHistory', { ...day, stations: 'KJFK' }).status).toBe(404)
    const future = { ...day, start_time: iso(NOW + HOUR_MS), end_time: iso(NOW + 2 * HOUR_MS) }
    expect(refusal('metarHistory', future).status).toBe(404)
    const past = { ...day, start_time: '2010-01-01T00:00:00Z', end_time: '2010-01-02T00:00:00Z' }
    expect(refusal('metarHistory', past).status).toBe(404)
  })

  it('responds 40000 to more than 5 stations and to more than 10 days', () => {
    const six = 'ZSPD,ZSSS,ZBAA,ZBAD,ZGGG,ZGSZ'
    expect(refusal('metarHistory', { ...day, stations: six })).toMatchObject({ status: 400, code: 40_000 })
    const eleven = { ...day, start_time: iso(NOW - 11 * DAY_MS) }
    expect(refusal('metarHistory', eleven)).toMatchObject({ status: 400, code: 40_000 })
  })
})

describe('airport list', () => {
  const list = (query: Record<string, string>) =>
    ask('airports', query).stations.map((station) => airportSchema.parse(station))
  const codes = (query: Record<string, string>) => list(query).map((airport) => airport.icao_code)

  it('holds every airport with all its fields', () => {
    expect(ask('airports', {}).count).toBe(292)
    const pudong = list({ icao_codes: 'zspd' })[0]!
    expect(pudong).toMatchObject({ icao_code: 'ZSPD', city: expect.any(String), altitude: expect.any(Number) })
    expect(parseInstantMs(pudong.earliest_obser_time)).toBeLessThan(NOW)
    expect(codes({ icao_codes: 'ZSPD, ZBAA,XXXX' }).sort()).toEqual(['ZBAA', 'ZSPD'])
  })

  it('is searched by code, by name in either language, by city and by province', () => {
    expect(codes({ keyword: 'zspd' })).toEqual(['ZSPD'])
    expect(codes({ keyword: '浦东' })).toContain('ZSPD')
    expect(codes({ keyword: 'pudong' })).toEqual(['ZSPD'])
    expect(codes({ keyword: '首都机场' })).toContain('ZBAA')
    expect(codes({ keyword: '云南 丽江' })).toContain('ZPLJ')
    expect(codes({ keyword: '云南' }).length).toBeGreaterThan(10)
    expect(codes({ keyword: 'nowhere' })).toEqual([])
  })

  it('keeps airports likely to have data in the range', () => {
    const recent = { start_time: iso(NOW - DAY_MS), end_time: iso(NOW) }
    expect(codes(recent).length).toBe(292)
    const old = { start_time: '2018-01-01T00:00:00Z', end_time: '2018-02-01T00:00:00Z' }
    expect(codes(old).length).toBeGreaterThan(20)
    expect(codes(old).length).toBeLessThan(280)
    expect(codes({ start_time: '2040-01-01T00:00:00Z', end_time: '2040-02-01T00:00:00Z' })).toEqual([])
    expect(refusal('airports', { start_time: '2018-01-01' }).status).toBe(400)
  })
})

describe('any response', () => {
  it('is the same for the same question at the same moment, from another world of the same seed too', () => {
    const again = createSyntheticWeather({ seed: 1, airports, storms })
    const questions: [StandardEndpoint, Record<string, string>][] = [
      ['observationAtPoint', { lat: '30', lon: '110' }],
      ['forecastHourly', { latitude: '30', longitude: '110' }],
      ['firesNearby', { lat: '15', lon: '100', radius_km: '300' }],
      ['metarHistory', { stations: 'ZSPD', start_time: iso(NOW - HOUR_MS * 3), end_time: iso(NOW) }],
    ]
    for (const [endpoint, query] of questions)
      expect(again.standard(endpoint, query, NOW)).toEqual(weather.standard(endpoint, query, NOW))
  })
})
