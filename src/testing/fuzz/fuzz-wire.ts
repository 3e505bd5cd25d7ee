import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutDisplayText, displayText } from '../../contract/display-text.ts'
import {
  reportsHistoryQuerySchema,
  strikeCountsQuerySchema,
  strikesHistoryQuerySchema,
} from '../../contract/history-queries.ts'
import { parseJsonExact, stringifyJsonExact } from '../../contract/json-exact.ts'
import { readStrikes, strikeRecordSchema } from '../../contract/lightning.ts'
import { icaosQuerySchema, strikesQuerySchema } from '../../contract/live-queries.ts'
import { clientMessageSchema, readServerMessage } from '../../contract/messages.ts'
import { latencyRecordSchema, readByAirport, reportRecordSchema } from '../../contract/metar.ts'
import { queryFloat } from '../../contract/query.ts'
import { readRecords } from '../../contract/records.ts'
import { standardQueries } from '../../contract/standard-queries.ts'
import { minuteNameMs } from '../../contract/strike-history.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { parseCoordinates } from '../../core/geo/coordinates.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { readInstant, writeInstant } from '../../core/time/instant-text.ts'
import { csvText } from '../../core/util/csv.ts'
import { downloadNamed } from '../../server/web/content-disposition.ts'
import { reportRecord, strikeRecord } from '../fakes/fake-source.ts'
import { anyJson, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const instantMs = fc.integer({ min: FIRST_MS, max: LAST_MS })
const offset = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 * 60 }))
const instantText = fc.tuple(instantMs, offset).map(([ms, [sign, minutes]]) => {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${formatUtc(ms).slice(0, -1)}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
})
const TIMES = [
  '2026-07-01T08:00:00Z',
  '2026-07-01',
  '20260701',
  'T08:00',
  '24:00:00',
  ':60',
  '+08:00',
  '+99:00',
  'UTC',
  '.999999999',
  '02-31',
  '0000',
  '9999-12-31T23:59:60-14:00',
]

/** Times, numbers, lists and messages of the wire. */
export function fuzzWire(): void {
  instants()
  queries()
  recordsAndMessages()
  jsonWithExactIntegers()
  textsOfPeople()
}

function instants(): void {
  describe('instants', () => {
    it('survive formatting and parsing, to the millisecond', () => {
      fc.assert(fc.property(instantMs, (ms) => void expect(parseInstantMs(formatUtc(ms))).toBe(ms)))
    })

    it('are the same moment in any offset', () => {
      fc.assert(
        fc.property(instantMs, offset, (ms, [sign, minutes]) => {
          const localMs = ms + (sign === '+' ? minutes : -minutes) * 60_000
          fc.pre(localMs <= LAST_MS && localMs >= FIRST_MS)
          const pad = (number: number) => String(number).padStart(2, '0')
          const local = formatUtc(localMs).slice(0, -1)
          expect(parseInstantMs(`${local}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`)).toBe(ms)
        }),
      )
    })

    it('are valid dates or null, for any text', () => {
      const text = fc.oneof(anyText(TIMES), damaged(instantText), anyJson(TIMES))
      fc.assert(
        fc.property(text, (value) => {
          const ms = parseInstantMs(value)
          if (ms !== null) expect(parseInstantMs(formatUtc(ms))).toBe(ms)
        }),
      )
    })

    it('take what can be, and only that: no 30 February, no 25 o’clock', () => {
      const part = (most: number) => fc.integer({ min: 0, max: most })
      fc.assert(
        fc.property(part(9_999), part(13), part(32), part(25), part(61), part(61), (y, mo, d, h, mi, s) => {
          const pad = (number: number, width = 2) => String(number).padStart(width, '0')
          const day = `${pad(y, 4)}-${pad(mo)}-${pad(d)}`
          const isDay =
            !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
          const isTime = (h < 24 && mi < 60 && s <= 60) || (h === 24 && mi === 0 && s === 0)
          const ms = parseInstantMs(`${day}T${pad(h)}:${pad(mi)}:${pad(s)}Z`)
          const isInRange = !(y === 9_999 && mo === 12 && d === 31)
          if (isInRange) expect(ms !== null, `${day} ${h}:${mi}:${s}`).toBe(isDay && isTime)
        }),
      )
    })

    it('keep their digits in the history', () => {
      fc.assert(
        fc.property(fc.oneof(instantText, anyText(TIMES), instantMs.map(formatUtc)), instantMs, (text, baseMs) => {
          const baseS = Math.floor(baseMs / 1_000)
          const read = readInstant(text, baseS)
          if (read) expect(writeInstant(read, baseS)).toBe(text)
        }),
      )
    })

    it('have minutes with valid names, and no others', () => {
      fc.assert(fc.property(anyText(TIMES), (text) => expectFinite(minuteNameMs(text))))
    })
  })
}

