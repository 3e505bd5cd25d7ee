import { describe, expect, it } from 'vitest'
import { type ReportRecord, reportRecordSchema } from '../../contract/metar.ts'
import { metarHistoryRecordSchema } from '../../contract/standard.ts'
import { reportFromHistory, reportFromRecord } from './read-report.ts'

const RAW = 'METAR ZSPD 010800Z 21004MPS 3000 BR BKN040 28/25 Q1008 NOSIG'
const OBSERVED_MS = Date.UTC(2026, 6, 1, 8)

function record(more: Partial<ReportRecord> = {}): ReportRecord {
  return reportRecordSchema.parse({
    icao: 'ZSPD',
    raw_metar: RAW,
    obs_time: '2026-07-01T16:00:00+08:00',
    report_type: 'METAR',
    arrived_at: '2026-07-01T08:04:10Z',
    ...more,
  })
}

const parsed = (more: object) => record({ parsed: { kind: 'METAR', ...more } as ReportRecord['parsed'] })

describe('values parsed by the service', () => {
  it('take precedence where documented, the raw text elsewhere', () => {
    const report = reportFromRecord(
      parsed({ temperature: 28.4, dew_temperature: 24.6, wind_speed: 4.2, qnh: 1008.3, cavok: false }),
    )
    expect(report).toMatchObject({
      temperatureC: 28.4,
      dewPointC: 24.6,
      windSpeedMps: 4.2,
      qnhHpa: 1008.3,
      windDirectionDeg: 210,
      visibilityM: 3000,
      ceilingFt: 4000,
    })
  })

  it('is converted by the units it names', () => {
    const report = reportFromRecord(
      parsed({
        wind_speed: 10,
        wind_speed_units: 'kt',
        temperature: 86,
        temperature_units: 'degF',
        qnh: 29.92,
        qnh_units: 'inHg',
      }),
    )
    expect(report?.windSpeedMps).toBeCloseTo(5.144, 3)
    expect(report?.temperatureC).toBeCloseTo(30, 3)
    expect(report?.qnhHpa).toBeCloseTo(1013.2, 1)
  })

  it('is ignored if its unit is unknown or it is null', () => {
    const report = reportFromRecord(
      parsed({ wind_speed: 10, wind_speed_units: 'furlongs', temperature: null, qnh: null }),
    )
    expect(report).toMatchObject({ windSpeedMps: 4, temperatureC: 28, qnhHpa: 1008 })
  })

  it('uses CAVOK only without contradicting text', () => {
    expect(reportFromRecord(parsed({ cavok: true }))).toMatchObject({ cavok: false, visibilityM: 3000 })
    const bare = record({ raw_metar: 'METAR ZSPD 010800Z', parsed: { cavok: true } as ReportRecord['parsed'] })
    expect(reportFromRecord(bare)).toMatchObject({ cavok: true, visibilityM: 10_000, ceilingKnown: true })
  })
})

