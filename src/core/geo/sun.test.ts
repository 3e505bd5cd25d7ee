import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../time/durations.ts'
import { darkSpan, nightSpans, subsolarPoint, sunAltitudeDeg } from './sun.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

const at = (text: string) => subsolarPoint(Date.parse(text))

it('is overhead at the equator at the equinox and at the tropics at the solstices', () => {
  expect(at('2026-03-20T14:46:00Z').lat).toBeCloseTo(0, 1)
  expect(at('2026-06-21T08:25:00Z').lat).toBeCloseTo(23.44, 1)
  expect(at('2026-12-21T20:50:00Z').lat).toBeCloseTo(-23.44, 1)
})

it.each([
  ['2026-11-03T12:00:00Z', -16.4], // minutes by which sundials lead clocks: the sun has passed Greenwich
  ['2026-02-11T12:00:00Z', 14.2],
  ['2026-04-15T12:00:00Z', 0],
])('matches the equation of time at noon of %s', (noon, minutes) => {
  expect(at(noon).lon).toBeCloseTo(minutes / 4, 0)
})

it('matches sunset over Beijing', () => {
  // 2026-06-21, 39.90 N 116.39 E: the sun sets at 19:46 local time, half a disc and refraction below the horizon.
  expect(sunAltitudeDeg({ lat: 39.9, lon: 116.39 }, at('2026-06-21T11:46:00Z'))).toBeCloseTo(-0.83, 0)
})

it('finds the dark part of every meridian: inside it is darker, outside lighter', () => {
  const lat = fc.double({ min: -23.4, max: 23.4, noNaN: true })
  const lon = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(lat, lon, lon, fc.constantFrom(-0.833, -6, -12, -18), (sunLat, sunLon, meridian, altitude) => {
      const sun = { lat: sunLat, lon: sunLon }
      const span = darkSpan(meridian, sun, altitude)
      for (let each = -89; each <= 89; each += 2) {
        const above = sunAltitudeDeg({ lat: each, lon: meridian }, sun) - altitude
        if (Math.abs(above) < 0.01) continue
        const inside = span !== null && each > span[0] && each < span[1]
        expect(inside).toBe(above < 0)
      }
    }),
  )
})

it('matches the nights of Beijing around the solstice, to the minute', () => {
  // Sunset 19:46 and sunrise 04:46 local time.
  const days = { fromMs: Date.parse('2026-06-21T00:00:00Z'), toMs: Date.parse('2026-06-22T00:00:00Z') }
  const [night, ...others] = nightSpans({ lat: 39.9, lon: 116.39 }, days)
  expect(others).toEqual([])
  expect(Math.abs(night!.fromMs - Date.parse('2026-06-21T11:46:00Z'))).toBeLessThan(2 * MINUTE_MS)
  expect(Math.abs(night!.toMs - Date.parse('2026-06-21T20:46:00Z'))).toBeLessThan(2 * MINUTE_MS)
})

it('has polar nights, and polar days', () => {
  const days = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })
  const winter = days('2026-12-20', '2026-12-23')
  expect(nightSpans({ lat: 78.2, lon: 15.6 }, winter)).toEqual([winter])
  expect(nightSpans({ lat: 78.2, lon: 15.6 }, days('2026-06-20', '2026-06-23'))).toEqual([])
})
