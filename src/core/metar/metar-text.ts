import { isReadableLength } from '../../contract/metar.ts'
import { editDistance } from '../util/edit-distance.ts'
import { readWeatherCode } from './metar-weather.ts'

/**
 * The part of a report that a group stands in. `supplement` is behind the pressure: recent weather, wind shear, the state
 * of runways. Visibility, weather and cloud there belong to no observation.
 */
export type GroupPart = 'header' | 'observation' | 'supplement' | 'trend' | 'remarks'

/** A group as written, and the part of the report that it stands in. */
export interface PlacedGroup {
  text: string
  part: GroupPart
}

/** The same with the group as one word in capitals, without blanks inside it and without the closing `=`. */
export interface GroupWord extends PlacedGroup {
  word: string
}

/** A report taken apart into its header and its groups. */
export interface MetarText {
  kind: 'METAR' | 'SPECI' | null
  icao: string | null
  /** Day of the month, hour and minute, UTC. */
  time: { day: number; hour: number; minute: number } | null
  /** All groups in order; remarks, and whatever follows the closing `=`, are one group. */
  groups: GroupWord[]
  /** A group before the pressure only resembles a trend word: what it began, and what of the observation it hid, is open. */
  isCutShort: boolean
}

/** The words of one group are held together by this while a text is split. */
const HELD = '\u00a0'

const AIRPORT = /^[A-Z][A-Z0-9]{3}$/
const TIME = /^(\d{2})(\d{2})(\d{2})(Z?)$/
const CORRECTION = /^(COR|CC[A-Z])$/
/** WMO abbreviated heading: data designators, centre, day and time, and perhaps an indicator of a correction or delay. */
const HEADING = /^(?:\d{3} )?[A-Z]{4}\d{2} [A-Z]{4} \d{6}(?: (?:COR|[ACPR][A-Z]{2}))?(?= )/
/** A header begins among so many words; further on, letters and digits that look like one are something else. */
const HEADER_WORDS_MAX = 12

const TREND = /^(NOSIG|BECMG|TEMPO|INTER|PROB\d{2}|(?:FM|TL|AT)\d{4}(?:\d{2})?Z?)$/
const TREND_WORDS = ['NOSIG', 'BECMG', 'TEMPO', 'INTER']
const TREND_BEGINNING = /^(TEMP|TEPM|TMPO|BECM|BCMG|BECO|PROB|INTE|NOSI|GRADU|RAPID|FCST|FORECAST|TAF$)/
const REMARKS = /^(RMK|REMARK|RMRK|REM$)/
const PRESSURE = /^(Q(?:NH|FE)?[.\d/]|Q(?:NH|FE)$|A[\d/]{4}$)/

/** Written by some as two words. */
const SPLIT_WIND = /(?<=^| )((?:VRB|\d{3}|\/{3})P?\d{2,3}(?:GP?\d{2,3})?) (KT|MPS)(?=[ =]|$)/g
const SPLIT_VICINITY = /(?<=^| )VC (?=(?:TS|SH|FG|PO|DS|SS|BLSN|BLDU|BLSA|FC|VA)(?:[ =]|$))/g
const SPLIT_CLOUD = /(?<=^| )(FEW|SCT|BKN|OVC|VV) (?=(?:\d{3}|\/{3})(?:CB|TCU)?(?:[ =]|$))/g
const SPLIT_DISTANCE = /(?<=^| )(?:(?:\d{1,2} )?[PM]?\d{1,2}\/\d{1,2} ?SM|[PM]?\d{1,3} (?:SM|KM))(?=[ =]|$)/g
const WIND_SHEAR =
  /(?<=^| )WS (?:(?:TKOF|LDG|APCH|IN APCH) )?(?:ALL (?:RWYS?|RUNWAYS?)|R(?:WY|UNWAY)? ?\d{2}[LCR]?)(?=[ =]|$)/g
/** Written by some as one word: `1800HZ`, `7000-RA`, `1/4SMFG`, `//BKN003`, `FEW020BKN030`. */
const GLUED_VISIBILITY = /(?<=^| )(\d{4}|[PM]?[\d/]{1,5}SM)([-+]?[A-Z]{2,})(?=[ =]|$)/g
const GLUED_TO_CLOUD = /(?<=(?:^| )(?:\d{4}|\/{2,}))(?=(?:FEW|SCT|BKN|OVC|VV)[\d/]|(?:NSC|NCD|SKC|CLR)(?:[ =]|$))/g
const GLUED_CLOUDS = /(?<=[A-Z]{3}\d{3}(?:CB|TCU)?)(?=(?:FEW|SCT|BKN|OVC)\d{3})/g

/** Takes a raw report apart; whatever the text, it answers. A text beyond the bounds of the contract is one group. */
export function splitMetar(raw: string): MetarText {
  const text = raw.toUpperCase().replace(/\s+/g, ' ').trim()
  if (!isReadableLength(raw)) {
    const whole: GroupWord = { text, word: '', part: 'observation' }
    return { kind: null, icao: null, time: null, groups: [whole], isCutShort: true }
  }
  const texts = textsOf(text)
  const words = texts.map(wordOf)
  const header = headerOf(words)
  const { groups, isCutShort } = place(texts, words, header.length)
  const before = words.slice(0, header.length)
  const kind = before.findLast((word) => isReportName(word)) as MetarText['kind'] | undefined
  return { kind: kind ?? null, icao: header.icao, time: header.time, groups, isCutShort }
}

