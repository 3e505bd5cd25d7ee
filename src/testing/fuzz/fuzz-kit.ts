import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * Characters that are hard for parsers, among all others: separators, signs, blanks, digits, names of built-in
 * properties.
 */
const PIECES = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  '\u00a0',
  '\ufeff',
  '\ud800',
  '０',
  '−',
  '，',
  '…',
  ',',
  ';',
  ':',
  '.',
  '/',
  '//',
  '\\',
  '#',
  '?',
  '&',
  '=',
  '+',
  '-',
  '%',
  '%00',
  '%zz',
  '*',
  '|',
  '~',
  '@',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '<',
  '>',
  '$',
  '^',
  '0',
  '1',
  '9',
  '00',
  '-0',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
]

/** Any text, including the `words` of the parsed language. */
export function anyText(words: readonly string[] = []): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...PIECES, ...words, ...words)
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(' ')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    // Input that causes catastrophic backtracking.
    {
      weight: 1,
      arbitrary: fc
        .tuple(piece, piece, fc.integer({ min: 100, max: 2_000 }), piece)
        .map(([before, again, times, after]) => `${before}${again.repeat(times)}${after}`),
    },
  )
}

/** `text` with parts dropped, doubled or replaced. */
export function damaged(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.constantFrom(...PIECES))
  return fc.tuple(text, fc.array(change, { maxLength: 4 })).map(([whole, changes]) =>
    changes.reduce((now, [where, length, piece]) => {
      const at = where % (now.length + 1)
      return now.slice(0, at) + piece + now.slice(at + length)
    }, whole),
  )
}

/** A JSON number: `1e999` parses as infinite. */
export const anyNumber = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53, 99_999),
)

/** Any shallow JSON; `words` are among its texts and names. */
export function anyJson(words: readonly string[] = []): fc.Arbitrary<unknown> {
  const text = anyText(words)
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(fc.constant(null), fc.boolean(), anyNumber, text),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).value
}

/** `value` with any of its parts, at any depth, replaced by something of `other` or left out. */
export function withChanges<T>(value: fc.Arbitrary<T>, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 5 }),
    fc.option(other, { nil: undefined }),
  )
  return fc
    .tuple(value, fc.array(change, { maxLength: 3 }))
    .map(([whole, changes]) => changes.reduce<unknown>((now, [path, by]) => changedAt(now, path, by), whole))
}

function changedAt(value: unknown, [step, ...path]: readonly number[], by: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return by
  const entries = Object.entries(value)
  if (entries.length === 0) return by
  const [name, inner] = entries[step % entries.length]!
  const changed = path.length === 0 ? by : changedAt(inner, path, by)
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === name ? changed : each))
  return { ...value, [name]: changed }
}

/** Fails if a number anywhere in `value` is not finite, or a date is invalid. */
export function expectFinite(value: unknown, path = 'it'): void {
  if (typeof value === 'number') expect(Number.isFinite(value), `${path} is ${value}`).toBe(true)
  if (value instanceof Date) expect(Number.isNaN(value.getTime()), `${path} is no date`).toBe(false)
  if (typeof value === 'function') expect.fail(`${path} is a function`)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  for (const [name, inner] of Object.entries(value)) expectFinite(inner, `${path}.${name}`)
}
