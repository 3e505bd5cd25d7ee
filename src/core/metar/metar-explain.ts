import { type CloudLayer, readSkyGroup } from './metar-cloud.ts'
import {
  isPossible,
  POSSIBLE,
  type RunwayVisualRange,
  readPressure,
  readRvr,
  readTemperatures,
  readWind,
  readWindArc,
  type Wind,
} from './metar-groups.ts'
import { isCorrectionWord } from './metar-header.ts'
import { type RunwayState, readRunwayState } from './metar-runway.ts'
import { type GroupWord, type MetarText, type PlacedGroup, splitMetar } from './metar-text.ts'
import { readVisibility, VISIBILITY_GOOD_M, type VisibilityGroup } from './metar-visibility.ts'
import { readWeatherCode } from './metar-weather.ts'

/** Meaning of a group: `unread` if its form is unknown or out of place, `impossible` if its number is implausible. */
export type GroupMeaning =
  | {
      kind: 'metar' | 'speci' | 'auto' | 'corrected' | 'nil' | 'cavok' | 'nosig' | 'no-weather' | 'remarks' | 'heading'
    }
  | { kind: 'unread' | 'impossible' }
  | { kind: 'airport'; icao: string }
  | { kind: 'time'; day: number; hour: number; minute: number }
  | { kind: 'wind'; wind: Wind }
  | { kind: 'wind-arc'; fromDeg: number; toDeg: number }
  | ({ kind: 'visibility' } & VisibilityGroup)
  | { kind: 'rvr'; rvr: RunwayVisualRange }
  | { kind: 'weather' | 'recent-weather'; code: string }
  | { kind: 'cloud'; layer: CloudLayer }
  | { kind: 'vertical-visibility'; heightFt: number | null }
  | { kind: 'temperatures'; temperatureC: number | null; dewPointC: number | null }
  | { kind: 'pressure'; qnhHpa: number; isInches: boolean }
  | { kind: 'wind-shear'; runway: string }
  | { kind: 'runway-state'; state: RunwayState }
  | { kind: 'sea'; temperatureC: number | null; state: number | null; waveHeightM: number | null }
  | { kind: 'colour'; colour: string }
  | { kind: 'trend'; change: 'BECMG' | 'TEMPO' | 'INTER' }
  | { kind: 'probability'; percent: number }
  | { kind: 'trend-time'; which: 'FM' | 'TL' | 'AT'; hour: number; minute: number }
  | { kind: 'not-observed'; what: 'wind' | 'visibility' | 'weather' | 'cloud' | 'temperatures' | 'pressure' | 'rvr' }

export interface ExplainedGroup extends PlacedGroup {
  meaning: GroupMeaning
}

const PLAIN: Record<string, 'metar' | 'speci' | 'auto' | 'corrected' | 'nil' | 'cavok'> = {
  METAR: 'metar',
  SPECI: 'speci',
  AUTO: 'auto',
  COR: 'corrected',
  NIL: 'nil',
  CAVOK: 'cavok',
}

export interface ReadMetar extends Omit<MetarText, 'groups'> {
  groups: (GroupWord & { meaning: GroupMeaning })[]
}

/** Parses every group of a raw report in order; never fails. */
export function readMetar(raw: string): ReadMetar {
  const { groups, ...header } = splitMetar(raw)
  const timeAt = groups.findLastIndex(({ part }) => part === 'header')
  const meaningOf = (group: GroupWord, i: number): GroupMeaning => {
    if (group.part === 'header') return headerMeaning(group.word, header, i === timeAt && /^\d/.test(group.word))
    if (group.part === 'remarks') return { kind: 'remarks' }
    const meaning = groupMeaning(group.word, group.part === 'trend')
    return group.part === 'supplement' && OBSERVED_KINDS.has(meaning.kind) ? { kind: 'unread' } : meaning
  }
  return {
    ...header,
    groups: withoutContradiction(groups.map((group, i) => ({ ...group, meaning: meaningOf(group, i) }))),
  }
}

/** CAVOK excludes these groups. */
const CAVOK_EXCLUDES = new Set<GroupMeaning['kind']>(['visibility', 'weather', 'vertical-visibility'])
/** Runway visual range is reported below this, which CAVOK excludes. */
const RVR_REPORTED_BELOW_M = 1_500
const LIKE_RVR = /^R\d{2}[LCR]{0,2}\/M?\d/