export function isCorrectionWord(word: string): boolean {
  return CORRECTION.test(word)
}

/** Each group of a text as written; words of one group are held together, and two in one word are split. */
function textsOf(text: string): string[] {
  const hold = (group: string) => group.replaceAll(' ', HELD)
  return text
    .replace(GLUED_VISIBILITY, (whole, distance: string, code: string) =>
      readWeatherCode(code) ? `${distance} ${code}` : whole,
    )
    .replace(GLUED_TO_CLOUD, ' ')
    .replace(GLUED_CLOUDS, ' ')
    .replace(WIND_SHEAR, hold)
    .replace(SPLIT_WIND, hold)
    .replace(SPLIT_VICINITY, hold)
    .replace(SPLIT_CLOUD, hold)
    .replace(SPLIT_DISTANCE, hold)
    .split(' ')
    .map((group) => group.replaceAll(HELD, ' '))
    .filter(Boolean)
}

/** Bulletins begin and end with control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u001f\u007f\ufeff]/g

function wordOf(text: string): string {
  const bare = text.replace(CONTROL, '').replace(/^=+|=.*$/g, '')
  // A whole number and a fraction stay two: `1 1/2SM` is not `11/2SM`.
  return /^\d{1,2} [PM]?\d/.test(bare)
    ? bare.replace(' SM', 'SM')
    : bare.startsWith('WS ')
      ? bare
      : bare.replaceAll(' ', '')
}

interface Header {
  icao: string | null
  time: MetarText['time']
  /** How many words it has. */
  length: number
}

/** With the name of the report in front; else by a time with `Z`; else by one without. A heading of a bulletin is no header. */
function headerOf(words: readonly string[]): Header {
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

function isReportName(word: string): word is 'METAR' | 'SPECI' {
  return word === 'METAR' || word === 'SPECI'
}

function isBeforeAirport(word: string): boolean {
  return word === '' || isReportName(word) || isCorrectionWord(word)
}

/** The airport at `at`, and the time behind it. */
function headerAt(words: readonly string[], at: number): (Header & { at: number; hasZ: boolean }) | null {
  const icao = words[at]!
  if (!AIRPORT.test(icao)) return null
  const timeAt = isCorrectionWord(words[at + 1] ?? '') ? at + 2 : at + 1
  const [, dd, hh, mm, z] = TIME.exec(words[timeAt] ?? '') ?? []
  if (dd === undefined) return null
  const [day, hour, minute] = [Number(dd), Number(hh), Number(mm)] as const
  const isTime = day >= 1 && day <= 31 && hour <= 24 && minute <= 59
  return { icao, time: isTime ? { day, hour, minute } : null, length: timeAt + 1, at, hasZ: z === 'Z' }
}

function place(texts: readonly string[], words: readonly string[], headerLength: number) {
  const groups: GroupWord[] = []
  let part: GroupPart = headerLength > 0 ? 'header' : 'observation'
  let isCutShort = false
  for (const [i, word] of words.entries()) {
    const text = texts[i]!
    if (part === 'header' && i >= headerLength) part = 'observation'
    if (part !== 'header' && i > 0 && isReportName(word)) {
      // Another report begins, and the one before had no `=`.
      isCutShort ||= part === 'observation'
      part = 'remarks'
    }
    if ((part === 'observation' || part === 'supplement') && isTrendWord(word)) {
      // A word that only resembles one may have been a cloud or a visibility.
      isCutShort ||= part === 'observation' && !TREND.test(word)
      part = 'trend'
    }
    const last = groups.at(-1)
    if (part === 'remarks' && last?.part === 'remarks') {
      last.text = `${last.text} ${text}`
      continue
    }
    if (part !== 'header' && REMARKS.test(word)) {
      isCutShort ||= part === 'observation' && !word.startsWith('RMK')
      part = 'remarks'
    }
    groups.push({ text, word: part === 'remarks' ? '' : word, part })
    if (part === 'observation' && PRESSURE.test(word)) part = 'supplement'
    const isEnd = word === '' ? groups.some((group) => group.word !== '') : /[^=]=/.test(text)
    if (text.includes('=') && isEnd) part = 'remarks'
  }
  return { groups, isCutShort }
}

/** Whether a forecast begins here: at a trend word, its time, or a word that resembles one by no more than a slip of the hand. */
function isTrendWord(word: string): boolean {
  if (TREND.test(word) || TREND_BEGINNING.test(word)) return true
  if (!/^[A-Z0-9]{4,8}$/.test(word) || readWeatherCode(word)) return false
  return TREND_WORDS.some((meant) => editDistance(word, meant) <= (word.length < 5 ? 1 : 2))
}
