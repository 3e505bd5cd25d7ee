import { isReadableLength } from '../../contract/metar.ts'
import { editDistance } from '../util/edit-distance.ts'
import { beginsReport, headerOf, isReportName, type ReportTime, wordOf } from './metar-header.ts'
import { readWeatherCode } from './metar-weather.ts'

/**
 * Part of a report. `supplement` follows the pressure: recent weather, wind shear, runway states. Visibility, weather
 * and cloud there are not part of the observation.
 */
export type GroupPart = 'header' | 'observation' | 'supplement' | 'trend' | 'remarks'

/** A group as written, and its part of the report. */
export interface PlacedGroup {
  text: string
  part: GroupPart
}

/** The same with the group as one upper-case token, without blanks and the closing `=`. */
export interface GroupWord extends PlacedGroup {
  word: string
}

/** A report split into header and groups. */
export interface MetarText {
  kind: 'METAR' | 'SPECI' | null
  icao: string | null
  time: ReportTime | null
  /** All groups in order; remarks, and the text after the closing `=`, are one group. */
  groups: GroupWord[]
  /** A group before the pressure resembles a trend word: which observed groups it hides is unknown. */
  isCutShort: boolean
}

/** Joins the words of a group while splitting. */
const HELD = '\u00a0'

const TREND = /^(NOSIG|BECMG|TEMPO|INTER|PROB\d{2}|(?:FM|TL|AT)\d{4}(?:\d{2})?Z?)$/
const TREND_WORDS = ['NOSIG', 'BECMG', 'TEMPO', 'INTER']
const TREND_BEGINNING = /^(TEMP|TEPM|TMPO|BECM|BCMG|BECO|PROB|INTE|NOSI|GRADU|RAPID|FCST|FORECAST|TAF$)/
const REMARKS = /^(RMK|REMARK|RMRK|REM$)/
const PRESSURE = /^(Q(?:NH|FE)?[.\d/]|Q(?:NH|FE)$|A[\d/]{4}$)/

/** Some stations write it as two tokens. */
const SPLIT_WIND = /(?<=^| )((?:VRB|\d{3}|\/{3})P?\d{2,3}(?:GP?\d{2,3})?) (KT|MPS)(?=[ =]|$)/g
const SPLIT_VICINITY = /(?<=^| )VC (?=(?:TS|SH|FG|PO|DS|SS|BLSN|BLDU|BLSA|FC|VA)(?:[ =]|$))/g
const SPLIT_CLOUD = /(?<=^| )(FEW|SCT|BKN|OVC|VV) (?=(?:\d{3}|\/{3})(?:CB|TCU)?(?:[ =]|$))/g
const SPLIT_DISTANCE = /(?<=^| )(?:(?:\d{1,2} )?[PM]?\d{1,2}\/\d{1,2} ?SM|[PM]?\d{1,3} (?:SM|KM))(?=[ =]|$)/g
const SPLIT_PRESSURE = /(?<=^| )(Q(?:NH)?|A) (?=\d{4}(?:[ =]|$))/g
const WIND_SHEAR =
  /(?<=^| )WS (?:(?:TKOF|LDG|APCH|IN APCH) )?(?:ALL (?:RWYS?|RUNWAYS?)|R(?:WY|UNWAY)? ?\d{2}[LCR]?)(?=[ =]|$)/g
/** Some stations write it as one token: `1800HZ`, `7000-RA`, `1/4SMFG`, `TSRABKN010`, `//BKN003`, `FEW020BKN030`. */
const GLUED_WEATHER = /(?<=^| |\d{4}|SM)([-+]?[A-Z]{2,}[-+]?)((?:FEW|SCT|BKN|OVC|VV)(?:\d{3}|\/{3})[^ ]*)/g
const GLUED_VISIBILITY = /(?<=^| )(\d{4}|[PM]?[\d/]{1,5}SM)([-+]?[A-Z]{2,}[-+]?)(?=[/,]*(?:[ =]|$))/g
/** `TS/RA`, `TS-RA`. */
const JOINED_WEATHER = /(?<=^| |\d{4}|SM)[-+]?[A-Z]{2,}(?:[-+/,]+[A-Z]{2,})*[-+]?[/,]*(?=[ =]|$)/g
const BETWEEN_WEATHER = /(?<=[/,])(?=[-+A-Z])|(?<=[A-Z])(?=[-+][A-Z])/
const GLUED_TO_CLOUD =
  /(?<=(?:^| )(?:\d{4}|\/{2,}|[PM]?[\d/]{1,5}SM))(?=(?:FEW|SCT|BKN|OVC|VV)[\d/]|(?:NSC|NCD|SKC|CLR)(?:[ =]|$))/g
