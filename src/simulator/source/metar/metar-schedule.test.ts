import { describe, expect, it } from 'vitest'
import { createFields } from '../fields/fields.ts'
import { alertsOf, specialIsDue } from './metar-schedule.ts'

const fields = createFields({ seed: 1, airports: [], storms: { cellsAt: () => [] } })
const fine = {
  ...fields.at(fields.place(40, 116), Date.UTC(2026, 9, 10, 4)),
  visibilityM: 20_000,
  windSpeedMps: 3,
  gustMps: 4,
  precipitationMmPerHour: 0,
  layers: [],
}
const calm = alertsOf(fine, Number.POSITIVE_INFINITY)

describe('special reports', () => {
  it.each([
    ['thunder within 8 km', fine, 7.9],
    ['heavy rain', { ...fine, precipitationMmPerHour: 12 }, 99],
    ['visibility below 5,000 m', { ...fine, visibilityM: 4_900 }, 99],
    ['a ceiling below 450 m', { ...fine, layers: [{ amount: 0.8, baseM: 400, kind: 'stratus' as const }] }, 99],
    ['strong wind', { ...fine, windSpeedMps: 12, gustMps: 13 }, 99],
    ['strong gusts', { ...fine, windSpeedMps: 9, gustMps: 16 }, 99],
  ])('are due at once for %s, and again ten minutes after its end', (_what, bad, thunderKm) => {
    const alert = alertsOf(bad, thunderKm)
    expect(specialIsDue(alert, calm, calm)).toBe(true)
    expect(specialIsDue(alert, alert, calm)).toBe(false)
    expect(specialIsDue(calm, alert, alert)).toBe(false)
    expect(specialIsDue(calm, calm, alert)).toBe(true)
    expect(specialIsDue(calm, calm, calm)).toBe(false)
  })

  it('are due for each step that visibility falls through', () => {
    const alerts = [4_000, 2_000, 1_000, 500].map((visibilityM) => alertsOf({ ...fine, visibilityM }, 99))
    for (let i = 1; i < alerts.length; i++) expect(specialIsDue(alerts[i]!, alerts[i - 1]!, alerts[i - 1]!)).toBe(true)
  })

  it('are not due for scattered cloud, however low, nor for thunder in the vicinity', () => {
    expect(alertsOf({ ...fine, layers: [{ amount: 0.4, baseM: 100, kind: 'stratus' }] }, 12)).toBe(calm)
  })
})