/**
 * A good visibility, or CAVOK, contradicted by the rest of the report is not used: fog is less than 1000 m, so that
 * `9999 FG` has a typing error in one of them, and which one is unknown. So has `9999 R36/0300`, unless patches of fog or
 * shallow fog lie on the runway.
 */
function withoutContradiction(groups: ReadMetar['groups']): ReadMetar['groups'] {
  const meanings = groups.filter(({ part }) => part === 'observation').map(({ meaning }) => meaning)
  const seen = meanings.flatMap((meaning) => (meaning.kind === 'visibility' ? [meaning.visibilityM] : []))
  const codes = meanings.flatMap((meaning) => (meaning.kind === 'weather' ? [meaning.code] : []))
  const isRvrLow = groups.some(({ part, word, meaning }) => part === 'observation' && isLowRvr(word, meaning))
  const isLow = codes.some(isFogCode) || (isRvrLow && !codes.some((code) => LOCAL_FOG.test(code)))
  const isOut: Partial<Record<GroupMeaning['kind'], boolean>> = {
    visibility: isLow && seen.every((m) => m >= VISIBILITY_GOOD_M),
    cavok: isRvrLow || meanings.some(excludesCavok),
  }
  return groups.map((group, i) => {
    if (isBarePressure(groups, i)) return { ...group, meaning: { kind: 'unread' } }
    return group.part === 'observation' && isOut[group.meaning.kind]
      ? { ...group, meaning: { kind: 'impossible' } }
      : group
  })
}

function isLowRvr(word: string, meaning: GroupMeaning): boolean {
  if (meaning.kind === 'rvr') return meaning.rvr.bound !== 'P' && meaning.rvr.rangeM < RVR_REPORTED_BELOW_M
  return meaning.kind === 'unread' && LIKE_RVR.test(word)
}

const LOCAL_FOG = /(?:MI|BC|PR)FG/

/** Fog of the airport, also beside other weather: `RAFG`. Shallow, partial and distant fog leaves a good visibility. */
function isFogCode(code: string): boolean {
  const { intensity, descriptor, phenomena } = readWeatherCode(code)!
  return phenomena.includes('FG') && intensity !== 'VC' && !/^(?:MI|BC|PR)$/.test(descriptor ?? '')
}

/** Behind the temperatures `1012` is a pressure without its letter, unless it is the only visibility. */
function isBarePressure(groups: ReadMetar['groups'], at: number): boolean {
  const { part, word } = groups[at]!
  if (part !== 'observation' || groups[at - 1]?.meaning.kind !== 'temperatures') return false
  if (!/^\d{4}$/.test(word) || !isPossible(Number(word), POSSIBLE.qnhHpa)) return false
  return groups.slice(0, at).some(({ meaning: { kind } }) => kind === 'visibility' || kind === 'cavok')
}

function excludesCavok(meaning: GroupMeaning): boolean {
  if (meaning.kind === 'cloud') return meaning.layer.cover !== null || meaning.layer.kind !== null
  return CAVOK_EXCLUDES.has(meaning.kind)
}

/** Explains every group of a raw report in order; never fails. */
export function explainMetar(raw: string): ExplainedGroup[] {
  return readMetar(raw).groups.map(({ text, part, meaning }) => ({ text, part, meaning }))
}

/** These are not observed after the pressure. */
const OBSERVED_KINDS = new Set<GroupMeaning['kind']>([
  'wind',
  'wind-arc',
  'visibility',
  'weather',
  'cloud',
  'vertical-visibility',
  'cavok',
])

function headerMeaning(word: string, { icao, time }: Pick<MetarText, 'icao' | 'time'>, isTime: boolean): GroupMeaning {
  const plain = isCorrectionWord(word) ? 'corrected' : PLAIN[word]
  if (plain) return { kind: plain }
  if (word === icao) return { kind: 'airport', icao }
  if (isTime) return time ? { kind: 'time', ...time } : { kind: 'impossible' }
  return { kind: 'heading' }
}

/** Slashes mean "not measured"; their number gives the element. */
function slashes(word: string): GroupMeaning | null {
  if (word === '//') return { kind: 'not-observed', what: 'weather' }
  if (word === '////' || /^\/+(SM|NDV)$/.test(word)) return { kind: 'not-observed', what: 'visibility' }
  if (/^\/{4,}(KT|MPS|KMH)$/.test(word)) return { kind: 'not-observed', what: 'wind' }
  if (word === '/////') return { kind: 'not-observed', what: 'temperatures' }
  if (/^[QA]\/{4}$/.test(word)) return { kind: 'not-observed', what: 'pressure' }
  if (/^R\d{2}[LCR]?\/\/{4}/.test(word) && !readRunwayState(word)) return { kind: 'not-observed', what: 'rvr' }
  return /^\/{6,}$/.test(word) ? { kind: 'not-observed', what: 'cloud' } : null
}

