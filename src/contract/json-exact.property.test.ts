import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJsonExact, stringifyJsonExact } from './json-exact.ts'

const long = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '":1795743630750105901,"',
    ': 1795743630750105901',
    ',1795743630750105901',
    '\u007f1795743630750105901',
  ),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    long,
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, 1_795_743_630_750_106),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('time', 'é', '__proto__'), text), tie('value'), { maxKeys: 4 }),
  ),
}))

function parse(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '') && !Number.isSafeInteger(value)
      ? BigInt(context!.source!)
      : value,
  )
}

it('reads the same by marks as by a reviver', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('', ' '), (given, blank) => {
      const json = stringifyJsonExact(given).replaceAll(/(?<=[,:[{])/g, blank)
      expect(parseJsonExact(json)).toStrictEqual(parse(json))
    }),
    { numRuns: 2_000 },
  )
})

it('takes an invalid long number for null', () => {
  expect(parseJsonExact('{"time":0179574363075010590}')).toEqual({ time: null })
})

it('reads what looks like a long property, also in texts too long for repair', () => {
  const odd = ['"\\":1795743630750105901,"', '":1795743630750105901,"', '{"a":17957436307501059.5}']
  for (const each of odd) {
    const json = `[${each},"${'x'.repeat(128 * 1024)}"]`
    expect(parseJsonExact(json)).toStrictEqual(parse(json))
  }
})

it.each(['007f', '007F'])('reads a text with the escaped mark \\u%s as a text', (mark) => {
  const json = `{"name":"\\u${mark}1795743630750105901","time":1795743630750105901}`
  expect(parseJsonExact(json)).toEqual({ name: '\u007f1795743630750105901', time: 1795743630750105901n })
})
