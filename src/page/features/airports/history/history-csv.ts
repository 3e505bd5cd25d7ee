import { formatUtc } from '../../../../contract/time.ts'
import type { Report } from '../../../../core/metar/report.ts'
import { metres } from '../../../../core/util/units.ts'
import { type NearStrikes, nearAt } from '../panel/near-strikes.ts'

const HEAD = [
  'observed_utc',
  'icao',
  'type',
  'corrected',
  'auto',
  'nil',
  'wind_direction_deg',
  'wind_variable',
  'wind_speed_mps',
  'wind_gust_mps',
  'wind_from_deg',
  'wind_to_deg',
  'visibility_m',
  'visibility_min_m',
  'cavok',
  'ceiling_m',
  'ceiling_known',
  'temperature_c',
  'dew_point_c',
  'qnh_hpa',
  'weather',
  'strikes_16km_10min',
  'raw',
]

/**
 * The table as rows of a CSV file, in the units of the API; unknown values are empty. An empty ceiling means none only
 * if it is known.
 */
export function historyRows(
  reports: readonly Report[],
  strikesOf: { icao: string; strikes: NearStrikes | null },
): (string | number | null)[][] {
  return [
    HEAD,
    ...reports.map((report) => [
      formatUtc(report.obsTimeMs),
      report.icao,
      report.isSpeci ? 'SPECI' : 'METAR',
      Number(report.isCorrected),
      Number(report.isAuto),
      Number(report.isNil),
      report.windDirectionDeg,
      Number(report.windVariable),
      report.windSpeedMps,
      report.windGustMps,
      report.windFromDeg,
      report.windToDeg,
      report.visibilityM,
      report.visibilityMinM,
      Number(report.cavok),
      report.ceilingFt === null ? null : Math.round(metres(report.ceilingFt)),
      Number(report.ceilingKnown),
      report.temperatureC,
      report.dewPointC,
      report.qnhHpa,
      report.weather.join(' '),
      report.icao === strikesOf.icao ? nearAt(strikesOf.strikes, report.obsTimeMs) : null,
      report.raw,
    ]),
  ]
}