describe('where the service reads otherwise than the text', () => {
  const CAVOK = 'METAR ZSPD 010800Z 21004MPS CAVOK 28/25 Q1008 NOSIG'
  const live = (raw_metar: string, more: object) =>
    reportFromRecord(record({ raw_metar, parsed: { kind: 'METAR', ...more } as ReportRecord['parsed'] }))

  it('CAVOK is neither a visibility nor a sky without ceiling', () => {
    expect(live(CAVOK, { cavok: false })).toMatchObject({
      cavok: false,
      visibilityM: null,
      ceilingFt: null,
      ceilingKnown: false,
      differences: ['cavok'],
    })
    expect(live(CAVOK, { cavok: true })).toMatchObject({ cavok: true, visibilityM: 10_000, differences: [] })
    expect(live(CAVOK, {})).toMatchObject({ cavok: true, differences: [] })
  })

  it.each([
    [CAVOK, { visibility: 300 }, 300, ['cavok', 'visibility']],
    [CAVOK, { visibility: 0.3, visibility_units: 'km' }, 300, ['cavok', 'visibility']],
    [CAVOK, { visibility: 99_999, cavok: true }, 10_000, []],
    [RAW, { visibility: 800 }, 800, ['visibility']],
    [RAW, { visibility: 9_999 }, 3000, ['visibility']],
    [RAW, { visibility: 99_999 }, 3000, ['cavok', 'visibility']],
    [RAW, { visibility: 3_050 }, 3000, []],
    [RAW, { visibility: -9_999 }, 3000, []],
    [RAW, { visibility: 999_999 }, 3000, []],
    [RAW, { visibility: 32_767 }, 3000, []],
    [RAW, { visibility: 50, visibility_units: 'SM' }, 3000, ['visibility']],
    [RAW, { visibility: 10 }, 3000, []], // in kilometres, or without a unit
    [RAW, { visibility: 300, visibility_units: 'furlongs' }, 3000, []],
  ])('the lower visibility counts: %s and %j', (raw, parsed, visibilityM, differences) => {
    expect(live(raw, parsed)).toMatchObject({ visibilityM, differences })
  })

  it('fills in no good value for an unreadable group', () => {
    const odd = 'METAR ZSPD 010800Z 21004MPS 030X FG VV0X1 28/25 Q1008'
    expect(live(odd, { cavok: true, visibility: 9_999 })).toMatchObject({
      visibilityM: null,
      ceilingKnown: false,
      cavok: false,
    })
    expect(live(odd, { visibility: 300 })?.visibilityM).toBe(300)
  })

  it.each(['9999 FG NSC', 'CAVOK FG', 'CAVOK R36L/0300'])(
    'nor for a good one that the text rules out: %s',
    (groups) => {
      const text = `METAR ZSPD 010800Z 21004MPS ${groups} 28/25 Q1008`
      expect(live(text, { cavok: true, visibility: 9_999 })).toMatchObject({ visibilityM: null, cavok: false })
    },
  )

  it.each(['//// NSC', '//// // //////', 'NIL'])('nor for a visibility that was not measured: %s', (groups) => {
    const text = `METAR ZSPD 010800Z 21004MPS ${groups} 28/25 Q1008`
    expect(live(text, { cavok: true, visibility: 99_999 })).toMatchObject({ visibilityM: null, cavok: false })
    expect(live(text, { visibility: 300 })?.visibilityM).toBe(300)
  })

  it('a text of another airport is named, and proves no good conditions', () => {
    const elsewhere = (text: string) => live(text.replace('ZSPD', 'ZBAA'), {})
    expect(elsewhere(RAW)).toMatchObject({ icao: 'ZSPD', visibilityM: 3000, differences: ['airport'] })
    expect(elsewhere(CAVOK)).toMatchObject({
      visibilityM: null,
      cavok: false,
      ceilingKnown: false,
      differences: ['airport'],
    })
  })

  it('takes no value that stands for "not measured"', () => {
    expect(live(RAW, { wind_speed: 99.9, temperature: -99, dew_temperature: -99.9 })).toMatchObject({
      windSpeedMps: 4,
      temperatureC: 28,
      dewPointC: 25,
      differences: [],
    })
  })

  it.each([
    ['AUTO /////MPS //// // ////// ///// Q////', null, null, null, null],
    ['34018G28 030X FG VV0X1 O3/O2 Q1008', null, null, null, null],
    ['21004MPS 3000 BR BKN040 28/25 Q1008', 4, 3_000, 28, 25],
    ['21004MPS CAVOK 28/25 Q1008', 4, 10_000, 28, 25],
    ['00000MPS 0000 FG VV000 00/00 Q1008', 0, 0, 0, 0],
  ])(
    'takes a zero of the service for no measurement: %s',
    (groups, windSpeedMps, visibilityM, temperatureC, dewPointC) => {
      const zeros = { wind_speed: 0, visibility: 0, temperature: 0, dew_temperature: 0, qnh: 0 }
      const values = { windSpeedMps, visibilityM, temperatureC, dewPointC, differences: [] }
      expect(live(`METAR ZSPD 010800Z ${groups}`, zeros)).toMatchObject(values)
    },
  )

  it.each([
    ['34012G28 9999 NSC', true], // without a unit: the gust is unknown
    ['24099MPS 9999 NSC', true],
    ['9999 NSC', false],
    ['34012MPS 9999 NSC JUNK', false],
  ])('the speed of the service is a minimum beside an unreadable wind: %s', (groups, windSpeedIsMinimum) => {
    const report = live(`METAR ZSPD 010800Z ${groups} 05/02 Q1008`, { wind_speed: 12 })
    expect(report).toMatchObject({ windSpeedMps: 12, windGustMps: null, windSpeedIsMinimum })
    expect(live(`METAR ZSPD 010800Z ${groups} 05/02 Q1008`, {})).toMatchObject({ windSpeedIsMinimum: false })
  })

  it('a special report is recognised from either source', () => {
    expect(reportFromRecord(record({ report_type: 'METAR', raw_metar: RAW.replace('METAR', 'SPECI') }))?.isSpeci).toBe(
      true,
    )
  })

  it('the faster wind counts, and of temperatures and pressure the service’s', () => {
    expect(live(RAW.replace('21004MPS', '21025MPS'), { wind_speed: 2.5 })).toMatchObject({
      windSpeedMps: 25,
      differences: ['wind'],
    })
    expect(live(RAW, { temperature: 5, dew_temperature: 15 })).toMatchObject({ temperatureC: 28, dewPointC: 25 })
    expect(live(RAW, { wind_speed: 25, temperature: 18, dew_temperature: 12, qnh: 998 })).toMatchObject({
      windSpeedMps: 25,
      temperatureC: 18,
      dewPointC: 12,
      qnhHpa: 998,
      differences: ['wind', 'temperature', 'dewPoint', 'pressure'],
    })
  })
})

