import { expect, it } from 'vitest'
import { airportFromRecord } from '../../../../core/airports/airport.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { type SpeciPulse, withSpeciPulses } from './speci-pulses.tsx'

const NOW_MS = 1_000_000
const newest = { isSpeci: true, arrivedAtMs: NOW_MS - 1_000, obsTimeMs: 0 }

/** The rings that open where these airports have changed, and each has that report. */
function pulses(icaos: string[], report: Partial<Report> = newest, running: readonly SpeciPulse[] = []) {
  const reports = {
    airport: (icao: string) =>
      icao === 'gone' ? undefined : airportFromRecord({ icao_code: icao, latitude: 31, longitude: 121 }),
    latest: () => report as Report,
  }
  return withSpeciPulses(running, icaos, reports, NOW_MS)
}

it('opens a ring for a special report of the last minute', () => {
  expect(pulses(['ZSPD', 'gone'])).toEqual([{ icao: 'ZSPD', lat: 31, lon: 121, obsTimeMs: 0 }])
  expect(pulses(['ZSPD'], { ...newest, arrivedAtMs: NOW_MS - 60_000 })).toEqual([])
  expect(pulses(['ZSPD'], { ...newest, arrivedAtMs: null })).toEqual([])
  expect(pulses(['ZSPD'], { ...newest, isSpeci: false })).toEqual([])
})

it('opens a limited number at once, for any number of airports', () => {
  const many = Array.from({ length: 500 }, (_, i) => `Z${i}`)
  const running = pulses(many.slice(0, 10))
  expect(running).toHaveLength(10)
  const full = pulses(many.slice(10), newest, running)
  expect(full).toHaveLength(12)
  expect(full.slice(0, 10)).toEqual(running)
  expect(pulses(['ZSPD'], newest, full)).toBe(full)
})
