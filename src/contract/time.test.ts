import { expect, it } from 'vitest'
import { parseInstantMs, readInstant } from './time.ts'

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

it.each([
  ['2026-07-01T12:00:00 GMT', true],
  ['2026/7/1 12:00', false],
  ['2026-7-1 12:00:00', false],
  ['2026-07-01  12:00', false],
  ['202607011200', false],
  ['20260701120000', false],
  ['20260701120000Z', true],
  ['20260701200000+0800', true],
  ['1782907200', true],
  ['1782907200000', true],
])('reads the field %s', (text, hasOffset) => {
  expect(readInstant(text)).toEqual({ ms: NOON, hasOffset })
})

it('reads an hour of one digit', () => {
  expect(readInstant('2026/7/1 8:00')).toEqual({ ms: Date.UTC(2026, 6, 1, 8), hasOffset: false })
})

it.each(['2026/13/1 8:00', '20261301120000', '202607012560', '2026/7/1 8'])(
  'takes the field %s for no time',
  (text) => {
    expect(readInstant(text)).toBeNull()
  },
)