const GLUED_CLOUDS = /(?<=[A-Z]{3}\d{3}(?:CB|TCU)?)(?=(?:FEW|SCT|BKN|OVC)\d{3})/g
/** The same from the time to the trend, in order: `21004MPS9999`, `NSC12/02`, `12/02Q1012`, `Q1012NOSIG`. */
const GLUED_GROUPS = [
  /(?<=(?:^| )\d{6}Z)(?=(?:VRB|\d{3})P?\d{2,3}[GKM])/g,
  /(?<=(?:^| )(?:VRB|\d{3})P?\d{2,3}(?:GP?\d{2,3})?(?:KT|MPS))(?=\d{4}(?!\d)|\d{3}V\d{3}|CAVOK|[PM]?\d{1,2}(?: ?\d?\/\d{1,2})? ?SM)/g,
  /(?<=[A-Z]{3}\d{3}(?:CB|TCU)?|VV\d{3}|CAVOK|NSC|NCD|SKC|CLR)(?=M?\d{2}\/(?:M?\d{2}|\/\/)(?:[ =QA]|$))/g,
  /(?<=(?:^| )M?\d{2}\/M?\d{2})(?=(?:Q(?:NH)?|A)\d{4})/g,
  /(?<=(?:^| )(?:Q(?:NH)?|A)\d{4})(?=NOSIG|BECMG|TEMPO|INTER|PROB\d|RMK|RE[A-Z]{2}|R\d{2}|WS )/g,
]

/** Splits a raw report; never fails. A text beyond the bounds of the contract is one group. */
export function splitMetar(raw: string): MetarText {
  const text = raw.toUpperCase().replace(/\s+/g, ' ').trim()
  if (!isReadableLength(raw)) {
    const whole: GroupWord = { text, word: '', part: 'observation' }
    return { kind: null, icao: null, time: null, groups: [whole], isCutShort: true }
  }
  const texts = textsOf(text)
  const words = texts.map(groupWordOf)
  const header = headerOf(words)
  const { groups, isCutShort } = place(texts, words, header.length)
  const before = words.slice(0, header.length)
  const kind = before.findLast((word) => isReportName(word)) as MetarText['kind'] | undefined
  return { kind: kind ?? null, icao: header.icao, time: header.time, groups, isCutShort }
}

/** The word of a group, without the sign after a code of weather: `TS` of `TS/RA`. */
function groupWordOf(text: string): string {
  const word = wordOf(text)
  const code = word.replace(/[/,]+$/, '')
  return code !== word && readWeatherCode(code) ? code : word
}

/** Groups of a text as written; words of one group are joined, and two in one word are split. */
function textsOf(text: string): string[] {
  const hold = (group: string) => group.replaceAll(' ', HELD)
  const splitWeather = (whole: string, before: string, code: string) =>
    readWeatherCode(code) ? `${before} ${code}` : whole
  return GLUED_GROUPS.reduce((parts, between) => parts.replace(between, ' '), text)
    .replace(JOINED_WEATHER, (whole) => {
      const codes = whole.split(BETWEEN_WEATHER)
      return codes.every((code) => readWeatherCode(groupWordOf(code))) ? codes.join(' ') : whole
    })
    .replace(GLUED_WEATHER, (whole, code: string, cloud: string) =>
      readWeatherCode(code) ? `${code} ${cloud}` : whole,
    )
    .replace(GLUED_VISIBILITY, splitWeather)
    .replace(GLUED_TO_CLOUD, ' ')
    .replace(GLUED_CLOUDS, ' ')
    .replace(WIND_SHEAR, hold)
    .replace(SPLIT_WIND, hold)
    .replace(SPLIT_VICINITY, hold)
    .replace(SPLIT_CLOUD, hold)
    .replace(SPLIT_PRESSURE, hold)
    .replace(SPLIT_DISTANCE, hold)
    .split(' ')
    .map((group) => group.replaceAll(HELD, ' '))
    .filter(Boolean)
}

function place(texts: readonly string[], words: readonly string[], headerLength: number) {
  const groups: GroupWord[] = []
  let part: GroupPart = headerLength > 0 ? 'header' : 'observation'
  let isCutShort = false
  for (const [i, word] of words.entries()) {
    const text = texts[i]!
    if (part === 'header' && i >= headerLength) part = 'observation'
    if (part !== 'header' && i > 0 && beginsReport(words, i)) {
      // A second report begins without a preceding `=`.
      isCutShort ||= part === 'observation'
      part = 'remarks'
    }
    if ((part === 'observation' || part === 'supplement') && isTrendWord(word)) {
      // A token that only resembles a trend word may be a cloud or a visibility.
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

/** Whether a forecast begins here: a trend word, its time, or a word within a typing error of one. */
function isTrendWord(word: string): boolean {
  if (TREND.test(word) || TREND_BEGINNING.test(word)) return true
  if (!/^[A-Z0-9]{4,8}$/.test(word) || readWeatherCode(word)) return false
  return TREND_WORDS.some((meant) => editDistance(word, meant) <= (word.length < 5 ? 1 : 2))
}
