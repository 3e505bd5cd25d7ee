import { describe, expect, it } from 'vitest'
import { readByAirport, readReports, reportRecordSchema } from './metar.ts'
import { readRecords } from './records.ts'
import { metarHistoryRecordSchema } from './standard.ts'

const GOOD = {
  icao: 'ZSPD',
  raw_metar: 'METAR ZSPD 010800Z 12004MPS CAVOK 28/22 Q1008',
  obs_time: '2026-07-01T08:00:00Z',
}
const read = (over: object) => readByAirport(reportRecordSchema, { data: [{ ...GOOD, ...over }] })!

describe('a report', () => {
  it.each([
    '2026-07-01T16:00:00+08:00',
    '2026-07-01 08:00',
    '20260701T0800Z',
    '2026/07/01 08:00:00',
    'Wed, 01 Jul 2026 08:00:00 GMT',
    '1782892800',
    '1782892800000',
    '',
    null,
  ])('is of a time, in any form that a service may write (%j)', (obs_time) => {
    expect(read({ obs_time })).toMatchObject({ records: [{ icao: 'ZSPD' }], dropped: 0 })
  })

  it('without a time uses that of its text, or of its parsed part', () => {
    expect(
      read({ obs_time: undefined, raw_metar: 'no group', parsed: { datetime: '2026-07-01T08:00:00Z' } }).dropped,
    ).toBe(0)
    expect(read({ obs_time: undefined, raw_metar: 'no group' }).complaint).toMatch(/^obs_time: is not a time/)
  })

  it.each(['never', '2026-13-45T99:99:00Z', '2026-07-01T08:00:00+99:00', 'soon 2026', '12'])(
    'with the unreadable time %j uses that of its text, and is invalid without one',
    (obs_time) => {
      expect(read({ obs_time })).toMatchObject({ records: [{ icao: 'ZSPD' }], dropped: 0 })
      const undated = {
        obs_time,
        raw_metar: 'METAR ZSPD 12004MPS CAVOK 28/22 Q1008',
        arrived_at: '2026-07-01T08:01:00Z',
      }
      expect(read(undated)).toEqual({ records: [], dropped: 1, complaint: `obs_time: is not a time (${obs_time})` })
    },
  )

  it.each(['ZZZZ', 'xxxx', '0000', 'ZS D', 'ZSPDX', ''])('is invalid with the place %j', (icao) => {
    expect(read({ icao })).toMatchObject({ records: [], dropped: 1, complaint: expect.stringMatching(/^icao: /) })
  })

  it('with a numeric time uses that', () => {
    for (const obs_time of [1_782_892_800, 1_782_892_800_000, 1_782_892_800_000_000_000n])
      expect(read({ obs_time })).toMatchObject({ records: [{ obs_time: String(obs_time) }], dropped: 0 })
  })

  it('is invalid beyond 1,000 characters or 120 groups', () => {
    const filled = (text: string, length: number) => text.padEnd(length, '/')
    expect(read({ raw_metar: filled(GOOD.raw_metar, 1_000) }).dropped).toBe(0)
    expect(read({ raw_metar: filled(GOOD.raw_metar, 1_001) })).toMatchObject({
      dropped: 1,
      complaint: expect.stringMatching(/^raw_metar: has more than 1000 characters or 120 groups/),
    })
    expect(read({ raw_metar: GOOD.raw_metar + ' 1'.repeat(113) }).dropped).toBe(0)
    expect(read({ raw_metar: GOOD.raw_metar + ' 1'.repeat(114) }).dropped).toBe(1)
  })

  it('of the history is invalid beyond them too', () => {
    const past = { icao_code: 'ZSPD', observation_time: '2026-07-01T08:00:00Z', raw_metar: 'A'.repeat(1_001) }
    expect(readRecords(metarHistoryRecordSchema, [past, { ...past, raw_metar: GOOD.raw_metar }])).toMatchObject({
      records: [{ raw_metar: GOOD.raw_metar }],
      dropped: 1,
    })
  })
})