function queries(): void {
  describe('queries', () => {
    it('are numbers in their range, or refused', () => {
      const texts = fc.oneof(anyText(), fc.double().map(String))
      fc.assert(
        fc.property(texts, (text) => {
          const read = queryFloat(-90, 90).safeParse(text)
          if (read.success) expect(Math.abs(read.data)).toBeLessThanOrEqual(90)
        }),
      )
    })

    it('take every number as JavaScript writes it', () => {
      fc.assert(
        fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (number) => {
          expect(queryFloat(-90, 90).parse(String(number)) + 0).toBe(number + 0)
        }),
      )
    })

    const schemas = {
      ...standardQueries,
    }
    const all = {
      ...schemas,
      strikesQuerySchema,
      icaosQuerySchema,
      strikesHistoryQuerySchema,
      strikeCountsQuerySchema,
      reportsHistoryQuerySchema,
    }
    const names = [...new Set(Object.values(all).flatMap((schema) => Object.keys((schema as { shape: object }).shape)))]
    it.each(Object.entries(all))('of %s are parsed or rejected, for any content', (_name, schema) => {
      const query = fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(anyText([...TIMES, 'ZSPD', '1,2,3,4']), instantText, fc.integer().map(String)),
      )
      fc.assert(
        fc.property(query, (asked) => {
          const read = schema.safeParse(asked)
          if (read.success) expectFinite(read.data)
        }),
      )
    })
  })
}

function recordsAndMessages(): void {
  describe('records and messages', () => {
    it('of any shape are read or dropped', () => {
      const strike = withChanges(fc.constant({ ...strikeRecord(), time: 1_782_892_800e9 }), anyJson())
      const report = withChanges(fc.constant(reportRecord()), anyJson(TIMES))
      fc.assert(
        fc.property(fc.array(strike, { maxLength: 3 }), fc.array(report, { maxLength: 3 }), (strikes, reports) => {
          const read = readRecords(strikeRecordSchema, strikes)
          expect(read.records.length + read.dropped).toBe(strikes.length)
          for (const { lat, lon, time } of read.records) expectFinite([lat, lon, Number(time)])
          for (const { icao } of readRecords(reportRecordSchema, reports).records) expect(icao).toMatch(/^[A-Z0-9]{4}$/)
        }),
      )
    })

    it('of strikes affect no other record, and have their time or an unknown one', () => {
      const nowMs = 1_782_892_800_000
      const good = { ...strikeRecord(), time: nowMs * 1e6 }
      const bad = withChanges(fc.constant(good), anyJson(['1e21', 'NaN', ...TIMES]))
      fc.assert(
        fc.property(fc.array(bad, { maxLength: 4 }), (records) => {
          const read = readStrikes([good, ...records, good], nowMs)
          expect(read.records.length + read.dropped).toBe(records.length + 2)
          expect(read.records.length).toBeGreaterThanOrEqual(2)
          expect(read.lost.length).toBe(read.dropped)
          for (const { time } of read.records) expect(Math.abs(Number(time) / 1e6 - nowMs)).toBeLessThanOrEqual(DAY_MS)
          for (const period of read.lost) if (period) expect(Math.abs(period.toMs - nowMs)).toBeLessThan(2 * DAY_MS)
        }),
      )
    })

    it('with an invalid JSON value lose that value only', () => {
      const word = fc.constantFrom('NaN', '-Infinity', 'None', '+5', '.5', '01', 'undefined', '0x10', 'nan')
      const field = fc.constantFrom('alt', 'pol', 'mds', 'mcg', 'status')
      fc.assert(
        fc.property(field, word, fc.nat({ max: 3 }), (name, by, at) => {
          const records = [0, 1, 2, 3].map((i) => ({
            ...strikeRecord(),
            lat: i,
            alt: 0,
            pol: 0,
            mds: 1,
            mcg: 2,
            status: 3,
          }))
          const texts = records.map((record) => stringifyJsonExact(record))
          texts[at] = texts[at]!.replace(new RegExp(`"${name}":-?\\d+`), `"${name}":${by}`)
          const read = readRecords(strikeRecordSchema, parseJsonExact(`[${texts.join()}]`))
          expect([read.records.length, read.mended]).toEqual([4, 1])
          expect(read.records[at]).toMatchObject({ lat: at, [name]: null, time: records[at]!.time })
        }),
      )
    })

    it('of a response by airport are found in any shape, up to a maximum depth', () => {
      const words = ['data', 'records', 'icao', 'ZSPD', 'raw_metar']
      const body = fc.oneof(anyJson(words), withChanges(fc.constant({ data: [reportRecord()] }), anyJson(words)))
      fc.assert(
        fc.property(body, (answer) => {
          readByAirport(reportRecordSchema, answer)
          readByAirport(latencyRecordSchema, answer)
        }),
      )
    })

    it('of a response by airport are searched to a maximum depth', () => {
      const into = [
        (inner: unknown) => ({ data: inner }),
        (inner: unknown) => ({ ZSPD: inner }),
        (inner: unknown) => [inner],
      ]
      const path = fc.tuple(fc.constantFrom(...into), fc.constantFrom(...into), fc.integer({ min: 1, max: 20_000 }))
      fc.assert(
        fc.property(path, ([outer, between, depth]) => {
          let inner: unknown = [reportRecord()]
          for (let i = 0; i < depth; i++) inner = between(inner)
          expect(readByAirport(reportRecordSchema, outer(inner))?.records.length ?? 0).toBeLessThanOrEqual(1)
        }),
        { numRuns: 30 },
      )
    })

    it('are classified, from any sender', () => {
      const WORDS = [
        'type',
        'data',
        'new_strikes',
        'ping',
        'server_notice',
        'gap',
        'source_status',
        'action',
        'subscribe',
        'icaos',
        'since',
      ]
      fc.assert(
        fc.property(anyJson(WORDS), (frame) => {
          expect(['message', 'unknown', 'malformed']).toContain(readServerMessage(frame).kind)
          clientMessageSchema.safeParse(frame)
        }),
      )
    })
  })
}

