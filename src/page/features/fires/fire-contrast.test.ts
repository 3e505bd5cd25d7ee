import { describe, expect, it } from 'vitest'
import { FIRE_COLOUR, FIRE_FAR } from '../../../core/weather/fire-ramp.ts'
import { colourOf, contrast, faded, laid, type Rgba } from '../../../testing/contrast.ts'
import { grounds, MARK, THEMES } from '../../../testing/grounds.ts'
import type { Theme } from '../../state/view.ts'

function firesOn(ground: Rgba, theme: Theme, count: number): Rgba {
  const colour = colourOf(FIRE_COLOUR[theme])
  const of = (opacity: number) => new Array<Rgba>(count).fill(faded(colour, opacity))
  return laid(ground, ...of(FIRE_FAR.core), ...of(FIRE_FAR.glow[theme]))
}

describe.each(THEMES)('in the %s theme', (theme) => {
  it.each([1, 4, 10, 40])('%d fires in one place of a wide view contrast with every ground', (count) => {
    for (const [where, ground] of Object.entries(grounds(theme))) {
      expect(contrast(firesOn(ground, theme, count), ground), where).toBeGreaterThanOrEqual(MARK)
    }
  })
})
