import { expect, it } from 'vitest'
import { readStrikes } from './lightning.ts'
import { observationSchema, readAirports, readHotspots } from './standard.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const TIME = BigInt(NOW_MS) * 1_000_000n

/** The longitudes that a list of each kind has for these, and the number of its unreadable records. */
const READERS: [string, (longitudes: unknown[]) => [unknown[], number]][] = [
  [
    'strikes',
    (longitudes) => {
      const { records, dropped } = readStrikes(
        longitudes.map((lon) => ({ time: TIME, lat: 30, lon })),
        NOW_MS,
      )
      return [records.map(({ lon }) => lon), dropped]
    },
  ],
  [
    'hotspots',
    (longitudes) => {
      const acq_datetime = '2026-07-01T07:00:00Z'
      const rows = longitudes.map((longitude) => ({
        hotspot_id: `${longitude}`,
        latitude: 30,
        longitude,
        acq_datetime,
      }))
      const { records, dropped } = readHotspots(rows, NOW_MS)
      return [records.map(({ longitude }) => longitude), dropped]
    },
  ],
  [
    'airports',
    (longitudes) => {
      const rows = longitudes.map((longitude, i) => ({ icao_code: `ZZ${i}A`, latitude: 30, longitude }))
      const { records, dropped } = readAirports(rows)
      return [records.map(({ longitude }) => longitude), dropped]
    },
  ],
]

it.each(READERS)('reads longitudes of 0 to 360° as those of -180 to 180°: %s', (_, read) => {
  expect(read([-180, 116.5, 180, 180.5, '240.125', 359.875])).toEqual([[-180, 116.5, 180, -179.5, -119.875, -0.125], 0])
})

it.each(READERS)('reads no other longitude, and counts the records: %s', (_, read) => {
  expect(read([360.1, 999, 9999, -999, -180.1, null, 'E120'])).toEqual([[], 7])
})

it('reads no 0/0 that is written as 0/360', () => {
  expect(readStrikes([{ time: TIME, lat: 0, lon: 360 }], NOW_MS)).toMatchObject({ records: [], dropped: 1 })
})

it('reads the longitude of an observing station in the same way', () => {
  const longitudeOf = (longitude: unknown) =>
    observationSchema.parse({ meta: { longitude, latitude: 30 }, records: {} }).meta.longitude
  expect([116.5, '116.5', 240.5, '240.5', 9999, null, 'x'].map(longitudeOf)).toEqual([
    116.5,
    116.5,
    -119.5,
    -119.5,
    null,
    null,
    null,
  ])
})
