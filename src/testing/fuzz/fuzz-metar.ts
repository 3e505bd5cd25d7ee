import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReadableLength, RAW_METAR_GROUPS_MAX, reportRecordSchema } from '../../contract/metar.ts'
import { readRecords } from '../../contract/records.ts'
import { metarHistoryRecordSchema } from '../../contract/standard.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../core/metar/flight-category.ts'
import { type DecodedMetar, decodeMetar } from '../../core/metar/metar.ts'
import { explainMetar } from '../../core/metar/metar-explain.ts'
import { VISIBILITY_GOOD_M } from '../../core/metar/metar-visibility.ts'
import { reportFromHistory, reportFromRecord } from '../../core/metar/read-report.ts'
import { reportRecord } from '../fakes/fake-source.ts'
import { anyJson, anyNumber, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

export const KNOWN_REPORTS = gunzipSync(readFileSync('data/metar-reference.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .filter((_, i) => i % 29 === 0)
  .map((line) => (JSON.parse(line) as { raw: string }).raw)
const GROUPS = [
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
]
/** Texts that are reports, nearly are, or are not. */
export const anyReport = fc.oneof(
  damaged(fc.constantFrom(...KNOWN_REPORTS)),
  fc.array(fc.constantFrom(...GROUPS), { maxLength: 20 }).map((groups) => groups.join(' ')),
  anyText(GROUPS),
)
const HISTORY = {
  icao_code: 'ZSPD',
  observation_time: '2026-07-01T08:00:00Z',
  raw_metar: KNOWN_REPORTS[0],
  qa: 0,
  report_type: 'METAR',
  is_corrected: false,
  wind_direction: 120,
  wind_speed: 4,
  wind_gust: null,
  visibility: 9_999,
  temperature: 28,
  dew_point: 22,
  qnh: 1_008,
  weather: '',
}

/** Characters outside any group, and groups of an unknown form. */
const NO_LETTERS = ['#', '%', '?', '中', '~', '*']
const NO_GROUPS = ['#', 'X#X', '??????', '中文', '~12', 'BK%003']
const SEEN = new Set(['visibility', 'cavok', 'cloud', 'vertical-visibility'])

/** Known reports by token: positions of visibility and cloud, and start and end of the observation. */
const OBSERVED = KNOWN_REPORTS.flatMap((text) => {
  const words = text.split(/\s+/).filter(Boolean)
  const explained = explainMetar(text)
  if (explained.length !== words.length && !/RMK/.test(text)) return [] // groups of several tokens
  const parts = explained.slice(0, words.length)
  const isApart = parts.every((group, i) => group.part === 'remarks' || group.text === words[i])
  const groups = parts.flatMap(({ part, meaning }, index) =>
    part === 'observation' && SEEN.has(meaning.kind) ? [{ index, kind: meaning.kind }] : [],
  )
  const first = parts.findIndex(({ part }) => part === 'observation')
  const last = parts.findLastIndex(({ part }) => part === 'observation')
  return isApart && groups.length > 0 ? [{ raw: text, words, groups, first, last }] : []
})

function pick({ weather, qnhHpa, temperatureC, windSpeedMps, icao, time, clouds, rvr }: DecodedMetar) {
  return { weather, qnhHpa, temperatureC, windSpeedMps, icao, time, clouds, rvr }
}

/** Airport reports as text, and as records. */
export function fuzzMetar(): void {
  describe('a report', () => {
    it('is decoded and explained for any text, with finite numbers', () => {
      fc.assert(
        fc.property(anyReport, (text) => {
          const decoded = decodeMetar(text)
          expectFinite(decoded)
          expect(decoded.weather.length + decoded.clouds.length).toBeLessThanOrEqual(text.length)
          expectFinite(explainMetar(text))
          for (const preset of Object.values(CATEGORY_PRESETS)) flightCategory(decoded, preset)
        }),
      )
    })

    it('is explained group by group, covering the text', () => {
      fc.assert(
        fc.property(anyReport, (text) => {
          const shown = explainMetar(text).map((group) => group.text)
          expect(shown.join(' ').replace(/\s+/g, '')).toBe(text.toUpperCase().replace(/\s+/g, ''))
        }),
      )
    })

    it('with an unreadable group has no sky without ceiling, no higher ceiling and no good visibility due to it', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...OBSERVED),
          fc.nat(),
          fc.nat(),
          fc.constantFrom(...NO_LETTERS),
          (at, i, j, letter) => {
            const truth = decodeMetar(at.raw)
            const { index, kind } = at.groups[i % at.groups.length]!
            const word = at.words[index]!
            const cut = j % (word.length + 1)
            const spoilt = at.words.with(index, `${word.slice(0, cut)}${letter}${word.slice(cut)}`)
            const read = decodeMetar(spoilt.join(' '))
            if (kind === 'visibility' || kind === 'cavok')
              expect(read.visibilityM ?? 0, spoilt.join(' ')).toBeLessThan(VISIBILITY_GOOD_M)
            if (kind === 'visibility' || !read.ceilingKnown) return
            expect(read.ceilingFt ?? Number.POSITIVE_INFINITY, spoilt.join(' ')).toBeLessThanOrEqual(
              truth.ceilingFt ?? -1,
            )
          },
        ),
      )
    })

    it('with a further unreadable group has the same other values, or unknown ones where it may hide them', () => {
      fc.assert(
        fc.property(fc.constantFrom(...OBSERVED), fc.nat(), fc.constantFrom(...NO_GROUPS), (at, i, odd) => {
          const truth = decodeMetar(at.raw)
          const index = at.first + (i % (at.last - at.first + 1))
          const text = at.words.toSpliced(index, 0, odd).join(' ')
          const read = decodeMetar(text)
          expect({ text, ...pick(read) }).toEqual({ text, ...pick(truth) })
          if (read.visibilityM !== null) expect(read.visibilityM, text).toBeLessThanOrEqual(truth.visibilityM ?? -1)
          else expect(truth.visibilityM ?? VISIBILITY_GOOD_M, text).toBeGreaterThanOrEqual(VISIBILITY_GOOD_M)
          if (read.ceilingKnown) expect([read.ceilingFt, truth.ceilingKnown], text).toEqual([truth.ceilingFt, true])
        }),
      )
    })

    it('has no sky without ceiling and no good visibility except by an explicit group', () => {
      fc.assert(
        fc.property(anyReport, (text) => {
          const read = decodeMetar(text)
          const groups = explainMetar(text).filter(({ part }) => part === 'observation')
          const said = new Set(groups.map(({ meaning }) => meaning.kind))
          if ((read.visibilityM ?? 0) >= VISIBILITY_GOOD_M)
            expect(said.has('visibility') || said.has('cavok'), text).toBe(true)
          if (!read.ceilingKnown || read.ceilingFt !== null) return
          expect(said.has('cloud') || said.has('cavok'), text).toBe(true)
          const unread = groups.filter(({ meaning }) => meaning.kind === 'unread').map((group) => group.text)
          expect(
            unread.filter((group) => /FEW|SCT|BKN|OVC|VV/.test(group)),
            text,
          ).toEqual([])
        }),
      )
    })

    it('is never improved by the service’s parsed values', () => {
      const parsed = fc.record({
        cavok: fc.constantFrom(true, false, null),
        visibility: fc.oneof(fc.constantFrom(null, 99_999, 9_999, 0, 300, -9_999), anyNumber),
        wind_speed: fc.oneof(fc.constant(null), anyNumber),
      })
      fc.assert(
        fc.property(anyReport, parsed, (text, values) => {
          const own = decodeMetar(text)
          for (const record of readRecords(reportRecordSchema, [
            reportRecord({ raw_metar: text, parsed: { ...values } as never }),
          ]).records) {
            const report = reportFromRecord(record)!
            if (own.visibilityM !== null && report.visibilityM !== null)
              expect(report.visibilityM).toBeLessThanOrEqual(own.visibilityM)
            if (values.cavok === false) expect(report.cavok).toBe(false)
            const isFilledIn = report.cavok && !own.cavok
            expect(report.ceilingKnown && !own.ceilingKnown).toBe(isFilledIn)
            if (isFilledIn)
              expect([own.visibilityM, own.clouds, own.weather, own.unread, own.impossible]).toEqual([
                null,
                [],
                [],
                [],
                [],
              ])
          }
        }),
      )
    })

    it('is read within its bounds, and not at all beyond them', () => {
      const long = fc.tuple(
        fc.constantFrom('', 'METAR ZSPD 010800Z '),
        fc.constantFrom('1 ', '=', '/', 'A', 'R01/', 'BKN001 ', '\u0000'),
        fc.integer({ min: 1, max: 2_000 }),
      )
      fc.assert(
        fc.property(long, ([before, again, times]) => {
          const text = before + again.repeat(times)
          const groups = explainMetar(text)
          expect(groups.length).toBeLessThanOrEqual(RAW_METAR_GROUPS_MAX)
          const { records, dropped } = readRecords(reportRecordSchema, [reportRecord({ raw_metar: text })])
          expect(dropped).toBe(Number(!isReadableLength(text)))
          if (dropped > 0) expect([groups.length, decodeMetar(text).icao]).toEqual([1, null])
          expect(records.length + dropped).toBe(1)
        }),
      )
    })

    it('of any record has a moment and finite numbers, or is invalid', () => {
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
        fc.property(live, withChanges(fc.constant(HISTORY), wild), anyReport, (record, past, text) => {
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
