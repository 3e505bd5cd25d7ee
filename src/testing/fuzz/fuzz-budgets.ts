import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayText, TEXT_MAX } from '../../contract/display-text.ts'
import { parseJson } from '../../contract/json/json-mend.ts'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { readInstant } from '../../contract/time.ts'
import { placeFeatureSchema } from '../../contract/watch/places.ts'
import type { Airport } from '../../core/airports/airport.ts'
import { searchAirports } from '../../core/airports/airport-search.ts'
import { parseCoordinates } from '../../core/geo/coordinates.ts'
import { searchTowns } from '../../core/geo/town-search.ts'
import { fixedParameters, placeholdersOf } from '../../core/layers/layer-address.ts'
import { readPlaces } from '../../core/places/read-places.ts'
import { csvText } from '../../core/util/csv.ts'
import { identityName } from '../../server/access/identity-name.ts'
import { clientAddress, lastForwarded } from '../../server/web/client-address.ts'
import { anyText } from './fuzz-kit.ts'

/** Maximum CPU time per text, ms, independent of the load of the machine. */
const CALL_MAX_MS = 100
/** Maximum size of all headers together, by Node. */
const HEADERS = 16_384
/** Length of pasted texts and file lines. */
const PASTED = 50_000
/** Maximum length of broken JSON that is repaired. */
const MENDED = 128 * 1024

const AIRPORT: Airport = {
  icao: 'ZSPD',
  iata: 'PVG',
  name: '上海浦东',
  nameEn: 'Shanghai Pudong',
  lat: 31,
  lon: 121,
  elevationM: 4,
  city: '上海',
  cityEn: 'Shanghai',
  province: '上海',
  provinceEn: 'Shanghai',
  earliestMs: null,
  countryEn: null,
  countryZh: null,
  size: 3,
}

const POINT = { type: 'Point', coordinates: [121, 31] }

interface Parser {
  /** Maximum length of a text, in UTF-16 code units. */
  longest: number
  /** Its language. */
  words: readonly string[]
  read(text: string): unknown
}

const CALLS_MAX = 3
const JSON_WORDS = ['{"time":', '1782892800123456789', 'NaN', ',', '"\\u', '}', '[']

/** Every reader of texts that other people and services write. */
const PARSERS: Record<string, Parser> = {
  'the hours of a place': {
    longest: PASTED,
    words: ['Mo', '-Fr', ' 06:00', '-22:00', '; '],
    read: (hours) =>
      placeFeatureSchema.safeParse({ type: 'Feature', geometry: POINT, properties: { id: 'a', name: 'a', hours } }),
  },
  'a file of places': {
    longest: MENDED,
    words: ['{"type":"FeatureCollection","features":[', '[1,2],', '"geometry":', '{}', ']}'],
    read: readPlaces,
  },
  'the ring of a place': {
    longest: PASTED,
    words: ['[121,31],', '[121.5,31],', '[121,32],', '[-179,89],'],
    read: (text) => readPlaces(ringFile(text)),
  },
  'an address of a layer': {
    longest: TEXT_MAX,
    words: ['https://a.example/', '{z}', '{time:yyyy', '}', '?', 'time=1&', 'BBOX='],
    read: (text) => [placeholdersOf(text), fixedParameters(text), fixedParameters(`https://a.example/?${text}`)],
  },
  'a cell of CSV': { longest: PASTED, words: ['=1+1', '\r\n', '"', '; ', '＝'], read: (text) => csvText([[text]]) },
  'X-Forwarded-For': {
    longest: HEADERS,
    words: ['10.0.0.7', ':443', '[::1]', ', ', '"'],
    read: (text) => clientAddress('127.0.0.1', { for: text }),
  },
  Forwarded: {
    longest: HEADERS,
    words: ['for=', '"[::1]:443"', ';proto=https', ', ', '\\"', 'for="'],
    read: (text) => [clientAddress('127.0.0.1', { standard: text }), lastForwarded(text, 'proto')],
  },
  'a name in a header': {
    longest: HEADERS,
    words: ['=?utf-8?b?', '5byg5LiJ', '?=', '=?utf-8?q?=E5', "UTF-8''", '%E5', 'Ì\u0080'],
    read: identityName,
  },
  'pasted coordinates': { longest: PASTED, words: ['31.2', ' 121.5', 'N', '°', '−'], read: parseCoordinates },
  'a search for airports': {
    longest: PASTED,
    words: ['shanghai ', 'zspd ', '上海', '\u0315\u0300'],
    read: (text) => searchAirports(Array(300).fill(AIRPORT), text, 6),
  },
  'a search for towns': {
    longest: PASTED,
    words: ['shang', '上海', '\u0315\u0300'],
    read: (text) => searchTowns(text, 'en', 6),
  },
  'a line of JSON': { longest: MENDED, words: JSON_WORDS, read: (text) => attempt(() => parseJson(text)) },
  'a line of JSON with exact numbers': {
    longest: MENDED,
    words: JSON_WORDS,
    read: (text) => attempt(() => parseJsonExact(text)),
  },
  'a text to be shown': {
    longest: PASTED,
    words: ['\u0315\u0300', '\u1100\u1161', '\r\n', '\u202e', '\u200b '],
    read: (text) => displayText(text, { lineBreaks: true }),
  },
  'a time': { longest: PASTED, words: ['2026-07-01', 'T08:00', 'Z', '+08:00', '1782892800'], read: readInstant },
}

/** A beginning, something again and again, and an end. */
function longText({ longest, words }: Parser): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...words), fc.constantFrom(' ', '\n', '\t', '0', 'a', '-'), anyText(words))
  return fc.tuple(piece, piece, piece, fc.integer({ min: 1, max: longest })).map(([before, again, after, length]) => {
    const times = Math.ceil(length / Math.max(1, again.length))
    return (before + again.repeat(times)).slice(0, longest - 1).concat(after.slice(0, 1))
  })
}

function ringFile(positions: string): string {
  const coordinates = `[[${positions.replace(/,\s*$/, '')}]]`
  const feature = `{"type":"Feature","properties":{"id":"a","name":"a"},"geometry":{"type":"Polygon","coordinates":${coordinates}}}`
  return `{"type":"FeatureCollection","features":[${feature}]}`
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return null
  }
}

/** CPU time of this thread: other users of the machine do not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** CPU time of the fastest of a few calls: a slow one may have collected garbage of earlier texts. */
function fastestMs(read: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let call = 0; call < CALLS_MAX && fastest >= CALL_MAX_MS; call++) {
    const begunMs = processorMs()
    read()
    fastest = Math.min(fastest, processorMs() - begunMs)
  }
  return fastest
}

/** No text of any length blocks the process. A measurement, and therefore a long test. */
export function fuzzBudgets(): void {
  describe('within a tenth of a second is read', () => {
    it.each(Object.entries(PARSERS))('%s', (_, parser) => {
      parser.read('')
      fc.assert(
        fc.property(longText(parser), (text) => {
          expect(
            fastestMs(() => parser.read(text)),
            JSON.stringify(text.slice(0, 100)),
          ).toBeLessThan(CALL_MAX_MS)
        }),
      )
    })
  })
}
