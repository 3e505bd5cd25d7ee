import { describe, expect, it } from 'vitest'
import { type CodedReport, writeRaw } from './metar-report.ts'

const FOG: CodedReport = {
  icao: 'ZSPD',
  timeMs: Date.UTC(2026, 0, 21, 9),
  kind: 'METAR',
  corrected: false,
  auto: false,
  nil: false,
  wind: { directionDeg: 210, speed: 4, gust: null, unit: 'MPS', range: [190, 250] },
  windUnit: 'MPS',
  visibilityM: 800,
  cavok: false,
  runwayRanges: ['R35L/1200N'],
  weather: ['FG'],
  clouds: [{ cover: 'SCT', hundredsFt: 26, type: '' }],
  verticalVisibility: null,
  temperatureC: -21,
  dewPointC: -19,
  qnhHpa: 1008,
  recentWeather: [],
  trend: 'NOSIG',
  remark: '',
}

const raw = (change: Partial<CodedReport>) => writeRaw({ ...FOG, ...change })

describe('raw report', () => {
  it('has the Chinese form: metres a second, metres, hectopascals, hundreds of feet', () => {
    expect(writeRaw(FOG)).toBe('METAR ZSPD 210900Z 21004MPS 190V250 0800 R35L/1200N FG SCT026 M21/M19 Q1008 NOSIG=')
  })

  it('writes calm, variable and gusting wind', () => {
    const wind = { directionDeg: null, speed: 0, gust: null, unit: 'MPS', range: null } as const
    expect(raw({ wind })).toContain(' 00000MPS ')
    expect(raw({ wind: { ...wind, speed: 1 } })).toContain(' VRB01MPS ')
    expect(raw({ wind: { ...wind, directionDeg: 30, speed: 8, gust: 15 } })).toContain(' 03008G15MPS ')
    expect(raw({ wind: { ...wind, directionDeg: 360, speed: 12, unit: 'KT' } })).toContain(' 36012KT ')
  })

  it('replaces visibility, weather and cloud by CAVOK', () => {
    expect(raw({ cavok: true, visibilityM: 10_000, weather: [], clouds: [], runwayRanges: [] })).toBe(
      'METAR ZSPD 210900Z 21004MPS 190V250 CAVOK M21/M19 Q1008 NOSIG=',
    )
  })

  it('writes 9999, NSC, storm cloud, vertical visibility and a temperature just below zero', () => {
    expect(raw({ visibilityM: 10_000, clouds: [] })).toContain(' 9999 R35L/1200N FG NSC ')
    expect(raw({ clouds: [{ cover: 'FEW', hundredsFt: 30, type: 'CB' }] })).toContain(' FEW030CB ')
    expect(raw({ verticalVisibility: '001' })).toContain(' VV001 ')
    expect(raw({ temperatureC: 1, dewPointC: -0 })).toContain(' 01/M00 ')
  })

  it('writes slashes for unobserved values', () => {
    const blind = { wind: null, visibilityM: null, runwayRanges: [], weather: null, clouds: null }
    expect(raw({ ...blind, temperatureC: null, qnhHpa: null, auto: true, trend: '' })).toBe(
      'METAR ZSPD 210900Z AUTO /////MPS //// // ////// ///// Q////=',
    )
  })

  it('includes specials, corrections, recent weather and missing reports', () => {
    expect(raw({ kind: 'SPECI', corrected: true })).toMatch(/^SPECI COR ZSPD 210900Z /)
    expect(raw({ recentWeather: ['TS'] })).toContain(' Q1008 RETS NOSIG=')
    expect(raw({ nil: true })).toBe('METAR ZSPD 210900Z NIL=')
  })
})
