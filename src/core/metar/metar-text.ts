import { readWeatherCode } from './metar-weather.ts'

/** A report taken apart into its header, the groups of the observation, and the forecast and remarks behind them. */
export interface MetarText {
  kind: 'METAR' | 'SPECI' | null
  icao: string | null
  /** Day of the month, hour and minute, UTC. */
  time: { day: number; hour: number; minute: number } | null
  isAuto: boolean
  isCorrected: boolean
  isNil: boolean
  /** Groups of the observation, in order, but for those about the runway's surface. */
  groups: string[]
  /** The state of runways, kept apart: the library would read these groups as wind. */
  runwayGroups: string[]
  /** Runways that a report names for wind shear; `ALL` for all. */
  windShear: string[]
  /** `NOSIG`, or the `BECMG` and `TEMPO` groups as written. */
  trend: string | null
}

const HEADER = /\b([A-Z][A-Z0-9]{3}) (\d{2})(\d{2})(\d{2})Z?(?= |$)/
const HEADER_WITHOUT_TIME = /^(?:(?:METAR|SPECI|COR) )*([A-Z][A-Z0-9]{3})(?= |$)/
const TREND = /^(NOSIG|BECMG|TEMPO|INTER|PROB\d{2})$/
const RUNWAY_STATE = /^(R?\d{2}[LCR]?\/?[\d/]{6}|R\d{2}[LCR]?\/(CLRD[\d/]*|SNOCLO)|R\/SNOCLO|SNOCLO)$/
const CORRECTION = /^(COR|CC[A-Z])$/
/** Written by some as two words. */
const SPLIT_WIND = /\b((?:VRB|\d{3}|\/{3})P?\d{2,3}(?:GP?\d{2,3})?) (KT|MPS)\b/g
const SPLIT_VICINITY = /\bVC (?=(?:TS|SH|FG|PO|DS|SS|BLSN|BLDU|BLSA|FC|VA)\b)/g
/** Written by some as one word: `1800HZ`, `7000-RA`. */
const GLUED_VISIBILITY = /(?<=^| )(\d{4})([-+]?[A-Z]{2,})(?= |$)/g
const WIND_SHEAR =
  /\bWS (?:(?:TKOF|LDG|APCH|IN APCH) )?(?:(ALL) (?:RWYS?|RUNWAYS?)|R(?:WY|UNWAY)? ?(\d{2}[LCR]?))(?= |$)/g
const REMARKS = /^RMKS?$/

/** Takes a raw report apart; whatever the text, it answers. */
export function splitMetar(raw: string): MetarText {
  const text = normalised(raw)
  const header = headerOf(text)
  const before = header ? text.slice(0, header.index + header[0].length) : ''
  const time = header?.[2] ? { day: +header[2], hour: +header[3]!, minute: +header[4]! } : null

  const windShear: string[] = []
  const rest = text.slice(before.length).replace(WIND_SHEAR, (_, all: string | undefined, runway: string) => {
    windShear.push(all ?? runway)
    return ''
  })
  const observed = until(rest.split(' ').filter(Boolean), isRemarkWord)
  const groups = until(observed, isTrendWord)
  const flags = groups.concat(before.split(' '))
  return {
    kind: /\bSPECI\b/.test(before) ? 'SPECI' : /\bMETAR\b/.test(before) ? 'METAR' : null,
    icao: header?.[1] ?? null,
    time: time && time.day >= 1 && time.day <= 31 && time.hour <= 24 && time.minute <= 59 ? time : null,
    isAuto: flags.includes('AUTO'),
    isCorrected: flags.some(isCorrectionWord),
    isNil: flags.includes('NIL'),
    groups: groups.filter(
      (word) => word !== 'AUTO' && word !== 'NIL' && !isCorrectionWord(word) && !RUNWAY_STATE.test(word),
    ),
    runwayGroups: groups.filter((word) => RUNWAY_STATE.test(word)),
    windShear,
    trend: observed.slice(groups.length).join(' ') || null,
  }
}

/** One space between groups, and each group one word, as most write it. */
function normalised(raw: string): string {
  return raw
    .toUpperCase()
    .replace(/=.*$/s, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPLIT_WIND, '$1$2')
    .replace(SPLIT_VICINITY, 'VC')
    .replace(GLUED_VISIBILITY, (whole, metres: string, code: string) =>
      readWeatherCode(code) ? `${metres} ${code}` : whole,
    )
}

function headerOf(text: string): RegExpExecArray | null {
  return HEADER.exec(text) ?? HEADER_WITHOUT_TIME.exec(text)
}

function isCorrectionWord(word: string): boolean {
  return CORRECTION.test(word)
}

function isTrendWord(word: string): boolean {
  return TREND.test(word)
}

function isRemarkWord(word: string): boolean {
  return REMARKS.test(word)
}

function until(words: string[], stop: (word: string) => boolean): string[] {
  const at = words.findIndex(stop)
  return at < 0 ? words : words.slice(0, at)
}

/** A group as written, and the part of the report that it stands in. */
export interface PlacedGroup {
  text: string
  part: 'header' | 'observation' | 'trend' | 'remarks'
}

/** The words of one group are held together by this while a text is split. */
const HELD = '\u00a0'

/** All groups of a raw report in order, each as written; remarks are one group. */
export function placeGroups(raw: string): PlacedGroup[] {
  const text = raw.toUpperCase().replace(/\s+/g, ' ').trim()
  const hold = (group: string) => group.trim().replaceAll(' ', HELD)
  const words = text
    .replace(WIND_SHEAR, hold)
    .replace(SPLIT_WIND, hold)
    .replace(SPLIT_VICINITY, `VC${HELD}`)
    .replace(/\b\d{1,2} \d\/\d{1,2}SM\b/g, hold)
    .split(' ')
    .filter(Boolean)
  const header = headerOf(text.replace(/=.*$/s, ''))
  const inHeader = header ? text.slice(0, header.index + header[0].length).split(' ').length : 0

  const groups: PlacedGroup[] = []
  let part: PlacedGroup['part'] = 'header'
  for (const [i, word] of words.entries()) {
    const bare = word.replace(/=+$/, '')
    if (part === 'header' && i >= inHeader) part = 'observation'
    if (part === 'observation' && isTrendWord(bare)) part = 'trend'
    const last = groups.at(-1)
    if (part === 'remarks' && last) last.text = `${last.text} ${word}`
    else groups.push({ text: word.replaceAll(HELD, ' '), part: isRemarkWord(bare) ? 'remarks' : part })
    if (isRemarkWord(bare)) part = 'remarks'
  }
  return groups
}
