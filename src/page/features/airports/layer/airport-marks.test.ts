import { beforeEach, describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../../../contract/metar.ts'
import { type Airport, airportFromRecord } from '../../../../core/airports/airport.ts'
import { CATEGORY_PRESETS } from '../../../../core/metar/flight-category.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import { createReportStore, type ReportStore } from '../../../live/reports/report-store.ts'
import { createAirportMarks, type MarkContext, markOf } from './airport-marks.ts'
import { readPlotName } from './station-plot.ts'

const OBSERVED_MS = Date.UTC(2026, 6, 1, 8)
const min = 60_000
const at = (ageMin: number, chances: Record<string, number> = {}): MarkContext => ({
  chanceAt: (icao) => chances[icao] ?? 0,
  nowMs: OBSERVED_MS + ageMin * min,
  preset: CATEGORY_PRESETS.icao,
  areReportsStale: false,
  watched: new Set(['ZGGG']),
  windText: (mps, gustMps) => (gustMps === null ? `${mps} m/s` : `${mps} G${gustMps} m/s`),
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
  expect(markOf({ icao: 'ZSPD', size: 2 }, report(CLEAR), at(10))).toMatchObject({
    category: 'vfr',
    age: 'current',
    barb: '10',
    windDeg: 210,
    wind: '4 m/s',
    sign: '',
  })
  expect(markOf({ icao: 'ZBAA', size: 2 }, report(STORM), at(10))).toMatchObject({
    category: 'ifr',
    barb: 'variable',
    sign: 'ts-speci',
  })
  expect(markOf({ icao: 'ZSPD', size: 2 }, report(CLEAR.replace('21004', '00000')), at(10)).barb).toBe('calm')
  expect(markOf({ icao: 'ZSPD', size: 2 }, report(CLEAR.replace('21004', '/////')), at(10))).toMatchObject({
    barb: '',
    wind: '',
  })
  expect(markOf({ icao: 'ZSPD', size: 2 }, report(CLEAR.replace('04MPS', 'P49MPS')), at(10)).wind).toBe('≥ 49 m/s')
})

it('draws an airport without a report as unknown', () => {
  expect(markOf({ icao: 'ZSPD', size: 2 }, undefined, at(0))).toMatchObject({
    category: 'unknown',
    age: 'none',
    barb: '',
  })
})

describe('where marks collide', () => {
  const rank = (raw: string, ageMin = 10, airport: Pick<Airport, 'icao' | 'size'> = { icao: 'ZBAA', size: 2 }) =>
    markOf(airport, report(raw), at(ageMin)).rank
  const rain = STORM.replace('+TSRA', '+RA')
  const routine = (raw: string) => raw.replace('SPECI', 'METAR')

  it('ranks a special report before any other', () => {
    expect(rank(CLEAR.replace('METAR', 'SPECI'))).toBeLessThan(rank(routine(STORM)))
  })

  it('ranks a thunderstorm and the worse category first', () => {
    expect(rank(routine(STORM))).toBeLessThan(rank(routine(rain)))
    expect(rank(routine(rain))).toBeLessThan(rank(CLEAR))
    expect(rank(CLEAR)).toBeLessThan(rank(CLEAR.replace('9999', '////')))
  })

  it('ranks the pinned one first, then the larger', () => {
    expect(rank(CLEAR, 10, { icao: 'ZGGG', size: 1 })).toBeLessThan(rank(CLEAR, 10, { icao: 'ZBAA', size: 3 }))
    expect(rank(CLEAR, 10, { icao: 'ZSPD', size: 3 })).toBeLessThan(rank(CLEAR, 10, { icao: 'ZBAA', size: 2 }))
    expect(rank(routine(rain))).toBeLessThan(rank(CLEAR, 10, { icao: 'ZGGG', size: 3 }))
  })

  it('ranks outdated and missing reports last', () => {
    expect(rank(STORM, 130)).toBeGreaterThan(rank(CLEAR))
    expect(markOf({ icao: 'ZBAA', size: 2 }, undefined, at(0)).rank).toBeGreaterThan(rank(CLEAR))
  })
})

it('plots an outdated report as of no category', () => {
  const plot = (ageMin: number) => readPlotName(markOf({ icao: 'ZBAA', size: 2 }, report(STORM), at(ageMin)).plot)
  expect(plot(10)).toMatchObject({ category: 'ifr', sky: 'broken', weather: '+TSRA', barb: 'variable' })
  expect(plot(130).category).toBe('unknown')
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

it('keeps the mark of the likeliest strike on collisions, and follows the nowcast', () => {
  store.add([report(CLEAR), report(STORM)])
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  const [change, ...others] = marks.refresh(at(10, { ZSPD: 0.03 }))
  expect(others).toEqual([])
  const rank = change!.addOrUpdateProperties!.find(({ key }) => key === 'rank')!.value as number
  expect(change!.id).toBe('ZSPD')
  expect(rank).toBeLessThan(markOf({ icao: 'ZBAA', size: 2 }, report(STORM), at(10)).rank)
})

it('shows no good weather once reports stop arriving, and keeps the worse categories', () => {
  store.add([report(CLEAR), report(STORM)])
  const marks = createAirportMarks(store)
  const categories = () => marks.data().features.map(({ properties }) => properties.category)
  marks.rebuild(at(10))
  expect(categories()).toEqual(['vfr', 'ifr'])
  marks.refresh({ ...at(10), areReportsStale: true })
  expect(categories()).toEqual(['unknown', 'ifr'])
  marks.refresh(at(10))
  expect(categories()).toEqual(['vfr', 'ifr'])
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

it('keeps its collection up to date, for a reloaded style', () => {
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  const data = marks.data()
  store.add([report(STORM)])
  marks.refresh(at(10), ['ZBAA'])
  expect(marks.data()).toBe(data)
  expect(data.features.map(({ properties }) => properties.category)).toEqual(['unknown', 'ifr'])
})

it('touches one airport of ten thousand for one report', () => {
  store.setAirports(
    Array.from({ length: 10_000 }, (_, i) =>
      airportFromRecord({
        icao_code: i === 5_000 ? 'ZSPD' : `${i}`.padStart(4, '0'),
        longitude: (i % 360) - 180,
        latitude: (i % 170) - 85,
      }),
    ),
  )
  const marks = createAirportMarks(store)
  marks.rebuild(at(10))
  const before = marks.data().features.map(({ properties }) => properties)
  const looked: string[] = []
  const latest = store.latest
  store.latest = (icao) => {
    looked.push(icao)
    return latest(icao)
  }
  const stop = store.subscribe((changed) => changed && marks.refresh(at(10), changed))
  store.add([report(CLEAR)])
  stop()
  expect(looked).toEqual(['ZSPD'])
  const redrawn = marks.data().features.filter(({ properties }, i) => properties !== before[i])
  expect(redrawn.map(({ properties }) => properties.icao)).toEqual(['ZSPD'])
})
