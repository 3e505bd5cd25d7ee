import { expect, it } from 'vitest'
import { distanceKm } from '../../../core/geo/geo.ts'
import { loadSimAirports } from '../metar/sim-airports.ts'
import { createStormField } from '../storms/storms.ts'
import { createStrikeMaker } from '../storms/strikes.ts'
import { CROSSING } from './scripted-crossing.ts'

const START = Date.UTC(2026, 6, 1, 8)
const MINUTE_MS = 60_000
const storms = createStormField({ seed: 1, scenario: 'crossing', startedAtMs: START, recordsPerSecond: 60 })
const line = (ms: number) => storms.cellsAt(ms).filter((cell) => cell.id.startsWith('crossing-'))
const middleKm = (ms: number) => distanceKm(CROSSING, line(ms)[3]!)

it('passes Shanghai Pudong ten minutes after the start, and every hour after that', () => {
  expect(middleKm(START + CROSSING.passesAfterMs)).toBeLessThan(0.1)
  expect(middleKm(START + CROSSING.passesAfterMs + 5 * CROSSING.everyMs)).toBeLessThan(0.1)
})

it('starts 15 km away and goes as far within 20 minutes', () => {
  expect(middleKm(START)).toBeCloseTo(15, 1)
  expect(middleKm(START + 20 * MINUTE_MS)).toBeCloseTo(15, 1)
  expect(line(START)[3]!.lon).toBeLessThan(CROSSING.lon)
  expect(line(START + 20 * MINUTE_MS)[3]!.lon).toBeGreaterThan(CROSSING.lon)
})

it('is strongest over the airport', () => {
  const rate = (ms: number) => line(ms).reduce((sum, cell) => sum + cell.strokesPerSecond, 0)
  expect(rate(START + CROSSING.passesAfterMs)).toBeCloseTo(CROSSING.peakStrokesPerSecond, 5)
  expect(rate(START)).toBeLessThan(CROSSING.peakStrokesPerSecond)
  expect(rate(START + 40 * MINUTE_MS)).toBeCloseTo(0, 5) // between two crossings
})

it('strikes within 5 km of the airport while it passes, and hardly after it left', () => {
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  const nearIn = (fromMs: number, minutes: number, withinKm: number) => {
    let near = 0
    for (let second = fromMs / 1_000; second < fromMs / 1_000 + minutes * 60; second++) {
      for (const { record } of maker.storedIn(second)) if (distanceKm(CROSSING, record) < withinKm) near++
    }
    return near
  }
  expect(nearIn(START + 8 * MINUTE_MS, 4, 5)).toBeGreaterThan(100)
  expect(nearIn(START + 28 * MINUTE_MS, 4, 5)).toBeLessThan(10)
})

it('is at the position of the airport', () => {
  const airport = loadSimAirports().find((one) => one.icao_code === CROSSING.icao)!
  expect(distanceKm(CROSSING, { lat: airport.latitude, lon: airport.longitude })).toBeLessThan(0.1)
})