function groupMeaning(word: string, inTrend: boolean): GroupMeaning {
  const plain = PLAIN[word]
  if (plain) return { kind: plain }
  return (
    slashes(word) ??
    (inTrend ? trendMeaning(word) : null) ??
    measuredMeaning(word) ??
    skyMeaning(word) ??
    runwayMeaning(word) ??
    wordMeaning(word) ?? { kind: 'unread' }
  )
}

function trendMeaning(text: string): GroupMeaning | null {
  if (text === 'NOSIG') return { kind: 'nosig' }
  if (text === 'BECMG' || text === 'TEMPO' || text === 'INTER') return { kind: 'trend', change: text }
  const percent = /^PROB(\d{2})$/.exec(text)?.[1]
  if (percent) return { kind: 'probability', percent: Number(percent) }
  const [, which, hour, minute] = /^(FM|TL|AT)(\d{2})(\d{2})$/.exec(text) ?? []
  if (!which) return null
  return { kind: 'trend-time', which: which as 'FM' | 'TL' | 'AT', hour: Number(hour), minute: Number(minute) }
}

/** Wind, visibility, temperatures, pressure and runway visual range: the groups of numbers. */
function measuredMeaning(word: string): GroupMeaning | null {
  const wind = readWind(word)
  if (wind) return possibly(wind, (read) => ({ kind: 'wind', wind: { ...read, windFromDeg: null, windToDeg: null } }))
  const arc = readWindArc(word)
  if (arc) return possibly(arc, (read) => ({ kind: 'wind-arc', ...read }))
  const distance = readVisibility(word)
  if (distance) return possibly(distance, (read) => ({ kind: 'visibility', ...read }))
  const temperatures = readTemperatures(word)
  if (temperatures) return possibly(temperatures, (read) => ({ kind: 'temperatures', ...read }))
  const pressure = readPressure(word)
  if (pressure) return possibly(pressure, (read) => ({ kind: 'pressure', ...read }))
  const rvr = readRvr(word)
  return rvr && { kind: 'rvr', rvr }
}

function possibly<T>(read: T | 'impossible', meaning: (read: T) => GroupMeaning): GroupMeaning {
  return read === 'impossible' ? { kind: 'impossible' } : meaning(read)
}

function skyMeaning(word: string): GroupMeaning | null {
  const sky = readSkyGroup(word)
  if (!sky) return null
  return 'layer' in sky
    ? { kind: 'cloud', layer: sky.layer }
    : { kind: 'vertical-visibility', heightFt: sky.verticalVisibilityFt }
}

function runwayMeaning(text: string): GroupMeaning | null {
  const state = readRunwayState(text)
  return state && { kind: 'runway-state', state }
}

function wordMeaning(word: string): GroupMeaning | null {
  if (isCorrectionWord(word)) return { kind: 'corrected' }
  if (word === 'NSW') return { kind: 'no-weather' }
  const recent = /^RE([A-Z]{2,})$/.exec(word)?.[1]
  if (recent && readWeatherCode(recent)) return { kind: 'recent-weather', code: recent }
  if (readWeatherCode(word)) return { kind: 'weather', code: word }
  if (word.startsWith('WS ')) {
    return { kind: 'wind-shear', runway: /\d{2}[LCR]?$/.exec(word)?.[0] ?? 'ALL' }
  }
  const [, water, state, wave] = /^W(M?\d{2}|\/\/)\/(?:S([\d/])|H(\d{1,3}|\/{1,3}))$/.exec(word) ?? []
  if (water) {
    const number = (digits: string | undefined) =>
      digits === undefined || digits.includes('/') ? null : Number(digits)
    const waveDm = number(wave)
    return {
      kind: 'sea',
      temperatureC: number(water.replace('M', '-')),
      state: number(state),
      waveHeightM: waveDm === null ? null : waveDm / 10,
    }
  }
  return /^(BLACK)?(BLU|WHT|GRN|YLO[12]?|AMB|RED)\+?$/.test(word) ? { kind: 'colour', colour: word } : null
}
