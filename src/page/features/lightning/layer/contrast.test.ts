import { describe, expect, it } from 'vitest'
import {
  ageBands,
  DOT_LINE_OPACITY,
  GREY_WEIGHTS,
  PALETTE_NAMES,
  STALE_GREY,
  STALE_OPACITY,
  STRIKE_RIM,
} from '../../../../core/strikes/age-ramp.ts'
import { colourOf, contrast, faded, laid, type Rgba } from '../../../../testing/contrast.ts'
import { MARK, standsOff, THEMES, token } from '../../../../testing/grounds.ts'
import type { Theme } from '../../../state/view.ts'
import { rimOf as rimOfScale } from '../marks.ts'

function rimOf(theme: Theme, scale: number): Rgba {
  const { colour, opacity } = rimOfScale(theme, scale)
  return faded(colourOf(colour), opacity)
}

/** The colour of a strike that is no longer live. */
function greyed([red, green, blue, opacity]: Rgba): Rgba {
  const grey = red * GREY_WEIGHTS[0] + green * GREY_WEIGHTS[1] + blue * GREY_WEIGHTS[2]
  const mix = (value: number) => value + (grey - value) * STALE_GREY
  return [mix(red), mix(green), mix(blue), opacity]
}

describe.each(THEMES)('in the %s theme', (theme) => {
  describe.each(PALETTE_NAMES)('a strike of the %s palette', (palette) => {
    it('contrasts with every ground when its feed is down', () => {
      for (const { colour, scale } of ageBands(palette, theme)) {
        const marks = [colourOf(colour), rimOf(theme, scale)].map((each) => faded(greyed(each), STALE_OPACITY))
        expect(standsOff(theme, ...marks), colour).toBeGreaterThanOrEqual(MARK)
      }
    })

    it('contrasts with every ground in a dot of density, by its outline', () => {
      for (const { colour, scale } of ageBands(palette, theme).slice(1)) {
        const own = colourOf(colour)
        const line = theme === 'light' ? laid(own, rimOf(theme, scale)) : own
        for (const each of [line, greyed(line)]) {
          expect(standsOff(theme, faded(each, DOT_LINE_OPACITY)), colour).toBeGreaterThanOrEqual(MARK)
        }
      }
    })

    it('has an outline or colour visible on the panel of its legend', () => {
      for (const { colour } of ageBands(palette, theme)) {
        const ground = token(theme, 'surface-1')
        const best = Math.max(...[colour, STRIKE_RIM[theme].colour].map((each) => contrast(colourOf(each), ground)))
        expect(best, colour).toBeGreaterThanOrEqual(MARK)
      }
    })
  })
})
