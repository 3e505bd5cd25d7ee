import { expect, it } from 'vitest'
import AIRPORTS from '../../../../data/airports-cn.json' with { type: 'json' }
import { areaKm2 } from '../../../core/accumulations/cell-sums.ts'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import type { Report } from '../../../core/metar/report.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { densestCell, lastStruck, strokesOf, strongWinds } from './day-facts.ts'

it('counts the strokes of a density exactly, and finds the cell with the most', () => {
  const density = (south: number, strokes: number) =>
    Number((strokes / areaKm2(south, south + 0.5, 0.5)).toPrecision(4))
  const sums = {
    cellDeg: 0.5,
    cells: [
      [31, 121, density(31, 7)],
      [23, 113, density(23, 1_234)],
    ] as [number, number, number][],
  }
  expect(strokesOf(sums)).toBe(1_241)
  expect(densestCell(sums)).toEqual({ lat: 23.25, lon: 113.25 })
  expect(densestCell({ cellDeg: 0.5, cells: [] })).toBeNull()
})

it('finds the latest minute with lightning', () => {
  const steps = { fromMs: 0, stepMs: MINUTE_MS }
  expect(lastStruck({ ...steps, counts: [0, 3, 0, 1, 0] })).toEqual({ fromMs: 3 * MINUTE_MS, toMs: 4 * MINUTE_MS })
  expect(lastStruck({ ...steps, counts: [0, 0] })).toBeNull()
})

it('lists strong wind by gust, strongest first, of reports that are not outdated', () => {
  const nowMs = 10 * HOUR_MS
  const airports = AIRPORTS.slice(0, 5).map((record) => airportFromRecord(record as never))
  const report = (windSpeedMps: number, windGustMps: number | null, ageMs = HOUR_MS) =>
    ({ windSpeedMps, windGustMps, obsTimeMs: nowMs - ageMs }) as Report
  const reports = [report(11, null), report(9, 17), report(20, 30, 3 * HOUR_MS), report(10, null), undefined]
  const latest = (icao: string) => reports[airports.findIndex((airport) => airport.icao === icao)]
  const winds = strongWinds(airports, latest, nowMs, 2)
  expect(winds.map(({ airport, speedMps, isGust }) => [airport.icao, speedMps, isGust])).toEqual([
    [airports[1]!.icao, 17, true],
    [airports[0]!.icao, 11, false],
  ])
})
