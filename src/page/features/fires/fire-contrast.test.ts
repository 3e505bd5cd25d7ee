import { describe, expect, it } from 'vitest'
import { FIRE_CORE, FIRE_DENSITY, FIRE_GLOWS } from '../../../core/weather/fire-ramp.ts'
import { colourOf, contrast, faded, laid, type Rgba } from '../../../testing/contrast.ts'
import { grounds, MARK, THEMES, token } from '../../../testing/grounds.ts'
import { basemapColours } from '../../map/basemap/colours.ts'
import type { Theme } from '../../state/view.ts'

/** From few to many, as in the legend. */
const FIRES_IN_ONE_PLACE = [1, 4, 10, 40]

function firesOn(ground: Rgba, theme: Theme, count: number): Rgba {
  const layers = [FIRE_CORE[theme], ...FIRE_GLOWS[theme]]
  return laid(
    ground,
    ...layers.flatMap(({ colour, opacity }) => new Array<Rgba>(count).fill(faded(colourOf(colour), opacity))),
  )
}

describe.each(THEMES)('in the %s theme', (theme) => {
  it.each(FIRES_IN_ONE_PLACE)('%d fires in one place of a wide view contrast with every ground', (count) => {
    for (const [where, ground] of Object.entries(grounds(theme))) {
      expect(contrast(firesOn(ground, theme, count), ground), where).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('the legend of wide views has the colours of overlapping fires', () => {
    const land = colourOf(basemapColours(theme).land)
    for (const [i, count] of FIRES_IN_ONE_PLACE.entries()) {
      const seen = firesOn(land, theme, count)
      const told = colourOf(FIRE_DENSITY[theme][i]!)
      for (const channel of [0, 1, 2]) expect(Math.abs(seen[channel]! - told[channel]!)).toBeLessThan(0.06)
      expect(contrast(told, token(theme, 'surface-1'))).toBeGreaterThanOrEqual(MARK)
    }
  })
})
