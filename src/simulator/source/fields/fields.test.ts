import { describe, expect, it } from 'vitest'
import { loadSimAirports } from '../metar/sim-airports.ts'
import type { StormCell, StormField } from '../storms/storm-field.ts'
import { createFields } from './fields.ts'

const HOUR_MS = 3_600_000
const NOON_IN_CHINA = Date.UTC(2026, 6, 21, 4)
const airports = loadSimAirports()
const noStorms: StormField = { cellsAt: () => [] }

function fieldsOf(storms = noStorms, seed = 1) {
  return createFields({ seed, airports, storms })
}

function cellAt(lat: number, lon: number): StormCell {
  return {
    id: 'a',
    lat,
    lon,
    sigmaKm: 3,
    intensity: 0.9,
    headingDeg: 90,
    speedKmh: 40,
    strokesPerSecond: 0.3,
  }
}

describe('fields', () => {
  it('give the same weather for the same seed, position and moment, independent of earlier requests', () => {
    const one = fieldsOf()
    const two = fieldsOf()
    for (let i = 0; i < 40; i++) two.at(two.place(20 + i / 3, 100 + i / 2), NOON_IN_CHINA - i * HOUR_MS)
    expect(two.at(two.place(31.2, 121.4), NOON_IN_CHINA)).toEqual(one.at(one.place(31.2, 121.4), NOON_IN_CHINA))
    const other = fieldsOf(noStorms, 2)
    expect(other.at(other.place(31.2, 121.4), NOON_IN_CHINA)).not.toEqual(one.at(one.place(31.2, 121.4), NOON_IN_CHINA))
  })

  it('are smooth in space and in time', () => {
    const fields = fieldsOf()
    for (let i = 0; i < 200; i++) {
      const lat = 18 + (i % 20) * 1.7
      const lon = 75 + Math.floor(i / 20) * 6.1
      const ms = NOON_IN_CHINA + i * 5 * HOUR_MS
      const here = fields.at(fields.place(lat, lon), ms)
      const beside = fields.at(fields.place(lat, lon + 0.01), ms)
      const later = fields.at(fields.place(lat, lon), ms + 60_000)
      for (const near of [beside, later]) {
        expect(Math.abs(near.temperatureC - here.temperatureC)).toBeLessThan(0.7)
        expect(Math.abs(near.seaLevelPressureHpa - here.seaLevelPressureHpa)).toBeLessThan(0.3)
        expect(Math.abs(near.windSpeedMps - here.windSpeedMps)).toBeLessThan(0.5)
      }
    }
  })

  it('stay within physical limits, everywhere and all year', () => {
    const fields = fieldsOf()
    for (let i = 0; i < 3_000; i++) {
      const lat = -85 + ((i * 7.31) % 170)
      const lon = -180 + ((i * 13.77) % 360)
      const weather = fields.at(fields.place(lat, lon), Date.UTC(2026, 0, 1) + i * 3.1 * HOUR_MS)
      expect(weather.temperatureC).toBeGreaterThan(-80)
      expect(weather.temperatureC).toBeLessThan(52)
      expect(weather.dewPointC).toBeLessThanOrEqual(weather.temperatureC)
      expect(weather.humidityPercent).toBeGreaterThanOrEqual(3)
      expect(weather.humidityPercent).toBeLessThanOrEqual(100)
      expect(weather.seaLevelPressureHpa).toBeGreaterThan(940)
      expect(weather.seaLevelPressureHpa).toBeLessThan(1_065)
      expect(weather.stationPressureHpa).toBeLessThanOrEqual(weather.seaLevelPressureHpa)
      expect(weather.windSpeedMps).toBeLessThan(40)
      expect(weather.gustMps).toBeGreaterThanOrEqual(weather.windSpeedMps)
      expect(weather.visibilityM).toBeGreaterThanOrEqual(50)
      expect(weather.cloudCover).toBeGreaterThanOrEqual(0)
      expect(weather.cloudCover).toBeLessThanOrEqual(1)
    }
  })

  it('know the height of an airport, and of the sea', () => {
    const fields = fieldsOf()
    const daocheng = airports.find((airport) => airport.icao_code === 'ZUDC')!
    expect(fields.place(daocheng.latitude, daocheng.longitude).heightM).toBeCloseTo(daocheng.altitude!, -1)
    expect(fields.place(22, 150).heightM).toBe(0)
  })

  it('make afternoons warmer than early mornings, summers than winters, valleys than plateaus', () => {
    const fields = fieldsOf()
    const mean = (lat: number, lon: number, month: number, hourUtc: number) => {
      const place = fields.place(lat, lon)
      let sum = 0
      for (let day = 1; day <= 28; day++) sum += fields.at(place, Date.UTC(2026, month, day, hourUtc)).temperatureC / 28
      return sum
    }
    expect(mean(34.3, 108.9, 6, 7)).toBeGreaterThan(mean(34.3, 108.9, 6, 21) + 4)
    expect(mean(45.6, 126.3, 6, 7)).toBeGreaterThan(mean(45.6, 126.3, 0, 7) + 25)
    expect(mean(29.5, 106.5, 3, 7)).toBeGreaterThan(mean(31, 91, 3, 7) + 8)
  })

  it('have the mild winters and cool summers of the north of Europe', () => {
    const fields = fieldsOf()
    const mean = (lat: number, lon: number, month: number) => {
      const place = fields.place(lat, lon)
      const noons = Array.from({ length: 28 }, (_, day) => fields.at(place, Date.UTC(2026, month, day + 1, 12)))
      return noons.reduce((sum, { temperatureC }) => sum + temperatureC / 28, 0)
    }
    const andoya = [69.3, 16.1] as const
    const oslo = [60.2, 11.1] as const
    expect(mean(...andoya, 6)).toBeGreaterThan(5)
    expect(mean(...andoya, 0)).toBeGreaterThan(-14)
    expect(mean(...oslo, 6)).toBeGreaterThan(14)
    expect(mean(...oslo, 6)).toBeLessThan(25)
    expect(mean(...oslo, 0)).toBeGreaterThan(-13)
  })

  it('rain more on the coast of the south-east than in the desert', () => {
    const fields = fieldsOf()
    const year = (lat: number, lon: number) => {
      let sum = 0
      for (let day = 0; day < 365; day += 5) {
        const from = Date.UTC(2026, 0, 1 + day)
        sum += fields.precipitationMm(fields.place(lat, lon), from, from + 24 * HOUR_MS)
      }
      return sum * 5
    }
    expect(year(25, 118)).toBeGreaterThan(500)
    expect(year(40, 84)).toBeLessThan(150)
  })

  it('bring rain, gusts, cool air, a pressure jump and poor visibility under a storm', () => {
    const lat = 31.14
    const lon = 121.8
    const calm = fieldsOf()
    const stormy = fieldsOf({ cellsAt: () => [cellAt(lat, lon)] })
    const before = calm.at(calm.place(lat, lon), NOON_IN_CHINA)
    const under = stormy.at(stormy.place(lat, lon), NOON_IN_CHINA)
    expect(under.precipitationMmPerHour).toBeGreaterThan(before.precipitationMmPerHour + 15)
    expect(under.gustMps - under.windSpeedMps).toBeGreaterThan(8)
    expect(under.temperatureC).toBeLessThan(before.temperatureC - 4)
    expect(under.seaLevelPressureHpa).toBeGreaterThan(before.seaLevelPressureHpa + 1.5)
    expect(under.visibilityM).toBeLessThan(3_000)
    expect(under.layers.some((layer) => layer.kind === 'cumulonimbus')).toBe(true)
    expect(under.thunderKm).toBe(0)
  })

  it('have rain behind a passed storm, decreasing until it ends after an hour', () => {
    const lat = 31.2
    const lon = 121.4
    const fields = fieldsOf({ cellsAt: (ms) => (ms < NOON_IN_CHINA ? [cellAt(lat, lon)] : []) })
    const place = fields.place(lat, lon)
    const dry = fieldsOf()
    const weatherAfter = (minutes: number) => {
      const ms = NOON_IN_CHINA + minutes * 60_000
      const { precipitationMmPerHour: rain, visibilityM } = fields.at(place, ms)
      return { rain: rain - dry.at(place, ms).precipitationMmPerHour, visibilityM }
    }
    const under = weatherAfter(-10)
    const wake = [10, 20, 30, 45].map(weatherAfter)
    expect(under.rain).toBeGreaterThan(20)
    expect(wake.map(({ rain }) => rain)).toEqual(wake.map(({ rain }) => rain).toSorted((a, b) => b - a))
    expect(wake[0]!.rain).toBeGreaterThan(2)
    expect(wake[0]!.rain).toBeLessThan(under.rain / 3)
    expect(wake[3]!.rain).toBeLessThan(wake[0]!.rain / 2)
    expect(wake[0]!.visibilityM).toBeGreaterThan(under.visibilityM)
    expect(weatherAfter(70).rain).toBe(0)
  })

  it('contain the distance of the nearest storm, if within reach', () => {
    const fields = fieldsOf({ cellsAt: () => [cellAt(31, 121), cellAt(31, 121.3)] })
    expect(fields.thunderKm(fields.place(31, 121.1), NOON_IN_CHINA)).toBeCloseTo(9.53 - 3, 1)
    expect(fields.thunderKm(fields.place(33, 121.1), NOON_IN_CHINA)).toBe(Number.POSITIVE_INFINITY)
    expect(fields.thunderKm(fields.place(31, -121.1), NOON_IN_CHINA)).toBe(Number.POSITIVE_INFINITY)
  })
})
