import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PALETTE_NAMES } from './age-ramp.ts'
import { parseStrikeChoice, STRIKE_CHOICE_DEFAULT, strikeChoiceText, WEAK_LOOKS } from './strike-choice.ts'

// The same examples each time: a run fails for what was changed.
fc.configureGlobal({ seed: 20_261_121 })

it('comes back from its text, whatever is chosen', () => {
  const choice = fc.record({
    records: fc.boolean(),
    weak: fc.constantFrom(...WEAK_LOOKS),
    palette: fc.constantFrom(...PALETTE_NAMES),
    density: fc.boolean(),
  })
  fc.assert(
    fc.property(choice, (chosen) => {
      expect(parseStrikeChoice(strikeChoiceText(chosen))).toEqual(chosen)
    }),
  )
})

it('is the usual where nothing is said, or nothing that is known', () => {
  expect(strikeChoiceText(STRIKE_CHOICE_DEFAULT)).toBe('')
  for (const text of ['', 'everything', 'RECORDS,,x']) expect(parseStrikeChoice(text)).toEqual(STRIKE_CHOICE_DEFAULT)
})
