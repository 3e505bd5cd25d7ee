import { describe, expect, it } from 'vitest'
import { FIELD_PERCENTS } from '../../../contract/chance/levels.ts'
import { ageBands, PALETTE_NAMES } from '../../../core/strikes/age-ramp.ts'
import { perceivedDifference, VISIONS } from '../../../testing/colour-vision.ts'
import { basemapColours } from '../../map/basemap/colours.ts'
import { CHANCE_COLOURS, widthPx } from './chance-style.ts'

/** CIEDE2000: from 10 on two colours differ at a glance, from about 2 on they differ. */
const AT_A_GLANCE = 10
const DIFFERENT = 4.5

const cases = (['dark', 'light'] as const).flatMap((theme) => VISIONS.map((vision) => ({ theme, vision })))

describe.each(cases)('the contours on the $theme map, as seen with $vision vision', ({ theme, vision }) => {
  it('differ from the ground and from strikes of every age', () => {
    const { land, sea } = basemapColours(theme)
    for (const ground of [land, sea]) {
      expect(perceivedDifference(CHANCE_COLOURS[theme], ground, vision)).toBeGreaterThan(AT_A_GLANCE)
    }
    for (const { colour } of PALETTE_NAMES.flatMap((palette) => ageBands(palette, theme))) {
      expect(perceivedDifference(CHANCE_COLOURS[theme], colour, vision), colour).toBeGreaterThan(DIFFERENT)
    }
  })
})

it('widens with the chance', () => {
  const widths = FIELD_PERCENTS.map(widthPx)
  expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
})
