import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PALETTE_NAMES } from './age-ramp.ts'
import {
  POLARITY_SHOWN,
  parseStrikeDisplay,
  STRIKE_DISPLAY_DEFAULT,
  strikeDisplayText,
  WEAK_STRIKE_STYLES,
} from './strike-display-options.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

it('survives formatting and parsing, for any choice', () => {
  const choice = fc.record({
    records: fc.boolean(),
    weak: fc.constantFrom(...WEAK_STRIKE_STYLES),
    palette: fc.constantFrom(...PALETTE_NAMES),
    density: fc.boolean(),
    polarity: fc.constantFrom(...POLARITY_SHOWN),
  })
  fc.assert(
    fc.property(choice, (chosen) => {
      expect(parseStrikeDisplay(strikeDisplayText(chosen))).toEqual(chosen)
    }),
  )
})

it('is the default without a known value', () => {
  expect(strikeDisplayText(STRIKE_DISPLAY_DEFAULT)).toBe('')
  for (const text of ['', 'everything', 'RECORDS,,x']) expect(parseStrikeDisplay(text)).toEqual(STRIKE_DISPLAY_DEFAULT)
})
