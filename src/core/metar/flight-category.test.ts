import { describe, expect, it } from 'vitest'
import { CATEGORY_PRESETS, type CategoryInput, flightCategory } from './flight-category.ts'

const clear: CategoryInput = { visibilityM: 10_000, visibilityMinM: null, ceilingFt: null, ceilingKnown: true }
const icao = (input: Partial<CategoryInput>) => flightCategory({ ...clear, ...input }, CATEGORY_PRESETS.icao)
const us = (input: Partial<CategoryInput>) => flightCategory({ ...clear, ...input }, CATEGORY_PRESETS.us)

describe('the ICAO metric preset', () => {
  it('steps at 5000, 1500 and 800 m of visibility', () => {
    expect([5000, 4999, 1500, 1499, 800, 799, 0].map((visibilityM) => icao({ visibilityM }))).toEqual([
      'vfr',
      'mvfr',
      'mvfr',
      'ifr',
      'ifr',
      'lifr',
      'lifr',
    ])
  })

  it('steps at 450, 150 and 60 m of ceiling', () => {
    expect([1500, 1400, 500, 400, 200, 100, 0].map((ceilingFt) => icao({ ceilingFt }))).toEqual([
      'vfr',
      'mvfr',
      'mvfr',
      'ifr',
      'ifr',
      'lifr',
      'lifr',
    ])
  })

  it('takes the worse of the two', () => {
    expect(icao({ visibilityM: 10_000, ceilingFt: 300 })).toBe('ifr')
    expect(icao({ visibilityM: 700, ceilingFt: 5000 })).toBe('lifr')
  })
})

describe('the US preset', () => {
  it('is VFR only above 5 miles and 3000 ft', () => {
    expect([10_000, 9656, 8047, 8000].map((visibilityM) => us({ visibilityM }))).toEqual(['vfr', 'vfr', 'vfr', 'mvfr'])
    expect([3100, 3000, 1000, 900, 500, 400].map((ceilingFt) => us({ ceilingFt }))).toEqual([
      'vfr',
      'mvfr',
      'mvfr',
      'ifr',
      'ifr',
      'lifr',
    ])
  })

  it('treats a report in metres as the equivalent one in miles', () => {
    expect([4828, 4800, 1609, 1600, 1500].map((visibilityM) => us({ visibilityM }))).toEqual([
      'mvfr',
      'mvfr',
      'ifr',
      'ifr',
      'lifr',
    ])
  })
})

it('uses the lowest visibility if reported beside the prevailing one', () => {
  expect(icao({ visibilityMinM: 700 })).toBe('lifr')
  expect(icao({ visibilityMinM: 6000 })).toBe('vfr')
  expect(us({ visibilityMinM: 6000 })).toBe('mvfr')
})

describe('a report with a part missing', () => {
  it('has no category if only good values are reported', () => {
    expect(icao({ visibilityM: null })).toBe('unknown')
    expect(icao({ ceilingKnown: false })).toBe('unknown')
    expect(icao({ visibilityM: null, ceilingFt: 3000 })).toBe('unknown')
    expect(icao({ ceilingFt: 3000, ceilingKnown: false })).toBe('unknown')
    expect(icao({ visibilityM: null, visibilityMinM: 6000 })).toBe('unknown')
    expect(icao({ visibilityM: null, ceilingKnown: false })).toBe('unknown')
  })

  it('has at least the category of reported values: missing ones could not raise it', () => {
    expect(icao({ visibilityM: 3000, ceilingKnown: false })).toBe('mvfr')
    expect(icao({ visibilityM: 1000, ceilingKnown: false })).toBe('ifr')
    expect(icao({ visibilityM: null, visibilityMinM: 1000, ceilingKnown: false })).toBe('ifr')
    expect(icao({ visibilityM: null, ceilingFt: 300 })).toBe('ifr')
    expect(icao({ ceilingFt: 300, ceilingKnown: false })).toBe('ifr') // at most
    expect(icao({ visibilityM: 200, ceilingKnown: false })).toBe('lifr')
    expect(icao({ visibilityM: null, ceilingFt: 100 })).toBe('lifr')
  })
})