it.each([
  { data: [GOOD.raw_metar] },
  [`${GOOD.raw_metar}=`],
  { data: { metars: [GOOD.raw_metar.replace('METAR ', '')] } },
  { rows: [GOOD] },
  { code: 0, data: { code: 'AAAA', zspd: { raw_metar: GOOD.raw_metar } } },
  { code: 'none', zspd: [GOOD.raw_metar], errs: [] },
])('reads a list of raw texts or records: %j', (body) => {
  const { records, dropped } = readByAirport(reportRecordSchema, body)!
  expect(records).toMatchObject([{ icao: 'ZSPD', raw_metar: expect.stringContaining('CAVOK') }])
  expect(dropped).toBe(0)
})

it('finds no list where no value is a report', () => {
  const nested = { errs: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) }
  for (const body of [{ code: 0 }, { code: 'none', errs: [], meta: {} }, nested]) {
    expect(readByAirport(reportRecordSchema, body)).toBeNull()
  }
})

it('drops a text without an airport', () => {
  expect(readByAirport(reportRecordSchema, ['no report'])).toMatchObject({ records: [], dropped: 1 })
})

describe('a text with several reports', () => {
  const OLDER = 'METAR ZSPD 010800Z 12004MPS CAVOK 28/22 Q1008='
  const NEWER = 'SPECI ZSPD 010812Z 12004MPS 0300 FG VV001 22/22 Q1008='
  const OTHER = 'ZGGG 010800Z 12004MPS 9999 TS FEW030CB 28/22 Q1008='
  const texts = (raw_metar: string) =>
    readReports([{ ...GOOD, raw_metar, arrived_at: '2026-07-01T08:13:00Z' }]).records.map((record) => [
      record.icao,
      record.raw_metar.trim(),
    ])

  it.each(['', ' ', '\n', '\r\r\n\t'])('is read report by report (between them %j)', (between) => {
    expect(texts([OLDER, NEWER, OTHER].join(between))).toEqual([
      ['ZSPD', OLDER],
      ['ZSPD', NEWER],
      ['ZGGG', OTHER],
    ])
  })

  it('may lack the sign at the end of a report, and have a heading or a forecast', () => {
    expect(texts(`SACI31 ZBBB 010800 ${OLDER.replace('=', '')} ${NEWER}`).map(([, text]) => text)).toEqual([
      OLDER.replace('=', ''),
      NEWER,
    ])
    expect(texts(`TAF ZSPD 010600Z 0106/0212 9999=${OLDER}${NEWER}`)).toHaveLength(2)
  })

  it('is split up to 20,000 characters, and is no report beyond', () => {
    const bulletin = (length: number) => `${OLDER}${NEWER}`.padEnd(length)
    expect(texts(bulletin(20_000))).toHaveLength(2)
    expect(readReports([{ ...GOOD, raw_metar: bulletin(20_001) }])).toMatchObject({
      records: [],
      dropped: 1,
      complaint: expect.stringContaining('has more than'),
    })
  })

  it('says the times itself', () => {
    const [, newer] = readReports([{ ...GOOD, raw_metar: OLDER + NEWER, arrived_at: '2026-07-01T08:13:00Z' }]).records
    expect(newer?.obs_time).toBeUndefined()
    expect(newer?.arrived_at).toBe('2026-07-01T08:13:00Z')
  })

  it.each([
    OLDER,
    `SPCI31 ZBBB 010817 ${OLDER}`,
    `METAR ${OLDER}`,
    `${OLDER} TAF ZSPD 010600Z 0106/0212 0300 FG=`,
    `COR ${OLDER}`,
  ])('is not one with a heading, a repeated name or a forecast: %s', (raw_metar) => {
    expect(readReports([{ ...GOOD, raw_metar }]).records).toMatchObject([{ raw_metar, obs_time: GOOD.obs_time }])
  })
})
