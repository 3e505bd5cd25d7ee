import { describe, expect, it } from 'vitest'
import { CLASSES_FROM } from '../../../core/accumulations/classes.ts'
import { ageBands, PALETTE_NAMES } from '../../../core/strikes/age-ramp.ts'
import { perceivedDifference, perceivedLightness, VISIONS } from '../../../testing/colour-vision.ts'
import { basemapColours } from '../../map/basemap/colours.ts'
import { classTicks, SUM_COLOURS, SUM_OPACITY } from './sums-scale.ts'

/** CIEDE2000: from about 2 on a difference is seen, neighbours of a scale beside its legend need some more. */
const NEIGHBOURS_APART = 3.5
const OFF_THE_GROUND = 7
/** Strikes have a rim, too. */
const STRIKES_APART = 4.5

const laid = (colour: string, ground: string, opacity: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [over, under] = [colour, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
        number,
        number,
      ]
      return Math.round(over * opacity + under * (1 - opacity))
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

it.each(['density', 'hours'] as const)('has a colour and a number for each class of %s', (kind) => {
  expect(SUM_COLOURS.dark).toHaveLength(CLASSES_FROM[kind].length + 1)
  expect(SUM_COLOURS.light).toHaveLength(CLASSES_FROM[kind].length + 1)
  expect(classTicks(kind)).toHaveLength(CLASSES_FROM[kind].length + 1)
})

const cases = (['dark', 'light'] as const).flatMap((theme) => VISIONS.map((vision) => ({ theme, vision })))

describe.each(cases)('the scale on the $theme map, as seen with $vision vision', ({ theme, vision }) => {
  const { land, sea } = basemapColours(theme)
  const grounds = [land, sea].map((ground) => ({
    ground,
    cells: SUM_COLOURS[theme].map((colour) => laid(colour, ground, SUM_OPACITY[theme])),
  }))

  it('increases in contrast class by class', () => {
    for (const { ground, cells } of grounds) {
      const lightness = [ground, ...cells].map((colour) => perceivedLightness(colour, vision))
      const sorted = lightness.toSorted((a, b) => (theme === 'dark' ? a - b : b - a))
      expect(lightness).toEqual(sorted)
    }
  })

  it('has distinguishable classes, and a visible lowest one', () => {
    for (const { ground, cells } of grounds) {
      expect(perceivedDifference(cells[0]!, ground, vision)).toBeGreaterThan(OFF_THE_GROUND)
      for (let i = 1; i < cells.length; i++) {
        expect(perceivedDifference(cells[i - 1]!, cells[i]!, vision), `class ${i}`).toBeGreaterThan(NEIGHBOURS_APART)
      }
    }
  })

  it('lets strikes of every age stand out', () => {
    const strikes = PALETTE_NAMES.flatMap((palette) => ageBands(palette, theme).map(({ colour }) => colour))
    for (const cell of grounds.flatMap(({ cells }) => cells)) {
      for (const strike of strikes)
        expect(perceivedDifference(strike, cell, vision), strike).toBeGreaterThan(STRIKES_APART)
    }
  })
})
