import { expect, it } from 'vitest'
import { parseInstantMs } from './time.ts'

const NOON = Date.UTC(2026, 6, 1, 12)

it.each(['2026-07-01T12:00:00Z', '2026-07-01T20:00:00+08:00', '2026-07-01T02:00:00-10', '2026-07-02T02:00:00+1400'])(
  'reads %s',
  (text) => {
    expect(parseInstantMs(text)).toBe(NOON)
  },
)

it.each(['2026-07-01T12:00:00+99:00', '2026-07-01T12:00:00+14:30', '2026-07-01T12:00:00-05:60', 'never', ''])(
  'takes %s for no instant',
  (text) => {
    expect(parseInstantMs(text)).toBeNull()
  },
)

it.each([
  ['0001-01-01T00:00:00Z', -62_135_596_800_000], // what some programs write for "never"
  ['2026-06-30T24:00:00Z', Date.UTC(2026, 6, 1)],
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
  ['2026-07-01T08:00:00.0299999Z', Date.UTC(2026, 6, 1, 8, 0, 0, 29)],
])('reads %s, at the edge of what can be', (text, ms) => {
  expect(parseInstantMs(text)).toBe(ms)
})

it.each(['2026-02-31T08:00:60Z', '2026-07-01T24:30:00Z', '2026-07-00T08:00:00Z', '9999-12-31T23:59:59-00:01'])(
  'takes %s, which can not be, for no instant',
  (text) => {
    expect(parseInstantMs(text)).toBeNull()
  },
)
