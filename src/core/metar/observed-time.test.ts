import { describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../contract/metar.ts'
import { compareRecords, observedMs, withObservedTime, withReceivedTime } from './observed-time.ts'
import { reportFromRecord } from './read-report.ts'

const OBSERVED_MS = Date.UTC(2026, 10, 25, 21, 29)
const NOW_MS = OBSERVED_MS + 3 * 60_000

const record = (over: object = {}) =>
  reportRecordSchema.parse({
    icao: 'RCTP',
    raw_metar: 'SPECI RCTP 252129Z 13002MPS 0200 FG VV001 16/16 Q1018=',
    ...over,
  })

const FORMS = [
  1_795_642_140,
  '1795642140',
  '1795642140000',
  '1795642140000000000',
  '2026/11/25 21:29',
  '2026.11.25 21:29',
  '2026-11-25 21:29',
  '2026-11-26T05:29:00+08:00',
  'Wed, 25 Nov 2026 21:29:00 GMT',
  '2026-11-25T21:29Z',
  '20261125T2129Z',
  'about half past nine',
  '2026-13-45T99:99:00Z',
  undefined,
  null,
  '',
]

describe('the time of observation', () => {
  it.each(FORMS)('is the same of every form that a service may write (%j), for every reader', (obs_time) => {
    const entered = withObservedTime(record({ obs_time }), NOW_MS)
    expect(Date.parse(entered.obs_time!)).toBe(OBSERVED_MS)
    expect(entered.obs_time).toMatch(/([+-]\d{2}:\d{2}|Z)$/)
    expect(observedMs(entered)).toBe(OBSERVED_MS)
    expect(reportFromRecord(entered)?.obsTimeMs).toBe(OBSERVED_MS)
  })

  it('is left as it is written in the documented form', () => {
    const documented = record({ obs_time: '2026-11-26T05:29:00+08:00', arrived_at: '2026-11-25T21:30:00Z' })
    expect(withObservedTime(documented, NOW_MS)).toBe(documented)
  })

  it('is that of the text if the stated one is after the receipt, or has no offset', () => {
    const at = (obs_time: string, arrived_at?: string) =>
      observedMs(withObservedTime(record({ obs_time, arrived_at }), NOW_MS))
    expect(at('2027-11-25T21:29:00Z')).toBe(OBSERVED_MS)
    expect(at('2026-11-26T21:29:00Z', '2026-11-25T21:30:00Z')).toBe(OBSERVED_MS)
    expect(at('2026-11-26T05:29:00')).toBe(OBSERVED_MS)
  })

  it.each(['0001-01-01T00:00:00Z', '1900-01-01T00:00:00+00:00', '1970-01-01T08:00:00+08:00', '1980-01-06T00:00:00Z'])(
    'is not taken from a time that was never set (%s)',
    (unset) => {
      const obs_time = new Date(OBSERVED_MS).toISOString()
      const received = withObservedTime(record({ obs_time, arrived_at: unset }), NOW_MS)
      expect(observedMs(received)).toBe(OBSERVED_MS)
      expect(reportFromRecord(received)?.arrivedAtMs).not.toBe(Date.parse(unset))
      expect(observedMs(withObservedTime(record({ obs_time: unset }), NOW_MS))).toBe(OBSERVED_MS)
    },
  )

  it('is that of the text if the field has the wrong time zone', () => {
    const at = (over: object) => observedMs(withObservedTime(record(over), NOW_MS))
    expect(at({ obs_time: '2026-11-25T21:29:00+08:00', arrived_at: '2026-11-25T21:30:00Z' })).toBe(OBSERVED_MS)
    expect(at({ obs_time: '2026-11-25T21:29:00+08:00' })).toBe(OBSERVED_MS)
    const monthOld = '2026-10-25T21:29:00Z'
    expect(at({ obs_time: monthOld })).toBe(Date.parse(monthOld))
  })

  it('is for a server that of field and text if both are alike, hours after the receipt and not in the future', () => {
    const sooner = (minutes: number) => new Date(OBSERVED_MS - minutes * 60_000).toISOString()
    const at = (minutes: number, nowMs = NOW_MS) =>
      withReceivedTime(record({ obs_time: sooner(0), arrived_at: sooner(minutes) }), nowMs)
    const early = at(300)
    expect([observedMs(early), reportFromRecord(early)?.arrivedAtMs]).toEqual([OBSERVED_MS, NOW_MS])
    expect(observedMs(at(300, OBSERVED_MS - 290 * 60_000))).toBe(OBSERVED_MS - 300 * 60_000)
    const onlyInField = record({ obs_time: '2026-11-25T21:28:00Z', arrived_at: '2026-11-25T16:00:00Z' })
    expect(observedMs(withReceivedTime(onlyInField, NOW_MS))).toBe(Date.parse('2026-11-25T16:00:00Z'))
  })

  it('is not put ahead by a receipt in the future', () => {
    const entered = withObservedTime(
      record({ obs_time: '2030-01-01T00:00:00Z', arrived_at: '2030-01-01T00:00:00Z' }),
      NOW_MS,
    )
    expect(observedMs(entered)).toBe(OBSERVED_MS)
    expect(reportFromRecord(entered)?.arrivedAtMs).toBe(NOW_MS)
  })
})

it('is not after the receipt, from any source: such a report does not block later ones', () => {
  const atMs = (minutes: number) => OBSERVED_MS + minutes * 60_000
  const text = (minutes: number) =>
    `METAR RCTP 25${new Date(atMs(minutes)).toISOString().slice(11, 16).replace(':', '')}Z`
  const entered = (minutes: number, nowMs: number, over: object = {}) => {
    const times = { obs_time: new Date(atMs(minutes)).toISOString(), arrived_at: new Date(nowMs).toISOString() }
    return withObservedTime(record({ raw_metar: `${text(minutes)} 13002MPS 0200 FG`, ...times, ...over }), nowMs)
  }
  const mistyped = entered(50, NOW_MS)
  expect(observedMs(mistyped)).toBe(NOW_MS)
  expect(observedMs(entered(50, NOW_MS, { arrived_at: undefined }))).toBe(NOW_MS)
  expect(observedMs(entered(50, NOW_MS, { obs_time: undefined, parsed: { datetime: '2026-11-25T22:19:00' } }))).toBe(
    NOW_MS,
  )
  expect(observedMs(entered(10, NOW_MS))).toBe(atMs(10)) // clocks may be off
  const later = entered(10, atMs(11))
  expect([later, mistyped].sort(compareRecords)).toEqual([mistyped, later])
})

it('orders records by observation, then correction, then arrival', () => {
  const older = record({ obs_time: '2026-11-25T21:00:00Z', arrived_at: '2026-11-25T21:31:00Z' })
  const first = record({ obs_time: 1_795_642_140, arrived_at: '2026-11-25T21:30:00Z' })
  const corrected = record({ raw_metar: 'SPECI COR RCTP 252129Z 13002MPS 0200 FG', arrived_at: '2026-11-25T21:29:30Z' })
  const again = record({ obs_time: '1795642140', arrived_at: '2026-11-25T21:32:00Z' })
  const records = [corrected, again, older, first].sort(compareRecords)
  expect(records).toEqual([older, first, again, corrected])
})
