import { describe, expect, it } from 'vitest'
import { contrast, faded, laid } from '../../../../testing/contrast.ts'
import { grounds, MARK, TEXT, THEMES, token } from '../../../../testing/grounds.ts'
import { AGE_OPACITY } from './airport-style.ts'

describe.each(THEMES)('in the %s theme', (theme) => {
  it('the name of an airport is read on its halo, however old its report', () => {
    for (const opacity of Object.values(AGE_OPACITY)) {
      for (const [where, ground] of Object.entries(grounds(theme))) {
        const halo = laid(ground, faded(token(theme, 'surface-0'), opacity))
        const text = laid(halo, faded(token(theme, 'text'), opacity))
        expect(contrast(text, halo), where).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })

  it('the mark of a report that is out of date is seen in the legend', () => {
    const panel = token(theme, 'surface-1')
    expect(contrast(laid(panel, faded(token(theme, 'category-unknown'), AGE_OPACITY.outdated)), panel)).toBeGreaterThan(
      MARK,
    )
  })
})
