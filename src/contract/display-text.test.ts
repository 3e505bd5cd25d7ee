import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cutDisplayText, displayText, nameOf, noteOf } from './display-text.ts'

it.each([
  ['Gate\r\nBcc: a@example.com', 'Gate Bcc: a@example.com'],
  ['Gate\n', 'Gate'],
  ['a\u0000b\u001b[31mc\u0085d\u009fe', 'ab[31mc de'],
  ['\u202eyaw a si\u202c \u2066x\u2069\u200f\u061c', 'yaw a si x'],
  ['a\u2028b\u2029c', 'a b c'],
  ['tab\there', 'tab here'],
  ['e\u0301', 'é'],
  ['half \ud83d', 'half \ufffd'],
  ['\ufeff浦东\u200b机场', '浦东机场'],
  ['ad\u00admin\u3164', 'admin'],
  ['\u115f\uffa0\u180e', ''],
  ['👩\u200d🚒 می\u200cخواهم', '👩\u200d🚒 می\u200cخواهم'],
])('shows %j as %j', (text, shown) => {
  expect(displayText(text)).toBe(shown)
  expect(displayText(shown)).toBe(shown)
})

it('keeps the line breaks of a note, and no other control character', () => {
  expect(displayText('one\r\ntwo\u2028three\u0007\n', { lineBreaks: true })).toBe('one\ntwo\nthree')
})

it('cuts a text that is too long between two characters', () => {
  expect(cutDisplayText('x'.repeat(1_000_000), 200)).toHaveLength(200)
  expect(cutDisplayText(`${'x'.repeat(199)}🚒`, 200)).toBe('x'.repeat(199))
})

it('refuses names that are empty once filtered, or too long', () => {
  const name = nameOf(5)
  expect(z.safeParse(name, ' \u202e\n').success).toBe(false)
  expect(z.safeParse(name, 'abcdef').success).toBe(false)
  expect(z.safeParse(name, 'x'.repeat(1_000_000)).success).toBe(false)
  expect(name.parse(' ab\ncd ')).toBe('ab cd')
  expect(noteOf(9).parse('ab\r\ncd')).toBe('ab\ncd')
})
