import { decodeMetar } from '../../src/core/metar/metar.ts'

/** The values of a report, with the names and units of the reference values. Null: none, or not reported. */
export interface DecodedValues {
  icao_code: string | null
  obs_day: number | null
  obs_hour: number | null
  obs_minute: number | null
  report_type: string | null
  is_corrected: boolean
  is_auto: boolean
  /** Degrees; null for variable or calm. */
  wind_direction: number | null
  wind_variable: boolean
  /** [from, to], degrees. */
  wind_direction_range: [number, number] | null
  /** m/s */
  wind_speed: number | null
  wind_gust: number | null
  /** m */
  visibility: number | null
  visibility_10km_or_more: boolean | null
  /** °C */
  temperature: number | null
  dew_point: number | null
  /** hPa */
  qnh: number | null
  /** Codes, separated by spaces. */
  weather: string
  cavok: boolean
  /** Cover and base in feet; `VV` and the vertical visibility where the sky is obscured. */
  clouds: [string, number | null][]
  vertical_visibility_ft: number | null
  ceiling_ft: number | null
  /** Whether the report gives the ceiling, or that there is none: only then `null` means none. */
  ceiling_known: boolean
  /** Groups of the observation that could not be read. */
  unread: string[]
  /** Groups with a value that can't be. */
  impossible: string[]
}

const VISIBILITY_FULL_M = 10_000

/** Decodes a raw report; accepts any text. */
export function decodedValues(raw: string): DecodedValues {
  const report = decodeMetar(raw)
  const { windFromDeg, windToDeg, visibilityM, verticalVisibilityFt } = report
  const layers = report.clouds.map(({ cover, baseFt }): [string, number | null] => [cover ?? '///', baseFt])
  const obscured: [string, number | null][] = verticalVisibilityFt === null ? [] : [['VV', verticalVisibilityFt]]
  return {
    icao_code: report.icao,
    obs_day: report.time?.day ?? null,
    obs_hour: report.time?.hour ?? null,
    obs_minute: report.time?.minute ?? null,
    report_type: report.kind,
    is_corrected: report.isCorrected,
    is_auto: report.isAuto,
    wind_direction: report.windDirectionDeg,
    wind_variable: report.windVariable,
    wind_direction_range: windFromDeg === null || windToDeg === null ? null : [windFromDeg, windToDeg],
    wind_speed: report.windSpeedMps,
    wind_gust: report.windGustMps,
    visibility: visibilityM,
    visibility_10km_or_more: visibilityM === null ? null : visibilityM >= VISIBILITY_FULL_M,
    temperature: report.temperatureC,
    dew_point: report.dewPointC,
    qnh: report.qnhHpa,
    weather: report.weather.join(' '),
    cavok: report.cavok,
    clouds: [...layers, ...obscured],
    vertical_visibility_ft: report.verticalVisibilityFt,
    ceiling_ft: report.ceilingFt,
    ceiling_known: report.ceilingKnown,
    unread: report.unread,
    impossible: report.impossible,
  }
}
