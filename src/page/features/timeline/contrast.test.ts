import { expect, it } from 'vitest'
import { contrast, faded, laid } from '../../../testing/contrast.ts'
import { MARK, THEMES, token } from '../../../testing/grounds.ts'
import { HATCH_OPACITY } from './timeline-graph.tsx'

it.each(THEMES)('the hatching is seen on its panel in the %s theme', (theme) => {
  const panel = token(theme, 'surface-1')
  const ground = laid(panel, faded(token(theme, 'text-muted'), HATCH_OPACITY.ground))
  expect(contrast(laid(ground, faded(token(theme, 'text-muted'), HATCH_OPACITY.lines)), ground)).toBeGreaterThan(MARK)
})
