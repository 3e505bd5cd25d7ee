import { describe, expect, it } from 'vitest'
import { AGE_BANDS, bandAt, bandsOf, OPACITY_LAST, opacityAt, rgbOf } from './age-ramp.ts'

const MIN = 60_000

describe('age ramp', () => {
  it('gives an age the same colour in every window', () => {
    for (const windowMin of [5, 10, 15, 30, 60, 120]) {
      for (const band of bandsOf(windowMin * MIN)) {
        expect(bandAt(band.untilMs - 1).dark).toBe(band.dark)
      }
    }
  })

  it('ends with the window', () => {
    expect(bandsOf(5 * MIN).map((band) => band.untilMs)).toEqual([10_000, MIN, 5 * MIN])
    expect(bandsOf(10 * MIN).map((band) => band.untilMs)).toEqual([10_000, MIN, 5 * MIN, 10 * MIN])
    expect(bandsOf(120 * MIN).at(-1)!.untilMs).toBe(120 * MIN)
  })

  it('falls in lightness, so that its order is read without seeing the hues', () => {
    const lightness = (hex: string) => {
      const [r, g, b] = rgbOf(hex)
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    for (const key of ['dark', 'light'] as const) {
      const values = AGE_BANDS.map((band) => lightness(band[key]))
      expect(values).toEqual(values.toSorted((a, b) => b - a))
    }
  })

  it('fades evenly to the end of the window and is nothing after it', () => {
    expect(opacityAt(0, 30 * MIN)).toBe(1)
    expect(opacityAt(30 * MIN, 30 * MIN)).toBeCloseTo(OPACITY_LAST)
    expect(opacityAt(30 * MIN + 1, 30 * MIN)).toBe(0)
  })

  it('takes an age below zero as zero', () => {
    expect(bandAt(-5_000)).toBe(AGE_BANDS[0])
    expect(opacityAt(-5_000, 5 * MIN)).toBe(1)
  })
})
