import { VISIBILITY_CAVOK } from '../../../contract/limits.ts'
import type { ParsedReport } from '../../../contract/metar.ts'
import type { MetarHistoryRecord } from '../../../contract/standard.ts'
import { formatUtc } from '../../../contract/time.ts'
import { type CodedReport, KNOT_MPS, VISIBILITY_TEN_KM, writeRaw } from './metar-report.ts'

/** The `parsed` block of a report: values of its text, with wind in m/s regardless of the reported unit. */
export function parsedBlock(report: CodedReport): ParsedReport {
  const known = !report.nil
  return {
    kind: report.kind,
    icao: report.icao,
    datetime: formatUtc(report.timeMs),
    temperature: known ? plain(report.temperatureC) : null,
    dew_temperature: known ? plain(report.dewPointC) : null,
    temperature_units: 'degC',
    wind_speed: known && report.wind ? metersPerSecond(report.wind.speed, report.wind.unit) : null,
    wind_speed_units: 'm/s',
    qnh: known ? report.qnhHpa : null,
    qnh_units: 'hPa',
    cavok: known && report.cavok,
  }
}

/** The report as the METAR history gives it. */
export function historyRecord(report: CodedReport): MetarHistoryRecord {
  const wind = report.nil ? null : report.wind
  const speed = (value: number | null) => (wind && value !== null ? metersPerSecond(value, wind.unit) : null)
  return {
    icao_code: report.icao,
    observation_time: formatUtc(report.timeMs),
    raw_metar: writeRaw(report),
    qa: 0,
    report_type: report.kind,
    is_corrected: report.corrected,
    wind_direction: wind && wind.directionDeg !== null ? wind.directionDeg % 360 : null,
    wind_speed: speed(wind?.speed ?? null),
    wind_gust: speed(wind?.gust ?? null),
    wind_direction_range_min: wind?.range?.[0] ?? null,
    wind_direction_range_max: wind?.range?.[1] ?? null,
    visibility: report.nil ? null : historyVisibility(report),
    temperature: report.nil ? null : plain(report.temperatureC),
    dew_point: report.nil ? null : plain(report.dewPointC),
    qnh: report.nil ? null : report.qnhHpa,
    weather: report.nil ? '' : (report.weather ?? []).join(' '),
  }
}

function historyVisibility({ cavok, visibilityM }: CodedReport): number | null {
  if (cavok) return VISIBILITY_CAVOK
  return visibilityM === VISIBILITY_TEN_KM ? 9_999 : visibilityM
}

function metersPerSecond(speed: number, unit: 'MPS' | 'KT'): number {
  return unit === 'MPS' ? speed : Math.round(speed * KNOT_MPS * 10) / 10
}

/** A number without the sign of -0, which JSON would drop anyway. */
function plain(value: number | null): number | null {
  return value === null ? null : value + 0
}
