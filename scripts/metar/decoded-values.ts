import { decodeMetar } from '../../src/core/metar/metar.ts'

const VISIBILITY_FULL_M = 10_000

/**
 * The values of a raw report, with the names and units of the reference values. Null: none, or not reported. Accepts any
 * text.
 */
export function decodedValues(raw: string) {
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
    /** Degrees; null for variable or calm. */
    wind_direction: report.windDirectionDeg,
    wind_variable: report.windVariable,
    /** [from, to], degrees. */
    wind_direction_range: windFromDeg === null || windToDeg === null ? null : [windFromDeg, windToDeg],
    /** m/s */
    wind_speed: report.windSpeedMps,
    wind_gust: report.windGustMps,
    /** m */
    visibility: visibilityM,
    visibility_10km_or_more: visibilityM === null ? null : visibilityM >= VISIBILITY_FULL_M,
    /** °C */
    temperature: report.temperatureC,
    dew_point: report.dewPointC,
    /** hPa */
    qnh: report.qnhHpa,
    /** Codes, separated by spaces. */
    weather: report.weather.join(' '),
    cavok: report.cavok,
    /** Cover and base in feet; `VV` and the vertical visibility where the sky is obscured. */
    clouds: [...layers, ...obscured],
    vertical_visibility_ft: report.verticalVisibilityFt,
    ceiling_ft: report.ceilingFt,
    /** Whether the report gives the ceiling, or that there is none: only then `null` means none. */
    ceiling_known: report.ceilingKnown,
    /** Groups of the observation that could not be read. */
    unread: report.unread,
    /** Groups with a value that can't be. */
    impossible: report.impossible,
  }
}
