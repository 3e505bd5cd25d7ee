import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm } from './geo.ts'
import { FIXED_WORLD, fixedX, fixedY, latOfFixed, lonOfFixed } from './mercator-fixed.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

describe('fixed-point Mercator', () => {
  it('stores any place of the projection within a centimetre', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, lon) => {
          const back = { lat: latOfFixed(fixedY(lat)), lon: lonOfFixed(fixedX(lon)) }
          expect(distanceKm({ lat, lon }, back) * 1_000).toBeLessThan(0.02)
        },
      ),
    )
  })

  it('is right to a metre where float32 is off by metres', () => {
    const lon = 121.805
    const x = fixedX(lon)
    const metrePerUnit = 40_075_017 / FIXED_WORLD
    const float32Error = Math.abs(Math.fround(x / FIXED_WORLD) - (lon + 180) / 360) * 40_075_017
    const fixedError = Math.abs(x - ((lon + 180) / 360) * FIXED_WORLD) * metrePerUnit
    expect(fixedError).toBeLessThan(0.01)
    expect(float32Error).toBeGreaterThan(fixedError)
  })

  it('has the same x on both sides of the antimeridian, and differences that wrap around it', () => {
    expect(fixedX(180)).toBe(fixedX(-180))
    const degree = FIXED_WORLD / 360
    expect(((fixedX(-179.5) - fixedX(179.5)) | 0) / degree).toBeCloseTo(1, 6)
    expect(((fixedX(179.5) - fixedX(-179.5)) | 0) / degree).toBeCloseTo(-1, 6)
  })

  it('draws positions beyond the projection at its edge', () => {
    expect(fixedY(90)).toBe(fixedY(85.06))
    expect(fixedY(-90)).toBe(FIXED_WORLD - 1)
  })
})
