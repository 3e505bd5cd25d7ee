import { describe, expect, it } from 'vitest'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import { readAirports, readHotspots } from '../../../contract/standard.ts'
import { formatUtc } from '../../../contract/time.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { type SkippedRows, withCleanList } from './clean-lists.ts'

const NOW_MS = Date.UTC(2026, 10, 25, 22)
const STATION = { icao_code: 'ZBAA', name: '北京/首都', longitude: 116.585, latitude: 40.0801, altitude: 35.3 }
const STATIONS = [
  STATION,
  { ...STATION, name: '', longitude: 0, latitude: 0, altitude: null },
  { ...STATION, name: 'again' },
  { ...STATION, icao_code: 'zsss' },
  { ...STATION, icao_code: 'ZGGG', longitude: 23.392, latitude: 113.299 },
  { ...STATION, icao_code: 'ZSPD ', longitude: '121.805', latitude: '31.143', altitude: '4' },
  { ...STATION, icao_code: 'RCTP', altitude: -9999 },
  { ...STATION, icao_code: 'K1V4', name: `St \u202eJohnsbury\r\n${'x'.repeat(1_000_000)}` },
  ...['A/#+', 'Q"; FILENAME="X.HTML', 'NL\r\nSET-COOKIE: A=B', '../../X', '', 'x'.repeat(200_000)].map((icao_code) => ({
    ...STATION,
    icao_code,
  })),
]
const FIRE = { hotspot_id: 'a1', latitude: 30.1, longitude: 115.1, acq_datetime: formatUtc(NOW_MS - HOUR_MS) }
const FIRES = [
  FIRE,
  { ...FIRE, hotspot_id: 123456789012345680000 },
  { ...FIRE, hotspot_id: 'a4', latitude: '30.4', longitude: '115.4' },
  { ...FIRE, hotspot_id: 'a5', acq_datetime: '2026-11-25 2053' },
  { ...FIRE, hotspot_id: 'a7', acq_datetime: null },
  { ...FIRE, hotspot_id: 'a8', latitude: 0, longitude: 0 },
  { ...FIRE, hotspot_id: 'a9', acq_datetime: formatUtc(NOW_MS + 8 * HOUR_MS) },
  { ...FIRE, hotspot_id: 'b1', acq_datetime: '1970-01-01T00:00:00Z' },
]

describe('a list of airports', () => {
  it('has each airport once, unknown values as unknown, and displayable names', () => {
    const { records } = readAirports(STATIONS)
    expect(records.map(({ icao_code }) => icao_code)).toEqual(['ZBAA', 'ZSSS', 'ZSPD', 'RCTP', 'K1V4'])
    expect(records.map(({ altitude }) => altitude)).toEqual([35.3, 35.3, 4, null, 35.3])
    expect(records[0]).toMatchObject({ name: '北京/首都', latitude: 40.0801 })
    expect(records[2]).toMatchObject({ longitude: 121.805, latitude: 31.143 })
    expect(records[4]?.name).toBe(`St Johnsbury ${'x'.repeat(187)}`)
  })
})

describe('a response of the upstream', () => {
  const clean = (endpoint: 'airports' | 'firesInBox', data: object) => {
    const skipped: SkippedRows[] = []
    const body = { code: 0, message: 'ok', data }
    return { body, cleaned: withCleanList(endpoint, body, NOW_MS, (rows) => skipped.push(rows)), skipped }
  }

  it('counts the rows that it announces and does not have', () => {
    expect(clean('firesInBox', { count: '12', items: [FIRE] }).skipped).toMatchObject([{ rows: 11 }])
    expect(clean('firesInBox', { count: 1, items: [FIRE] }).skipped).toEqual([])
    expect(clean('firesInBox', { items: [FIRE] }).skipped).toEqual([])
  })

  it('loses the rows that can not be read, which are counted and named', () => {
    const { cleaned, skipped } = clean('airports', { count: STATIONS.length, stations: STATIONS })
    expect(cleaned).toMatchObject({ code: 0, data: { count: 5 } })
    expect(skipped).toMatchObject([{ endpoint: 'airports', rows: 9 }])
    expect(skipped[0]?.named.slice(0, 3)).toEqual([
      '"ZBAA": latitude, longitude: 0/0 means an unknown position',
      '"ZBAA": icao_code: repeated',
      expect.stringMatching(/^"ZGGG": latitude: /),
    ])
    expect(Math.max(...skipped[0]!.named.map((words) => words.length))).toBeLessThan(200)
  })

  it('has no fire in the future, without a position or a time', () => {
    const { cleaned, skipped } = clean('firesInBox', { count: FIRES.length, items: FIRES })
    const { items } = (cleaned as { data: { items: { hotspot_id: string }[] } }).data
    expect(items.map(({ hotspot_id }) => hotspot_id)).toEqual(['a1', '123456789012345680000', 'a4', 'a5'])
    expect(skipped).toMatchObject([{ endpoint: 'firesInBox', rows: 4 }])
    expect(readHotspots(FIRES, NOW_MS).records.every(({ latitude }) => typeof latitude === 'number')).toBe(true)
  })

  it.each(['2026/07/01 08:00', '20260701080000', 1_782_892_800, '1782892800000'])(
    'has a fire of the time %j',
    (acq_datetime) => {
      const fire = { hotspot_id: 'a1', latitude: 30, longitude: 110, acq_datetime }
      const { records } = readHotspots([fire], Date.parse('2026-07-01T09:00:00Z'))
      expect(records).toMatchObject([{ acq_datetime: '2026-07-01T08:00:00Z' }])
    },
  )

  it('keeps a fire whose id is a number of any length, as the server parses it', () => {
    const items = ['123456789012345678', '123456789012345678901'].map((id) => ({ ...FIRE, hotspot_id: BigInt(id) }))
    const parsed = parseJsonExact(stringifyJsonExact({ items: [FIRE, ...items] })) as object
    expect(clean('firesInBox', parsed)).toMatchObject({
      cleaned: {
        data: { items: ['a1', '123456789012345678', '123456789012345678901'].map((hotspot_id) => ({ hotspot_id })) },
      },
      skipped: [],
    })
  })

  it('without readable entries does not become an empty one', () => {
    const { body, cleaned, skipped } = clean('firesInBox', { count: 1, items: [FIRES[6]] })
    expect(cleaned).toBe(body)
    expect(skipped).toMatchObject([{ rows: 1 }])
  })

  it('without any row stays as it is', () => {
    const { body, cleaned, skipped } = clean('airports', { count: 0, stations: [] })
    expect([cleaned, skipped]).toEqual([body, []])
  })
})