function jsonWithExactIntegers(): void {
  describe('JSON with exact integers', () => {
    it('is read and written without losing a digit', () => {
      const value = fc.dictionary(
        anyText(),
        fc.oneof(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), fc.integer(), fc.string()),
      )
      fc.assert(
        fc.property(value, (held) => {
          const text = stringifyJsonExact(held)
          expect(stringifyJsonExact(parseJsonExact(text))).toBe(text)
        }),
      )
    })

    it('is read or refused by a SyntaxError, however deep and however long its numbers', () => {
      const open = fc.constantFrom('[', '{"a":', '[1,{"b":[')
      const repeated = fc.tuple(
        fc.oneof(open, fc.constantFrom('9', '-9', '1e', '"', '\\')),
        fc.integer({ min: 1, max: 100_000 }),
      )
      const text = fc.oneof(anyText(), damaged(fc.jsonValue().map((value) => JSON.stringify(value))))
      fc.assert(
        fc.property(repeated, text, ([piece, times], after) => {
          for (const whole of [
            after,
            piece.repeat(times) + after,
            `${piece.repeat(times)}1${closing(piece).repeat(times)}`,
          ]) {
            try {
              stringifyJsonExact(parseJsonExact(whole))
            } catch (error) {
              expect(error).toBeInstanceOf(SyntaxError)
            }
          }
        }),
      )
    })
  })
}

function textsOfPeople(): void {
  describe('texts of people', () => {
    it('are shown without control and direction characters, and not longer than they may be', () => {
      fc.assert(
        fc.property(
          fc.oneof(anyText(), fc.string({ unit: 'binary' })),
          fc.integer({ min: 1, max: 50 }),
          (text, most) => {
            const shown = cutDisplayText(text, most)
            expect(shown.length).toBeLessThanOrEqual(most)
            expect(shown).not.toMatch(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]/u)
            expect(displayText(shown)).toBe(shown)
            const name = downloadNamed(text)
            expect(name).toMatch(/^attachment; filename="[^"\\/]*"(; filename\*=UTF-8''[\w.~!&+%-]*)?$/)
          },
        ),
      )
    })

    it('are positions on the Earth, or invalid', () => {
      const WORDS = ['31.2', '121.5', 'N', 'S', 'E', 'W', '°', '180', '90', '-90.0']
      fc.assert(
        fc.property(anyText(WORDS), (text) => {
          const at = parseCoordinates(text)
          if (!at) return
          expectFinite(at)
          expect(Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180).toBe(true)
        }),
      )
    })

    it('stay one cell of a table each, and no cell is run as a formula', () => {
      fc.assert(
        fc.property(fc.array(anyText(), { minLength: 1, maxLength: 4 }), (cells) => {
          const [row] = rowsOf(csvText([cells]))
          expect(row?.length).toBe(cells.length)
          for (const [i, cell] of row!.entries()) {
            // Only apostrophes are added: at the beginning, and after separators of cells in other locales.
            expect(cell.replaceAll("'", '')).toBe(cells[i]!.replaceAll("'", ''))
            if (!/^[+-]?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/(?:^|[;\t\r\n])\s*[=+\-@＝＋－＠]/)
          }
        }),
      )
    })
  })
}

function closing(open: string): string {
  return [...open]
    .reverse()
    .map((letter) => ({ '[': ']', '{': '}' })[letter] ?? '')
    .join('')
}

/** RFC 4180, letter by letter. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const letters = text.replace(/^\ufeff/, '')
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i]!
    if (isQuoted && letter === '"' && letters[i + 1] === '"') {
      cell += '"'
      i++
    } else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === ',' || (letter === '\r' && letters[i + 1] === '\n'))) {
      rows.at(-1)!.push(cell)
      cell = ''
      if (letter === '\r') {
        rows.push([])
        i++
      }
    } else cell += letter
  }
  return rows
}
