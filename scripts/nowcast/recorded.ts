import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Box, type LatLon, RAD } from '../../src/core/geo/geo.ts'

export interface RecordedStrike {
  timeMs: number
  lat: number
  lon: number
}

/** The strikes of a file of lines `time_unix_ns,lat,lon[,…]`, gzipped or not, in order of time. */
export function readRecorded(path: string | URL): RecordedStrike[] {
  const bytes = readFileSync(path)
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [time, lat, lon] = line.split(',')
      return { timeMs: Number(time) / 1e6, lat: Number(lat), lon: Number(lon) }
    })
}

export const NORWAY = new URL('../../data/lightning/norway-2022-07-03.csv.gz', import.meta.url)
export const VERMONT = new URL('../../data/lightning/vermont-goes19-2026.csv.gz', import.meta.url)
const VERMONT_BOX: Box = { south: 43.3, west: -75.7, north: 45, east: -71.6 }

/** A box and a period of recorded strikes. */
export interface RecordedStorm {
  name: string
  file: string | URL
  box: Box
  fromMs: number
  toMs: number
}

const storm = (name: string, file: URL, box: Box, from: string, to: string): RecordedStorm => ({
  name,
  file,
  box,
  fromMs: Date.parse(`${from}Z`),
  toMs: Date.parse(`${to}Z`),
})

/** The storms of the repository that the shipped model is judged on: it is not fitted on them. */
export const JUDGED: readonly RecordedStorm[] = [
  storm('Vermont, 21 July', VERMONT, VERMONT_BOX, '2026-07-21T19:30', '2026-07-22T02:00'),
  storm('Vermont, 8 August', VERMONT, VERMONT_BOX, '2026-08-08T18:30', '2026-08-08T23:00'),
  storm('Vermont, 12 August', VERMONT, VERMONT_BOX, '2026-08-12T20:30', '2026-08-13T00:30'),
  storm('Vermont, morning of 13 August', VERMONT, VERMONT_BOX, '2026-08-13T03:00', '2026-08-13T08:00'),
]

/** All recorded storms of the repository. */
export const RECORDED: readonly RecordedStorm[] = [
  storm('South Norway', NORWAY, { south: 57, west: 5, north: 63.5, east: 14 }, '2022-07-03T06:00', '2022-07-03T17:00'),
  storm('Sweden', NORWAY, { south: 63.5, west: 12, north: 67, east: 31 }, '2022-07-03T06:00', '2022-07-03T17:00'),
  storm(
    'The north, by day',
    NORWAY,
    { south: 67, west: 14, north: 71, east: 32 },
    '2022-07-03T05:30',
    '2022-07-03T17:00',
  ),
  storm(
    'Lapland, night',
    NORWAY,
    { south: 66.5, west: 25, north: 69, east: 30 },
    '2022-07-03T00:15',
    '2022-07-03T03:00',
  ),
  ...JUDGED,
]

/** The index of the first strike at or after a moment, of strikes in order of time. */
export function firstAtOrAfter(strikes: readonly RecordedStrike[], timeMs: number): number {
  let from = 0
  let to = strikes.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (strikes[middle]!.timeMs < timeMs) from = middle + 1
    else to = middle
  }
  return from
}

const GRID_DEG = 0.15

/** The places of a box, on a grid from its south-western corner on. */
export function gridOf({ south, west, north, east }: Box): LatLon[] {
  const places: LatLon[] = []
  for (let row = 0; south + row * GRID_DEG <= north + 1e-9; row++) {
    const lat = south + row * GRID_DEG
    const step = GRID_DEG / Math.cos(lat * RAD)
    for (let column = 0; west + column * step <= east + 1e-9; column++) places.push({ lat, lon: west + column * step })
  }
  return places
}
