import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { blockOf, recordsOf } from '../../../core/strikes/strike-block.ts'
import { lineBytes } from './line-bytes.ts'
import { strikeText } from './strike-lines.ts'

const BASE_S = 1_782_892_800
const PLACE = { time: BigInt(BASE_S) * 1_000_000_000n + 123_456_789n, lat: 31.25, lon: -0.000001 }

const linesOf = (records: readonly StrikeRecord[]) => {
  const block = blockOf(records, BASE_S)
  const wanted = recordsOf(block, { exact: true }).map((record) => `${strikeText(record)}\n`)
  return { written: new TextDecoder().decode(lineBytes(block, 0, records.length)), wanted: wanted.join('') }
}

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }))
const number = fc.oneof(
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.integer({ min: -2_200_000_000, max: 2_200_000_000 }).map((parts) => parts / 1e6),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const instant = fc.oneof(
  text,
  fc
    .record({
      ms: fc.integer({ min: -5_000, max: 125_000 }),
      decimals: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 }),
      suffix: fc.constantFrom('Z', '+00:00', ''),
    })
    .map(({ ms, decimals, suffix }) => {
      const second = new Date(BASE_S * 1_000 + ms).toISOString().slice(0, 19)
      return `${second}${decimals && `.${decimals}`}${suffix}`
    }),
)
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant(null), fc.constant(undefined))
const record: fc.Arbitrary<StrikeRecord> = fc
  .record({
    ns: fc.bigInt({ min: -1_000_000_000n, max: 61_000_000_000n }),
    lat: fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.integer({ min: -9e7, max: 9e7 }).map((parts) => parts / 1e6),
    ),
    lon: fc.integer({ min: -18e7, max: 18e7 }).map((parts) => parts / 1e6),
    numbers: fc.tuple(perhaps(number), perhaps(number), perhaps(number), perhaps(number)),
    mixed: fc.tuple(perhaps(fc.oneof(number, text)), perhaps(fc.oneof(number, text))),
    instants: fc.tuple(perhaps(instant), perhaps(instant)),
  })
  .map(({ ns, lat, lon, numbers: [alt, pol, mds, mcg], mixed: [status, region], instants: [observed, arrived] }) => {
    const all = { alt, pol, mds, mcg, status, region, obser_datetime: observed, arrived_at: arrived }
    const there = Object.entries(all).filter(([, value]) => value !== undefined)
    return { time: BigInt(BASE_S) * 1_000_000_000n + ns, lat, lon, ...Object.fromEntries(there) }
  })

it('writes the records of a block as text, for any content', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
      const { written, wanted } = linesOf(records)
      expect(written).toBe(wanted)
    }),
  )
})

it.each([
  ['noughts', { lat: -0, lon: 0, alt: 0, mds: -0 }],
  ['the smallest parts, and smaller ones', { lat: 0.000001, lon: -0.000001, alt: 1e-7, mds: 0.0000015 }],
  ['the ends of what is a place', { lat: -90, lon: 180, alt: 2_147.483648, mds: -2_147.483647 }],
  ['large and long ones', { alt: 1e21, pol: 123_456_789.123, mds: 9_007_199_254_740_991, mcg: 0.1 + 0.2 }],
])('writes numbers as JSON does: %s', (_, numbers) => {
  const { written, wanted } = linesOf([{ ...PLACE, ...numbers }])
  expect(written).toBe(wanted)
})

it('grows its buffer for any characters, and writes the requested rows only', () => {
  const long = {
    ...PLACE,
    status: '东西'.repeat(500),
    region: 'x'.repeat(2_000),
    obser_datetime: 'é',
    arrived_at: '😀',
  }
  const records = [PLACE, long, PLACE].map((each, i) => ({ ...each, time: PLACE.time + BigInt(i) }))
  const { written, wanted } = linesOf(records)
  expect(written).toBe(wanted)
  expect(lineBytes(blockOf(records, BASE_S), 1, 1)).toHaveLength(0)
  const [, , last] = wanted.split('\n')
  expect(new TextDecoder().decode(lineBytes(blockOf(records, BASE_S), 2, 3))).toBe(`${last}\n`)
})

it('returns bytes that later calls do not change, and no longer ones than the lines', () => {
  const block = blockOf([PLACE, { ...PLACE, time: PLACE.time + 1n, lat: 1 }], BASE_S)
  const first = lineBytes(block, 0, 1)
  const text = new TextDecoder().decode(first)
  lineBytes(block, 1, 2)
  expect(new TextDecoder().decode(first)).toBe(text)
  expect(first.buffer.byteLength).toBe(first.length)
})

it('writes moments of before 1970', () => {
  const records = [
    { ...PLACE, time: -1_500_000_000n },
    { ...PLACE, time: -1n },
  ]
  const block = blockOf(records, 0)
  const wanted = records.map((record) => `${strikeText(record)}\n`).join('')
  expect(new TextDecoder().decode(lineBytes(block, 0, 2))).toBe(wanted)
})
