import { decodeMetar } from './metar.ts'
import { type CloudLayer, readSky } from './metar-cloud.ts'
import { groupKind, type RunwayVisualRange, readRvr, readTemperatures, readWind, type Wind } from './metar-groups.ts'
import { type RunwayState, readRunwayState } from './metar-runway.ts'
import { type PlacedGroup, placeGroups, splitMetar } from './metar-text.ts'
import { readWeatherCode } from './metar-weather.ts'

/** What one group of a report says; `unread` where it is of no known form. */
export type GroupMeaning =
  | { kind: 'metar' | 'speci' | 'auto' | 'corrected' | 'nil' | 'cavok' | 'nosig' | 'no-weather' | 'remarks' | 'unread' }
  | { kind: 'airport'; icao: string }
  | { kind: 'time'; day: number; hour: number; minute: number }
  | { kind: 'wind'; wind: Wind }
  | { kind: 'wind-arc'; fromDeg: number; toDeg: number }
  | { kind: 'visibility'; visibilityM: number; direction: string | null }
  | { kind: 'rvr'; rvr: RunwayVisualRange }
  | { kind: 'weather' | 'recent-weather'; code: string }
  | { kind: 'cloud'; layer: CloudLayer }
  | { kind: 'vertical-visibility'; heightFt: number | null }
  | { kind: 'temperatures'; temperatureC: number | null; dewPointC: number | null }
  | { kind: 'pressure'; qnhHpa: number }
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

/** Explains every group of a raw report in order; whatever the text, it answers. */
export function explainMetar(raw: string): ExplainedGroup[] {
  const { icao } = splitMetar(raw)
  let weatherPassed = false
  return placeGroups(raw).map((group) => {
    const text = group.text.replace(/=+$/, '')
    const meaning =
      group.part === 'remarks'
        ? ({ kind: 'remarks' } as const)
        : group.part === 'header'
          ? headerMeaning(text, icao)
          : PLAIN[text]
            ? { kind: PLAIN[text] }
            : (slashes(text, weatherPassed) ?? observed(text, group.part === 'trend'))
    if (meaning.kind === 'cloud' || meaning.kind === 'temperatures') weatherPassed = true
    return { ...group, meaning }
  })
}

function headerMeaning(text: string, icao: string | null): GroupMeaning {
  const plain = PLAIN[text]
  if (plain) return { kind: plain }
  if (text === icao) return { kind: 'airport', icao }
  const [, day, hour, minute] = /^(\d{2})(\d{2})(\d{2})Z?$/.exec(text) ?? []
  return day ? { kind: 'time', day: Number(day), hour: Number(hour), minute: Number(minute) } : { kind: 'unread' }
}

/** Slashes stand for what an instrument could not tell; how many say which. */
function slashes(text: string, weatherPassed: boolean): GroupMeaning | null {
  if (text === '//') return { kind: 'not-observed', what: 'weather' }
  if (text === '////' || /^\/+SM$/.test(text)) return { kind: 'not-observed', what: 'visibility' }
  if (/^\/{5}(KT|MPS)$/.test(text)) return { kind: 'not-observed', what: 'wind' }
  if (text === '/////') return { kind: 'not-observed', what: 'temperatures' }
  if (/^[QA]\/{4}$/.test(text)) return { kind: 'not-observed', what: 'pressure' }
  if (/^R\d{2}[LCR]?\/\/{4}/.test(text) && !readRunwayState(text)) return { kind: 'not-observed', what: 'rvr' }
  return /^\/{6,}$/.test(text) && !weatherPassed ? { kind: 'not-observed', what: 'cloud' } : null
}

function observed(text: string, inTrend: boolean): GroupMeaning {
  return (inTrend ? trendMeaning(text) : null) ?? byPattern(text) ?? byWord(text) ?? byLibrary(text)
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

/** The groups that this folder decodes by its own code and not by the library. */
function byPattern(text: string): GroupMeaning | null {
  const groups = [text.replaceAll(' ', '')]
  switch (groupKind(groups[0]!)) {
    case 'wind':
      return { kind: 'wind', wind: readWind(groups) }
    case 'wind-arc': {
      const { windFromDeg, windToDeg } = readWind(groups)
      return { kind: 'wind-arc', fromDeg: windFromDeg!, toDeg: windToDeg! }
    }
    case 'rvr':
      return { kind: 'rvr', rvr: readRvr(groups)[0]! }
    case 'temperatures':
      return { kind: 'temperatures', ...readTemperatures(groups) }
    case 'sky-or-runway': {
      const sky = readSky(groups, false)
      if (sky.clouds[0]) return { kind: 'cloud', layer: sky.clouds[0] }
      if (text.startsWith('VV')) return { kind: 'vertical-visibility', heightFt: sky.verticalVisibilityFt }
      return runwayMeaning(text)
    }
    default:
      return runwayMeaning(text)
  }
}

function runwayMeaning(text: string): GroupMeaning | null {
  const state = readRunwayState(text)
  return state && { kind: 'runway-state', state }
}

function byWord(text: string): GroupMeaning | null {
  if (/^CC[A-Z]$/.test(text)) return { kind: 'corrected' }
  if (text === 'NSW') return { kind: 'no-weather' }
  const recent = /^RE([A-Z]{2,})$/.exec(text)?.[1]
  if (recent && readWeatherCode(recent)) return { kind: 'recent-weather', code: recent }
  const code = text.replace(/^VC /, 'VC')
  if (readWeatherCode(code)) return { kind: 'weather', code }
  if (text.startsWith('WS ')) {
    return { kind: 'wind-shear', runway: /\d{2}[LCR]?$/.exec(text)?.[0] ?? 'ALL' }
  }
  const [, water, state, wave] = /^W(M?\d{2}|\/\/)\/(?:S([\d/])|H(\d{1,3}|\/{1,3}))$/.exec(text) ?? []
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
  return /^(BLACK)?(BLU|WHT|GRN|YLO[12]?|AMB|RED)\+?$/.test(text) ? { kind: 'colour', colour: text } : null
}

/** Visibility and pressure, as the whole report is read. */
function byLibrary(text: string): GroupMeaning {
  const { visibilityM, visibilityMinM, visibilityMinDirection, qnhHpa, weather } = decodeMetar(`ZZZZ 010000Z ${text}`)
  if (qnhHpa !== null) return { kind: 'pressure', qnhHpa }
  const direction = /^\d{4}([NESW]{1,2})$/.exec(text)?.[1] ?? visibilityMinDirection
  const distance = visibilityMinM ?? visibilityM
  if (distance !== null && weather.length === 0) return { kind: 'visibility', visibilityM: distance, direction }
  return { kind: 'unread' }
}