describe('the time of observation', () => {
  const at = (more: Partial<ReportRecord>) => reportFromRecord(record(more))?.obsTimeMs

  it('is the stated one, with its offset', () => {
    expect(at({})).toBe(OBSERVED_MS)
  })

  it('is taken from the text if none is stated, or none with an offset', () => {
    expect(at({ obs_time: null })).toBe(OBSERVED_MS)
    expect(at({ obs_time: '2026-07-01T16:00:00' })).toBe(OBSERVED_MS)
  })

  it('is taken from the text if the stated one is after the arrival', () => {
    expect(at({ obs_time: '2026-07-02T08:00:00Z' })).toBe(OBSERVED_MS)
  })

  it('is of the month nearest to the arrival', () => {
    const raw_metar = 'METAR ZSPD 312330Z 21004MPS CAVOK 28/25 Q1008'
    expect(at({ raw_metar, obs_time: null, arrived_at: '2026-08-01T00:02:00Z' })).toBe(Date.UTC(2026, 6, 31, 23, 30))
  })

  it('is the arrival if nothing else is known, and without any there is no report', () => {
    expect(at({ obs_time: null, raw_metar: 'ZSPD' })).toBe(Date.UTC(2026, 6, 1, 8, 4, 10))
    expect(reportFromRecord(record({ obs_time: null, arrived_at: null }))).toBeNull()
  })
})

it('recognises a special report by its type, else by its text', () => {
  expect(reportFromRecord(record({ report_type: 'SPECI' }))?.isSpeci).toBe(true)
  expect(reportFromRecord(record({ report_type: null, raw_metar: RAW.replace('METAR', 'SPECI') }))?.isSpeci).toBe(true)
  expect(reportFromRecord(record())?.isSpeci).toBe(false)
})

describe('a record of the history', () => {
  const history = (more: object) =>
    reportFromHistory(
      metarHistoryRecordSchema.parse({
        icao_code: 'ZSPD',
        observation_time: '2026-07-01T08:00:00Z',
        raw_metar: RAW,
        ...more,
      }),
    )

  it('is a report like a live one', () => {
    const report = history({
      report_type: 'SPECI',
      wind_direction: 200,
      wind_speed: 4.1,
      visibility: 3000,
      qnh: 1008,
      temperature: 28,
    })
    expect(report).toMatchObject({
      icao: 'ZSPD',
      isSpeci: true,
      obsTimeMs: OBSERVED_MS,
      arrivedAtMs: null,
      windDirectionDeg: 200,
      windSpeedMps: 4.1,
      visibilityM: 3000,
      ceilingFt: 4000,
    })
  })

  it('is a correction if the service or the text says so', () => {
    const isCorrected = (raw_metar: string, is_corrected: unknown) => history({ raw_metar, is_corrected })?.isCorrected
    expect(isCorrected(RAW.replace('METAR', 'METAR COR'), false)).toBe(true)
    expect(isCorrected(RAW, true)).toBe(true)
    expect(isCorrected(RAW, false)).toBe(false)
  })

  it('means CAVOK by 99999 and 10 km by 9999', () => {
    expect(history({ raw_metar: null, visibility: 99_999 })).toMatchObject({
      cavok: true,
      visibilityM: 10_000,
      ceilingKnown: true,
    })
    expect(history({ raw_metar: null, visibility: 9_999 })).toMatchObject({
      cavok: false,
      visibilityM: 10_000,
      ceilingKnown: false,
    })
  })

  it('has the lower visibility and the stronger gust of text and service', () => {
    const fog = RAW.replace('3000 BR', '0300 FG')
    expect(history({ raw_metar: fog, visibility: 99_999 })).toMatchObject({
      visibilityM: 300,
      cavok: false,
      differences: ['cavok', 'visibility'],
    })
    expect(history({ visibility: 300, wind_gust: 30 })).toMatchObject({ visibilityM: 300, windGustMps: 30 })
    expect(history({ raw_metar: RAW.replace('21004', '21004G30'), wind_gust: 10 })).toMatchObject({ windGustMps: 30 })
  })

  it('has no wind, visibility and temperature where a zero fills in for them', () => {
    const zeros = { wind_direction: 0, wind_speed: 0, wind_gust: 0, visibility: 0, temperature: 0, dew_point: 0 }
    const raw_metar = 'METAR ZSPD 010800Z AUTO /////MPS //// // ////// ///// Q1008'
    expect(history({ raw_metar, ...zeros })).toMatchObject({
      windDirectionDeg: null,
      windSpeedMps: null,
      windGustMps: null,
      visibilityM: null,
      temperatureC: null,
      dewPointC: null,
    })
  })

  it('is of a time in any form', () => {
    expect(history({ observation_time: 1_782_892_800 })?.obsTimeMs).toBe(OBSERVED_MS)
    expect(history({ observation_time: '2026/07/01 08:00' })?.obsTimeMs).toBe(OBSERVED_MS)
  })

  it('is invalid without a time', () => {
    expect(history({ observation_time: 'yesterday' })).toBeNull()
  })
})
