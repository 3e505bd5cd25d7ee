import { beforeEach, expect, it } from 'vitest'
import { reportRecordSchema } from '../../contract/metar.ts'
import { airportFromRecord } from '../../core/airport.ts'
import { CATEGORY_PRESETS } from '../../core/flight-category.ts'
import { reportFromRecord } from '../../core/read-report.ts'
import { createReportStore, type ReportStore } from '../../shell/report-store.ts'
import { createAirportMarks, type MarkContext, markOf } from './airport-marks.ts'

const OBSERVED_MS = Date.UTC(2026, 6, 1, 8)
const min = 60_000
const at = (ageMin: number): MarkContext => ({
  nowMs: OBSERVED_MS + ageMin * min,
  preset: CATEGORY_PRESETS.icao,
  windText: (mps) => `${mps} m/s`,
})
const report = (raw: string) =>
  reportFromRecord(
    reportRecordSchema.parse({ icao: raw.split(' ')[1], raw_metar: raw, arrived_at: '2026-07-01T08:05:00Z' }),
  )!

const CLEAR = 'METAR ZSPD 010800Z 21004MPS 9999 NSC 20/10 Q1010'
const STORM = 'SPECI ZBAA 010800Z VRB12G20MPS 1200 +TSRA BKN010CB 20/18 Q1003'

let store: ReportStore
beforeEach(() => {
  store = createReportStore()
  store.setAirports(
    ['ZSPD', 'ZBAA'].map((icao_code, i) => airportFromRecord({ icao_code, longitude: 110 + i, latitude: 30 })),
  )
})

it('draws category, wind, age and sign of a report', () => {
  expect(markOf('ZSPD', report(CLEAR), at(10))).toMatchObject({
    category: 'vfr',
    age: 'current',
    barb: '10',
    windDeg: 210,
    wind: '4 m/s',
    sign: '',
  })
  expect(markOf('ZBAA', report(STORM), at(10))).toMatchObject({ category: 'ifr', barb: 'variable', sign: 'ts-speci' })
  expect(markOf('ZSPD', report(CLEAR.replace('21004', '00000')), at(10)).barb).toBe('calm')
  expect(markOf('ZSPD', report(CLEAR.replace('21004', '/////')), at(10))).toMatchObject({ barb: '', wind: '' })
})

it('draws an airport without a report as unknown', () => {
  expect(markOf('ZSPD', undefined, at(0))).toMatchObject({ category: 'unknown', age: 'none', barb: '' })
})

it('puts a thunderstorm and the worst categories first, what is outdated last', () => {
  const rank = (raw: string, ageMin: number) => markOf('X', report(raw), at(ageMin)).rank
  expect(rank(STORM, 10)).toBeLessThan(rank(STORM.replace('+TSRA', '+RA'), 10))
  expect(rank(STORM, 10)).toBeLessThan(rank(CLEAR, 10))
  expect(rank(STORM, 130)).toBeGreaterThan(rank(CLEAR, 10))
})

it('changes one feature for one report', () => {
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  store.add([report(CLEAR)])
  const changes = marks.refresh(at(10), ['ZSPD'])
  expect(changes.map(({ id }) => id)).toEqual(['ZSPD'])
  expect(changes[0]!.addOrUpdateProperties).toContainEqual({ key: 'category', value: 'vfr' })
  expect(marks.refresh(at(11))).toEqual([])
})

it('fades with age alone', () => {
  store.add([report(CLEAR), report(STORM)])
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  expect(marks.refresh(at(80)).map(({ addOrUpdateProperties }) => addOrUpdateProperties?.[0])).toEqual([
    { key: 'age', value: 'overdue' },
    { key: 'age', value: 'overdue' },
  ])
})

it('keeps its collection true to what was changed, for a style that loads anew', () => {
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  const data = marks.data()
  store.add([report(STORM)])
  marks.refresh(at(10), ['ZBAA'])
  expect(marks.data()).toBe(data)
  expect(data.features.map(({ properties }) => properties.category)).toEqual(['unknown', 'ifr'])
})
