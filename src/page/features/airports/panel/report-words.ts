import type { CloudLayer } from '../../../../core/metar/metar-cloud.ts'
import type { RunwayVisualRange, Wind } from '../../../../core/metar/metar-groups.ts'
import { BOUND_SIGNS } from '../../../../core/metar/metar-visibility.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { metres } from '../../../../core/util/units.ts'
import { type Quantity, quantityText, type useFormat } from '../../../i18n/format.ts'
import type { AirportT } from '../row/row-words.ts'

export type ReportFormat = Pick<
  ReturnType<typeof useFormat>,
  'windSpeed' | 'height' | 'visibility' | 'compassName' | 'list'
>

export interface QuantityText extends Quantity {
  note?: string
}

/** From here on a visibility is shown as `≥ 10 km`. */
export const VISIBILITY_SHOWN_MAX_M = 10_000

/** `4 m/s, from 210°, gusts 12 m/s`. */
export function windText(wind: Wind, format: ReportFormat, t: AirportT): string {
  const { note, ...speed } = windValue(wind, format, t)
  return format.list([quantityText(speed).trim(), note ?? ''])
}

export function windValue(wind: Wind, format: ReportFormat, t: AirportT): QuantityText {
  const { windSpeedMps, windDirectionDeg, windVariable, windFromDeg, windToDeg, windGustMps } = wind
  const speed = format.windSpeed(windSpeedMps)
  if (windSpeedMps === 0 && windDirectionDeg === null) return { value: t('wind.calm'), unit: '' }
  const notes = [
    windDirectionDeg === null ? null : t('wind.from', { direction: String(windDirectionDeg).padStart(3, '0') }),
    windVariable ? t('wind.variable') : null,
    windFromDeg === null || windToDeg === null
      ? null
      : t('wind.range', { from: String(windFromDeg).padStart(3, '0'), to: String(windToDeg).padStart(3, '0') }),
    windGustMps === null ? null : t('wind.gust', { speed: quantityText(format.windSpeed(windGustMps)) }),
  ]
  return {
    value: wind.windSpeedIsMinimum ? `≥ ${speed.value}` : speed.value,
    unit: speed.unit,
    note: joined(notes, format),
  }
}

export function visibilityValue(report: Report, format: ReportFormat, t: AirportT): QuantityText {
  const { visibilityM, visibilityBound, visibilityMinM, visibilityMinDirection } = report
  const atMost = visibilityM !== null && visibilityM >= VISIBILITY_SHOWN_MAX_M
  const distance = visibilityMinM === null ? null : quantityText(format.visibility(visibilityMinM))
  const lowest =
    distance === null
      ? null
      : visibilityMinDirection
        ? t('visibility.lowest', { distance, direction: format.compassName(visibilityMinDirection) })
        : t('visibility.lowestAny', { distance })
  const note = joined([report.cavok ? t('panel.cavok') : null, lowest], format)
  if (atMost) return { value: '≥ 10', unit: 'km', note }
  const { value, unit } = format.visibility(visibilityM)
  const sign = visibilityM !== null && visibilityBound ? `${BOUND_SIGNS[visibilityBound]} ` : ''
  return { value: `${sign}${value}`, unit, note }
}

/** `5 km, 2000 m to the southwest`. */
export function visibilityText(report: Report, format: ReportFormat, t: AirportT): string {
  const { note, ...prevailing } = visibilityValue(report, format, t)
  return format.list([quantityText(prevailing), note ?? ''])
}

export function ceilingValue(report: Report, format: ReportFormat, t: AirportT): QuantityText {
  if (report.ceilingFt === null) {
    return report.ceilingKnown
      ? { value: t('ceiling.none'), unit: '', note: t('ceiling.noneMeans') }
      : { value: t('ceiling.unknown'), unit: '' }
  }
  const note = report.verticalVisibilityFt === report.ceilingFt ? t('ceiling.vertical') : undefined
  const { value, unit } = format.height(metres(report.ceilingFt))
  // With an unreadable layer this is the highest possible value.
  return { value: report.ceilingKnown ? value : `≤ ${value}`, unit, note }
}

/** One text a layer; `VV` as a sky that is obscured. */
export function cloudTexts(report: Report, format: ReportFormat, t: AirportT): string[] {
  const layers = report.clouds.map((layer) => cloudText(layer, format, t))
  const obscured = report.isObscured ? [t('cloud.obscured')] : []
  return layers.length + obscured.length > 0
    ? [...layers, ...obscured]
    : [report.cavok ? t('panel.cavok') : t('cloud.none')]
}

export function cloudText({ cover, baseFt, kind }: CloudLayer, format: ReportFormat, t: AirportT): string {
  const amount = t(`cloud.${cover ?? 'unknown'}`)
  const layer =
    baseFt === null ? amount : t('cloud.layer', { cover: amount, height: quantityText(format.height(metres(baseFt))) })
  return kind ? t('cloud.withKind', { layer, kind: t(`cloud.${kind}`) }) : layer
}

export function rvrText({ runway, rangeM, toM, bound, toBound, trend }: RunwayVisualRange, t: AirportT): string {
  const limitText = (m: number, which: typeof bound) => (which ? t(`rvr.${which}`, { range: `${m} m` }) : `${m} m`)
  const range = limitText(rangeM, bound)
  const to = toM === null ? null : limitText(toM, toBound)
  const text = to ? t('rvr.from', { runway, range, to }) : t('rvr.one', { runway, range })
  return trend ? t('rvr.withTrend', { text, trend: t(`rvr.${trend}`) }) : text
}

function joined(notes: readonly (string | null)[], { list }: ReportFormat): string | undefined {
  return list(notes.filter((note) => note !== null)) || undefined
}
