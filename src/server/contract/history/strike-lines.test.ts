import { expect, it } from 'vitest'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { strikeText } from './strike-lines.ts'

const PLACE = { time: 1_782_892_800_123_456_789n, lat: 31.25, lon: -0.000001 }

it.each([
  ['no more than a place', PLACE],
  ['every field', { ...PLACE, alt: 0, pol: -1, mds: 55.5, mcg: 2, status: 1, region: 3, ...instants('T1', 'T2') }],
  ['fields that are null', { ...PLACE, alt: null, pol: null, status: null, ...instants(null, null) }],
  ['text with quotes', { ...PLACE, status: 'a "b"\n', region: '东', ...instants('"', '\\') }],
] as [string, StrikeRecord][])('writes the documented fields of a record unchanged: %s', (_, record) => {
  expect(parseJsonExact(strikeText(record))).toEqual(record)
})

it('omits undocumented fields', () => {
  expect(strikeText({ ...PLACE, delay: 4 } as StrikeRecord)).toBe(strikeText(PLACE))
})

function instants(obser_datetime: string | null, arrived_at: string | null) {
  return { obser_datetime, arrived_at }
}
