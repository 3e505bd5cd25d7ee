import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../contract/metar.ts'
import { readRecords } from '../../contract/records.ts'
import { metarHistoryRecordSchema } from '../../contract/standard.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../core/metar/flight-category.ts'
import { decodeMetar } from '../../core/metar/metar.ts'
import { explainMetar } from '../../core/metar/metar-explain.ts'
import { reportFromHistory, reportFromRecord } from '../../core/metar/read-report.ts'
import { reportRecord } from '../fakes/fake-source.ts'
import { anyJson, anyNumber, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

const KNOWN = gunzipSync(readFileSync('data/metar-reference.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .filter((_, i) => i % 29 === 0)
  .map((line) => (JSON.parse(line) as { raw: string }).raw)
const GROUPS = [
  ...[
    'METAR',
    'SPECI',
    'ZSPD',
    '010800Z',
    '311260Z',
    'AUTO',
    'COR',
    'NIL',
    '12004MPS',
    'VRB99G99KT',
    '00000KT',
    '/////KT',
    '350V999',
    '9999',
    '0000',
    'CAVOK',
  ],
  ...[
    '1/2SM',
    'P6SM',
    '1 1/2SM',
    '+TSRA',
    '-SHRA',
    'VCTS',
    '//',
    'FEW030',
    'BKN///CB',
    'VV001',
    'OVC999',
    '28/22',
    'M99/M99',
    'Q1008',
    'A2992',
    'Q9999',
    'QNH2992INS',
  ],
  ...[
    'R18L/0400V1200U',
    'R88/CLRD//',
    '88290592',
    'R99/999999',
    'WS ALL RWY',
    'WS R18',
    'W20/H999',
    'RERA',
    'BECMG',
    'TEMPO',
    'NOSIG',
    'FM2400',
    'PROB99',
    'RMK',
    '=',
    'BLACKRED',
  ],
]
const raw = fc.oneof(
  damaged(fc.constantFrom(...KNOWN)),
  fc.array(fc.constantFrom(...GROUPS), { maxLength: 20 }).map((groups) => groups.join(' ')),
  anyText(GROUPS),
)
const HISTORY = {
  ...{ icao_code: 'ZSPD', observation_time: '2026-07-01T08:00:00Z', raw_metar: KNOWN[0], qa: 0, report_type: 'METAR' },
  ...{
    is_corrected: false,
    wind_direction: 120,
    wind_speed: 4,
    wind_gust: null,
    visibility: 9_999,
    temperature: 28,
    dew_point: 22,
    qnh: 1_008,
    weather: '',
  },
}

/** Reports of airports, as their text and as the records that bring it. */
export function fuzzMetar(): void {
  describe('a report', () => {
    it('is decoded and explained whatever its text is, and no number in it is none', () => {
      fc.assert(
        fc.property(raw, (text) => {
          const decoded = decodeMetar(text)
          expectFinite(decoded)
          expect(decoded.weather.length + decoded.clouds.length).toBeLessThanOrEqual(text.length)
          expectFinite(explainMetar(text))
          for (const preset of Object.values(CATEGORY_PRESETS)) flightCategory(decoded, preset)
        }),
      )
    })

    it('is explained group by group: what is shown is the text', () => {
      fc.assert(
        fc.property(raw, (text) => {
          const shown = explainMetar(text).map((group) => group.text)
          expect(shown.join(' ').replace(/\s+/g, '')).toBe(text.toUpperCase().replace(/\s+/g, ''))
        }),
      )
    })

    it('of any record has a moment and numbers that can be shown, or is none', () => {
      const wild = fc.oneof(anyJson(['2026-07-01T08:00:00Z', 'degF', 'K', 'inHg', 'knots']), anyNumber)
      const parsed = {
        temperature: 1e308,
        temperature_units: 'F',
        wind_speed: 1e308,
        wind_speed_units: 'm/s',
        qnh: 1e308,
        qnh_units: 'inHg',
      }
      const live = fc.oneof(
        withChanges(fc.constant(reportRecord()), wild),
        withChanges(fc.constant(reportRecord({ parsed })), wild),
      )
      fc.assert(
        fc.property(live, withChanges(fc.constant(HISTORY), wild), raw, (record, past, text) => {
          for (const each of readRecords(reportRecordSchema, [record]).records) {
            expectShown(reportFromRecord(each))
            expectShown(reportFromRecord({ ...each, raw_metar: text }))
          }
          for (const each of readRecords(metarHistoryRecordSchema, [past]).records) expectShown(reportFromHistory(each))
        }),
      )
    })
  })
}

function expectShown(report: ReturnType<typeof reportFromRecord>): void {
  if (!report) return
  expectFinite(report)
  expect(Number.isNaN(new Date(report.obsTimeMs).getTime())).toBe(false)
}
