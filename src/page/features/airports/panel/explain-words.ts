import type { TFunction } from 'i18next'
import { explainMetar, type GroupMeaning } from '../../../../core/metar/metar-explain.ts'
import type { RunwayState } from '../../../../core/metar/metar-runway.ts'
import { metres } from '../../../../core/util/units.ts'
import { quantityText, type useFormat } from '../../../i18n/format.ts'
import type { AirportT } from '../row/row-words.ts'
import { cloudText, rvrText, VISIBILITY_SHOWN_MAX_M, windText } from './report-words.ts'
import { weatherText } from './weather-words.ts'

export interface Wording {
  t: AirportT
  w: TFunction
  format: ReturnType<typeof useFormat>
  airportName(icao: string): string
}

/** The meaning of a group in a sentence; forecast groups are labelled as such. */
export function groupText(meaning: GroupMeaning, isForecast: boolean, wording: Wording): string {
  const text = meaningText(meaning, wording)
  return isForecast && FORECAST_KINDS.has(meaning.kind) ? wording.w('forecast', { what: lowered(text) }) : text
}

const FORECAST_KINDS = new Set<GroupMeaning['kind']>(['wind', 'visibility', 'weather', 'cloud', 'cavok'])

function meaningText(meaning: GroupMeaning, { t, w, format, airportName }: Wording): string {
  switch (meaning.kind) {
    case 'airport':
      return w('airport', { name: airportName(meaning.icao) || meaning.icao })
    case 'time':
      return w('time', { day: meaning.day, time: clock(meaning) })
    case 'wind':
      return w('wind', { what: windText(meaning.wind, format, t) })
    case 'wind-arc':
      return w('wind-arc', { from: padded(meaning.fromDeg), to: padded(meaning.toDeg) })
    case 'visibility': {
      const { visibilityM, bound, direction } = meaning
      const value = quantityText(format.visibility(visibilityM))
      const limited = bound ? t(`rvr.${bound}`, { range: value }) : value
      const distance = visibilityM >= VISIBILITY_SHOWN_MAX_M ? t('visibility.orMore') : limited
      return direction
        ? w('visibilityTo', { direction: format.compassName(direction), distance })
        : w('visibility', { distance })
    }
    case 'rvr':
      return w('rvr', { what: rvrText(meaning.rvr, t) })
    case 'weather':
    case 'recent-weather':
      return w(meaning.kind, { what: weatherText(meaning.code, t) })
    case 'cloud': {
      const what = w('cloud', { what: cloudText(meaning.layer, format, t) })
      return meaning.layer.cover === 'BKN' || meaning.layer.cover === 'OVC' ? w('ceiling', { what }) : what
    }
    case 'vertical-visibility':
      return meaning.heightFt === null
        ? w('verticalUnknown')
        : w('vertical-visibility', { height: quantityText(format.height(metres(meaning.heightFt))) })
    case 'temperatures':
      return w('temperatures', {
        temperature: quantityText(format.temperature(meaning.temperatureC)),
        dewPoint: quantityText(format.temperature(meaning.dewPointC)),
      })
    case 'pressure':
      return w('pressure', { pressure: quantityText(format.pressure(meaning.qnhHpa)) })
    case 'wind-shear':
      return windShearText(meaning.runway, w)
    case 'runway-state':
      return runwayStateText(meaning.state, { w, format })
    case 'sea':
      return w('sea', { what: seaText(meaning, { w, format }) })
    case 'colour':
      return w('colour', { colour: meaning.colour })
    case 'trend':
      return w(`trend.${meaning.change}`)
    case 'probability':
      return w('probability', { percent: meaning.percent })
    case 'trend-time':
      return w(`at.${meaning.which}`, { time: clock(meaning) })
    case 'not-observed':
      return w(`notObserved.${meaning.what}`)
    default:
      return w(meaning.kind)
  }
}

export function windShearText(runway: string, w: TFunction): string {
  return runway === 'ALL' ? w('windShearAll') : w('wind-shear', { runway })
}

/** The trend of a report as text, one sentence for each change. */
export function trendTexts(raw: string, wording: Wording): string[] {
  const changes: string[][] = []
  for (const { part, meaning } of explainMetar(raw)) {
    if (part !== 'trend') continue
    const text = meaningText(meaning, wording)
    const begins = meaning.kind === 'trend' || meaning.kind === 'probability' || meaning.kind === 'nosig'
    if (begins || changes.length === 0) changes.push([text])
    else changes.at(-1)!.push(lowered(text))
  }
  return changes.map((texts) => texts.join(wording.w('trendJoin')))
}

/** `Runway 24: wet or with patches of water, on more than 50 % of it, 1 mm deep, friction 0.56`. */
export function runwayStateText(state: RunwayState, { w, format }: Pick<Wording, 'w' | 'format'>): string {
  const { runway, deposit, extent, depthMm, braking } = state
  const parts = [
    state.isCleared ? w('runway.cleared') : null,
    state.isClosedBySnow ? w('runway.closed') : null,
    state.isOutOfUse ? w('runway.outOfUse') : null,
    deposit === null ? null : w(`runway.deposit.${deposit}`),
    extent === null ? null : w('runway.covers', { extent: w(`runway.extent.${extent}`) }),
    depthMm === null || !deposit ? null : depthMm === 0 ? w('runway.thin') : w('runway.deep', { depth: depthMm }),
    braking === null
      ? null
      : braking.kind === 'friction'
        ? w('runway.friction', { coefficient: braking.coefficient.toFixed(2) })
        : w(`runway.braking.${braking.kind}`),
  ].filter((part) => part !== null)
  const what = format.list(parts) || w('runway.unsaid')
  return runway === 'all' || runway === 'last' ? w(`runway.${runway}`, { what }) : w('runway.title', { runway, what })
}

function seaText(
  { temperatureC, state, waveHeightM }: GroupMeaning & { kind: 'sea' },
  { w, format }: Pick<Wording, 'w' | 'format'>,
): string {
  const parts = [
    temperatureC === null ? null : w('seaTemperature', { temperature: `${temperatureC} °C` }),
    state === null ? null : w('seaState', { state }),
    waveHeightM === null ? null : w('seaWaves', { height: waveHeightM }),
  ].filter((part) => part !== null)
  return format.list(parts) || w('seaUnknown')
}

function clock({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function padded(degrees: number): string {
  return String(degrees).padStart(3, '0')
}

/** Inside a sentence; codes keep their capitals. */
function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
