import { expect, it } from 'vitest'
import { airportFromRecord } from '../../../../core/airports/airport.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { withNewSpeci } from './speci-pulses.tsx'

const NOW_MS = 1_000_000
const newest = { isSpeci: true, arrivedAtMs: NOW_MS - 1_000 }

/** The airports with a ring where these have changed, and each has that report. */
function ringed(icaos: string[], report: Partial<Report> = newest): string[] {
  const reports = {
    airport: (icao: string) =>
      icao === 'gone' ? undefined : airportFromRecord({ icao_code: icao, latitude: 31, longitude: 121 }),
    latest: () => report as Report,
  }
  return withNewSpeci(icaos, reports, NOW_MS).map(({ icao }) => icao)
}

it('opens a ring for a special report of the last minute', () => {
  expect(ringed(['ZSPD', 'gone'])).toEqual(['ZSPD'])
  expect(ringed(['ZSPD'], { ...newest, arrivedAtMs: NOW_MS - 60_000 })).toEqual([])
  expect(ringed(['ZSPD'], { ...newest, arrivedAtMs: null })).toEqual([])
  expect(ringed(['ZSPD'], { ...newest, isSpeci: false })).toEqual([])
})
