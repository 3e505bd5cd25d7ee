import { expect, it } from 'vitest'
import { featuresQuerySchema } from './queries.ts'

const at = (text: string) => Date.parse(text)
const DAY = { fromMs: at('2026-11-25T00:00:00Z'), toMs: at('2026-11-25T23:59:59.999Z') }

it.each([
  ['2026-11-25', DAY],
  ['20261125', DAY],
  ['2026-11-25Z', DAY],
  ['20261125/20261125', DAY],
  ['2026-11-25+08:00', { fromMs: at('2026-11-24T16:00:00Z'), toMs: at('2026-11-25T15:59:59.999Z') }],
  ['20261125T0800Z', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:59.999Z') }],
  ['2026-11-25 16:00+08', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:59.999Z') }],
  ['2026-11-25T08:00 UTC', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:59.999Z') }],
  ['20261125T080000Z', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:00.999Z') }],
  ['2026-11-25/2026-11-25', DAY],
  ['2026-11-24/2026-11-25', { ...DAY, fromMs: at('2026-11-24T00:00:00Z') }],
  ['2026-11-25/..', { ...DAY, toMs: null }],
  ['../2026-11-25', { ...DAY, fromMs: null }],
  ['2026-11', { fromMs: at('2026-11-01T00:00:00Z'), toMs: at('2026-11-30T23:59:59.999Z') }],
  ['2026-12', { fromMs: at('2026-12-01T00:00:00Z'), toMs: at('2026-12-31T23:59:59.999Z') }],
  ['2026', { fromMs: at('2026-01-01T00:00:00Z'), toMs: at('2026-12-31T23:59:59.999Z') }],
  ['2026-11-25T08:00:00Z', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:00.999Z') }],
  ['2026-11-25T16:00:00+08:00', { fromMs: at('2026-11-25T08:00:00Z'), toMs: at('2026-11-25T08:00:00.999Z') }],
  ['2026-11-25T08:00:00.5Z', { fromMs: at('2026-11-25T08:00:00.5Z'), toMs: at('2026-11-25T08:00:00.5Z') }],
])('reads all of %s', (datetime, period) => {
  expect(featuresQuerySchema.parse({ datetime }).datetime).toEqual(period)
})

it.each(['2026-02-30', '2026-13', '..', '2026-11-25/2026-11-24', 'a/b', '1/2/3', ''])('refuses %j', (datetime) => {
  expect(featuresQuerySchema.safeParse({ datetime }).success).toBe(false)
})
