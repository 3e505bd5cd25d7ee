import { expect, it } from 'vitest'
import { observedText } from './loop-frame.ts'

const MINUTE = 60_000
const words = { whole: 'whole', observed: (minutes: number, of: number) => `${minutes} of ${of}` }
const shown = { fromMs: 0, toMs: 30 * MINUTE }

it('states the observed share of a moment, and unobserved seconds', () => {
  expect(observedText(words, shown, [])).toBe('whole')
  expect(observedText(words, shown, [{ fromMs: 5 * MINUTE, toMs: 5 * MINUTE + 1_000 }])).toBe('29 of 30')
  expect(observedText(words, shown, [{ fromMs: 0, toMs: 20 * MINUTE }])).toBe('10 of 30')
  expect(observedText(words, shown, [shown])).toBe('0 of 30')
})
