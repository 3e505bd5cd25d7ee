import { describe, expect, it } from 'vitest'
import { parseJsonExact } from '../json-exact.ts'
import { isMended, parseJson } from './json-mend.ts'

describe.each([
  ['as doubles', parseJson],
  ['exactly', parseJsonExact],
])('JSON read %s', (_how, parse) => {
  it.each([
    ['{"a":NaN,"b":2}', { a: null, b: 2 }],
    ['{"a":-Infinity,"b":[1,nan,3]}', { a: null, b: [1, null, 3] }],
    ['{"a":None,"b":True}', { a: null, b: null }],
    ['{"a":+5,"b":.5,"c":1.,"d":01,"e":0x10}', { a: null, b: null, c: null, d: null, e: null }],
    ['{"a":,"b":2,}', { a: null, b: 2 }],
    ['{"a":}', { a: null }],
    ['[1,,2 3]', [1, 2, 3]],
    ['{"a":"x\ny\\q","b":NaN}', { a: 'x\ny\\q', b: null }],
    ['{"toString":constructor,"__proto__":1,"n":NaN}', { toString: null, ['__proto__']: 1, n: null }],
    ['\ufeff{"a":1}', { a: 1 }],
  ])('takes %j for %j', (text, value) => {
    expect(parse(text)).toEqual(value)
  })

  it.each([
    '',
    'NaN',
    '{"a":NaN',
    '[NaN,1',
    '{"a":NaN]',
    '{"a":NaN,"b',
    '{"a":1}}',
    '<html>',
    `${'['.repeat(99)}NaN${']'.repeat(99)}`,
  ])('finds no JSON in %j', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError)
  })

  it('reports the object that lost a value', () => {
    const [bad, good] = parse('[{"a":NaN},{"a":null}]') as unknown[]
    expect([isMended(bad), isMended(good), isMended(null)]).toEqual([true, false, false])
  })
})

it('keeps every digit of the other values', () => {
  expect(parseJsonExact('{"time":1782892800123456789,"alt":NaN}')).toEqual({ time: 1782892800123456789n, alt: null })
})

it('parses a text strictly if it is too long for repair', () => {
  expect(() => parseJson(`[NaN,"${'x'.repeat(128 * 1024)}"]`)).toThrow(SyntaxError)
  expect(parseJson(`[1,"${'x'.repeat(128 * 1024)}"]`)).toHaveLength(2)
})
