import { expect, it } from 'vitest'
import { LIVE, reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { readLeaderMessage } from './leader-message.ts'
import { pack, readEntries, unpack } from './messages.ts'

const carried = (value: unknown) => readEntries(unpack(pack(value)))

it('reads of another process’s messages what can be true, and leaves out the rest', () => {
  const strike = strikeRecord()
  const lightning = (event: object) => ({ of: 'lightning', event })
  const observed = lightning({ kind: 'observed', fromMs: 1, toMs: 2 })
  const later = { of: 'sferics', event: { kind: 'batch', records: 7 } }
  const term = { of: 'term', holder: 'who leads' }
  expect(
    carried([
      term,
      later,
      observed,
      null,
      'entry',
      lightning({ kind: 'batch', records: [strike, { ...strike, time: 1e21 }, { ...strike, lat: Number.NaN }, null] }),
      lightning({ kind: 'batch', records: 'all' }),
      lightning({ kind: 'observed', fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }),
      lightning({ kind: 'missing', fromMs: 1e300, toMs: 2 }),
      lightning({ kind: 'gap', gap: { feed: 'lightning', from: 5, to: null } }),
      { of: 'metar', event: { kind: 'reports', records: [reportRecord(), { icao: 'ZSPD' }] } },
      { of: 'metar' },
    ]),
  ).toEqual([
    term,
    later,
    observed,
    lightning({ kind: 'batch', records: [strike] }),
    lightning({ kind: 'batch', records: [] }),
    { of: 'metar', event: { kind: 'reports', records: [expect.objectContaining(reportRecord())] } },
  ])
  expect(() => carried({ entries: [] })).toThrow('must be a list of entries')
})

it('refuses the message of a leader without a time, a line, or a token', () => {
  const links = { lightning: LIVE, metar: LIVE }
  const unchecked = { simulated: null, replay: null, counters: {} }
  const checked = { token: 7, holder: 'a', term: 1, number: 2, logName: 'log', links, nowMs: 1_782_892_800_000 }
  const message = { ...checked, ...unchecked }
  const said = (over: object) => () => readLeaderMessage(unpack(pack({ ...message, ...over })))
  expect(said({})()).toEqual(message)
  for (const over of [
    { nowMs: Number.NaN },
    { nowMs: 1e300 },
    { number: Number.POSITIVE_INFINITY },
    { links: {} },
    { token: null },
    { logName: 'a-b' },
  ])
    expect(said(over)).toThrow()
})
