import { describe, expect, it } from 'vitest'
import { perceivedDifference, perceivedLightness, VISIONS } from '../../testing/colour-vision.ts'
import { ageBands, bandsOf, bandTicks, OPACITY_LAST, PALETTE_NAMES, rgbOf } from './age-ramp.ts'

const MIN = 60_000
/** The smallest CIEDE2000 difference that is seen at a glance; from about 2 on a difference is seen at all. */
const APART = 10
const OFF_THE_GROUND = 15
/** Land and sea of the embedded map. */
const GROUNDS = { dark: ['#18212b', '#0b1622'], light: ['#f5f3ee', '#dce5ea'] } as const
const RAMPS = PALETTE_NAMES.flatMap((palette) =>
  (['dark', 'light'] as const).map((theme) => ({
    palette,
    theme,
    colours: ageBands(palette, theme).map(({ colour }) => colour),
  })),
)

describe('the ages of strikes', () => {
  it('have the same colour in every window', () => {
    for (const windowMin of [5, 10, 15, 30, 60, 120]) {
      const all = ageBands('brontide', 'dark').map(({ colour }) => colour)
      const shown = bandsOf(windowMin * MIN, 'brontide', 'dark').map(({ colour }) => colour)
      expect(all.slice(0, shown.length)).toEqual(shown)
    }
  })

  it('end with the window', () => {
    const ends = (windowMs: number) => bandsOf(windowMs, 'classic', 'light').map(({ untilMs }) => untilMs)
    expect(ends(5 * MIN)).toEqual([10_000, MIN, 5 * MIN])
    expect(ends(10 * MIN)).toEqual([10_000, MIN, 5 * MIN, 10 * MIN])
    expect(ends(120 * MIN).at(-1)).toBe(120 * MIN)
  })

  it('has a unit once, at its beginning', () => {
    const texts = { seconds: (count: number) => `${count} s`, minutes: (count: number) => `${count} min` }
    const ticks = (windowMs: number) => bandTicks(bandsOf(windowMs, 'brontide', 'dark'), texts)
    expect(ticks(30 * MIN)).toEqual(['0', '10 s', '1 min', '5', '15', '30'])
    expect(ticks(5 * MIN)).toEqual(['0', '10 s', '1 min', '5'])
  })
})

describe.each(RAMPS)('the $palette palette on the $theme map', ({ theme, colours }) => {
  it.each(VISIONS)('makes neighbouring ages distinguishable for %s', (vision) => {
    for (let i = 1; i < colours.length; i++) {
      expect(
        perceivedDifference(colours[i - 1]!, colours[i]!, vision),
        `${colours[i - 1]} and ${colours[i]}`,
      ).toBeGreaterThan(APART)
    }
  })

  it.each(VISIONS)('contrasts with land and sea for %s', (vision) => {
    for (const ground of GROUNDS[theme]) {
      for (const colour of colours) {
        expect(perceivedDifference(colour, ground, vision), `${colour} on ${ground}`).toBeGreaterThan(OFF_THE_GROUND)
      }
      const oldest = mixed(colours.at(-1)!, ground, OPACITY_LAST)
      expect(perceivedDifference(oldest, ground, vision), `the oldest on ${ground}`).toBeGreaterThan(APART)
    }
  })

  it('falls in lightness, so that its order is read without seeing the hues', () => {
    const values = colours.map((colour) => perceivedLightness(colour, 'normal'))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })
})

describe('the distance of colours', () => {
  it('is 100 from black to white and zero for equal colours', () => {
    expect(perceivedDifference('#000000', '#ffffff', 'normal')).toBeCloseTo(100, 3)
    expect(perceivedDifference('#d65a28', '#d65a28', 'tritanopia')).toBe(0)
  })

  it('shrinks between red and green with a red-green deficiency', () => {
    const normal = perceivedDifference('#c83c28', '#5a8c28', 'normal')
    expect(perceivedDifference('#c83c28', '#5a8c28', 'deuteranopia')).toBeLessThan(normal / 2)
    expect(perceivedDifference('#c83c28', '#5a8c28', 'protanopia')).toBeLessThan(normal / 2)
    expect(perceivedDifference('#c83c28', '#5a8c28', 'tritanopia')).toBeGreaterThan(normal / 2)
  })
})

function mixed(top: string, below: string, opacity: number): string {
  const under = rgbOf(below)
  const parts = rgbOf(top).map((value, i) => Math.round(255 * (value * opacity + under[i]! * (1 - opacity))))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
