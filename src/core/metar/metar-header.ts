import { isReadableLength } from '../../contract/metar.ts'

/** Day of the month, hour and minute, UTC. */
export interface ReportTime {
  day: number
  hour: number
  minute: number
}

const AIRPORT = /^[A-Z][A-Z0-9]{3}$/
const TIME = /^(\d{2})(\d{2})(\d{2})(Z?)$/
const CORRECTION = /^(COR|CC[A-Z])$/
/**
 * WMO abbreviated heading: data designators, centre, day and time, optionally an indicator of a correction or delay.
 */
const HEADING = /^(?:\d{3} )?[A-Z]{4}\d{2} [A-Z]{4} \d{6}(?: (?:COR|[ACPR][A-Z]{2}))?(?= )/
/** Maximum words before the header ends; later look-alikes are something else. */
const HEADER_WORDS_MAX = 12

/** Time of observation and correction mark of a raw report, without parsing its groups. */
export function readMetarHeader(raw: string): { time: ReportTime | null; isCorrected: boolean } {
  if (!isReadableLength(raw)) return { time: null, isCorrected: false }
  const texts = raw.toUpperCase().trim().split(/\s+/)
  const words = texts.map(wordOf)
  const begin = words.slice(
    0,
    texts.slice(0, HEADER_WORDS_MAX).findIndex((text) => /^RMK|[^=]=/.test(text)) + 1 || HEADER_WORDS_MAX,
  )
  return { time: headerOf(words).time, isCorrected: begin.some(isCorrectionWord) }
}

export function isCorrectionWord(word: string): boolean {
  return CORRECTION.test(word)
}

/** Bulletins begin and end with control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL = /[\u0000-\u001f\u007f\ufeff]/g

/** A group as one upper-case word, without blanks and the closing `=`. */
export function wordOf(text: string): string {
  const bare = text.replace(CONTROL, '').replace(/^=+|=.*$/g, '')
  // A whole number and a fraction stay two words: `1 1/2SM` is not `11/2SM`.
  return /^\d{1,2} [PM]?\d/.test(bare)
    ? bare.replace(' SM', 'SM')
    : bare.startsWith('WS ')
      ? bare
      : bare.replaceAll(' ', '')
}

/** Airport and time of a report. */
interface Header {
  icao: string | null
  time: ReportTime | null
  length: number
}

/** Located by the report's name; else by a time with `Z`; else by one without. A bulletin heading is not a header. */
export function headerOf(words: readonly string[]): Header {
  const heading = HEADING.exec(`${words.slice(0, 6).join(' ')} `)?.[0].split(' ').length ?? 0
  const begin = words.slice(0, HEADER_WORDS_MAX)
  const named = begin.findIndex((word, i) => i >= heading && isReportName(word))
  const candidates = begin.flatMap((_, i) => headerAt(begin, i) ?? [])
  const fit =
    candidates.find(({ at }) => named >= 0 && at > named && begin.slice(named, at).every(isBeforeAirport)) ??
    candidates.find(({ at, hasZ }) => at >= heading && hasZ) ??
    candidates.find(({ at }) => at >= heading)
  if (fit) return fit
  const first = begin.findIndex((word) => !isBeforeAirport(word))
  const icao = first >= 0 && AIRPORT.test(begin[first]!) ? begin[first]! : null
  return { icao, time: null, length: icao === null ? 0 : first + 1 }
}

export function isReportName(word: string): word is 'METAR' | 'SPECI' {
  return word === 'METAR' || word === 'SPECI'
}

/** Whether a report begins here: its name, or an airport and a time with `Z`. */
export function beginsReport(words: readonly string[], at: number): boolean {
  return isReportName(words[at]!) || headerAt(words, at)?.hasZ === true
}

function isBeforeAirport(word: string): boolean {
  return word === '' || isReportName(word) || isCorrectionWord(word)
}

/** The airport at `at`, and the time after it. */
function headerAt(words: readonly string[], at: number): (Header & { at: number; hasZ: boolean }) | null {
  const icao = words[at]!
  if (!AIRPORT.test(icao) || icao === 'AUTO') return null
  const timeAt = isCorrectionWord(words[at + 1] ?? '') || words[at + 1] === 'AUTO' ? at + 2 : at + 1
  const [, dd, hh, mm, z] = TIME.exec(words[timeAt] ?? '') ?? []
  if (dd === undefined) return null
  const [day, hour, minute] = [Number(dd), Number(hh), Number(mm)] as const
  const isTime = day >= 1 && day <= 31 && hour <= 24 && minute <= 59
  return { icao, time: isTime ? { day, hour, minute } : null, length: timeAt + 1, at, hasZ: z === 'Z' }
}
