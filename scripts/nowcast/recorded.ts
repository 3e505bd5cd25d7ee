import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Box } from '../../src/core/geo/geo.ts'

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
  file: URL
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

/** The storms that the nowcast is judged on: nothing is fitted on them. */
export const JUDGED: readonly RecordedStorm[] = [
  storm(
    'Lapland, night',
    NORWAY,
    { south: 66.5, west: 25, north: 69, east: 30 },
    '2022-07-03T00:15',
    '2022-07-03T03:00',
  ),
  storm('Vermont, 8 August', VERMONT, VERMONT_BOX, '2026-08-08T18:30', '2026-08-08T23:00'),
  storm('Vermont, 12 August', VERMONT, VERMONT_BOX, '2026-08-12T20:30', '2026-08-13T00:30'),
]
