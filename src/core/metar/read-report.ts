import { VISIBILITY_CAVOK } from '../../contract/limits.ts'
import type { ParsedReport, ReportRecord } from '../../contract/metar.ts'
import type { MetarHistoryRecord } from '../../contract/standard.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { HOUR_MS } from '../time/durations.ts'
import { INHG_PER_HPA, KNOTS_PER_MPS } from '../util/units.ts'
import { type DecodedMetar, decodeMetar, VISIBILITY_MAX_M } from './metar.ts'
import type { Report } from './report.ts'

/** Reads a live record. Null where neither the record nor the text says when it was observed. */
export function reportFromRecord(record: ReportRecord): Report | null {
  const { icao: _, kind, time, ...decoded } = decodeMetar(record.raw_metar)
  const arrivedAtMs = parseInstantMs(record.arrived_at)
  const obsTimeMs = observedMs(record, time, arrivedAtMs)
  if (obsTimeMs === null) return null
  return {
    icao: record.icao,
    raw: record.raw_metar.trim(),
    isSpeci: [record.report_type, record.parsed?.kind, kind].find(Boolean)?.toUpperCase() === 'SPECI',
    obsTimeMs,
    arrivedAtMs,
    ...withParsed(decoded, record.parsed),
  }
}

/** Reads a record of the history. Null where its time can't be read. */
export function reportFromHistory(record: MetarHistoryRecord): Report | null {
  const obsTimeMs = parseInstantMs(record.observation_time)
  if (obsTimeMs === null) return null
  const { icao: _, kind, time: __, ...decoded } = decodeMetar(record.raw_metar ?? '')
  const cavok = record.visibility === VISIBILITY_CAVOK || decoded.cavok
  const visibilityM = cavok ? VISIBILITY_MAX_M : (capped(record.visibility) ?? decoded.visibilityM)
  return {
    ...decoded,
    icao: record.icao_code.trim().toUpperCase(),
    raw: record.raw_metar?.trim() ?? '',
    isSpeci: (record.report_type ?? kind)?.toUpperCase() === 'SPECI',
    isCorrected: record.is_corrected ?? decoded.isCorrected,
    obsTimeMs,
    arrivedAtMs: null,
    // 0 may be north or a filler: the text decides
    windDirectionDeg: possible(record.wind_direction, DIRECTION_DEG) || decoded.windDirectionDeg,
    windSpeedMps: possible(record.wind_speed, WIND_MPS) ?? decoded.windSpeedMps,
    windGustMps: possible(record.wind_gust, WIND_MPS) ?? decoded.windGustMps,
    windFromDeg: possible(record.wind_direction_range_min, DIRECTION_DEG) ?? decoded.windFromDeg,
    windToDeg: possible(record.wind_direction_range_max, DIRECTION_DEG) ?? decoded.windToDeg,
    visibilityM,
    cavok,
    ceilingKnown: decoded.ceilingKnown || cavok,
    temperatureC: possible(record.temperature, TEMPERATURE_C) ?? decoded.temperatureC,
    dewPointC: possible(record.dew_point, TEMPERATURE_C) ?? decoded.dewPointC,
    qnhHpa: possible(record.qnh, QNH_HPA) ?? decoded.qnhHpa,
    weather: decoded.weather.length > 0 ? decoded.weather : (record.weather?.split(/[\s,]+/).filter(Boolean) ?? []),
  }
}

type Measured = Omit<DecodedMetar, 'icao' | 'kind' | 'time'>

function withParsed(decoded: Measured, parsed: ParsedReport | null | undefined): Measured {
  if (!parsed) return decoded
  // Raw text that does give visibility or cloud is the report itself; the flag fills in only where it gives neither.
  const cavok = decoded.cavok || (parsed.cavok === true && decoded.visibilityM === null && decoded.clouds.length === 0)
  return {
    ...decoded,
    temperatureC:
      possible(celsius(parsed.temperature, parsed.temperature_units), TEMPERATURE_C) ?? decoded.temperatureC,
    dewPointC: possible(celsius(parsed.dew_temperature, parsed.temperature_units), TEMPERATURE_C) ?? decoded.dewPointC,
    windSpeedMps:
      possible(metresPerSecond(parsed.wind_speed, parsed.wind_speed_units), WIND_MPS) ?? decoded.windSpeedMps,
    qnhHpa: possible(hectopascals(parsed.qnh, parsed.qnh_units), QNH_HPA) ?? decoded.qnhHpa,
    cavok,
    visibilityM: cavok ? VISIBILITY_MAX_M : decoded.visibilityM,
    ceilingKnown: decoded.ceilingKnown || cavok,
  }
}

type Maybe = number | null | undefined
type Range = readonly [least: number, most: number]

// What can be measured anywhere on Earth, with room to spare: -9999 and the like fill a place where nothing was.
const TEMPERATURE_C: Range = [-100, 80]
const WIND_MPS: Range = [0, 150]
const QNH_HPA: Range = [800, 1_100]
const DIRECTION_DEG: Range = [0, 360]

/** Null for what can't have been measured: the raw text decides. */
function possible(value: Maybe, [least, most]: Range): number | null {
  return value != null && value >= least && value <= most ? value : null
}

// A unit that is not known makes the number unusable: null, and the raw text decides.

function celsius(value: Maybe, units: string | null | undefined): number | null {
  if (value == null) return null
  const unit = (units ?? 'degC').toLowerCase().replace(/[°\s]|deg(rees?)?/g, '')
  if (unit === 'c' || unit === 'celsius') return value
  if (unit === 'f' || unit === 'fahrenheit') return ((value - 32) * 5) / 9
  return unit === 'k' || unit === 'kelvin' ? value - 273.15 : null
}

function metresPerSecond(value: Maybe, units: string | null | undefined): number | null {
  if (value == null) return null
  const unit = (units ?? 'm/s').toLowerCase().replace(/\s/g, '')
  if (/^(m\/s|mps|ms-1|m\.s-1)$/.test(unit)) return value
  if (/^(kts?|knots?)$/.test(unit)) return value / KNOTS_PER_MPS
  return /^(km\/h|kmh|kph)$/.test(unit) ? value / 3.6 : null
}

function hectopascals(value: Maybe, units: string | null | undefined): number | null {
  if (value == null) return null
  const unit = (units ?? 'hPa').toLowerCase().replace(/\s/g, '')
  if (/^(hpa|mb|mbar)$/.test(unit)) return value
  if (/^(inhg|in)$/.test(unit)) return value / INHG_PER_HPA
  return unit === 'pa' ? value / 100 : null
}

function capped(visibilityM: Maybe): number | null {
  return visibilityM == null || visibilityM < 0 ? null : visibilityM >= 9_999 ? VISIBILITY_MAX_M : visibilityM
}

/** The time of an observation that is dated later after its receipt than this was mistyped. */
const AHEAD_MAX_MS = HOUR_MS

function observedMs(record: ReportRecord, time: DecodedMetar['time'], arrivedAtMs: number | null): number | null {
  const written = record.obs_time?.trim() ?? ''
  const stated = parseInstantMs(written) ?? parseInstantMs(record.parsed?.datetime)
  const nearMs = arrivedAtMs ?? stated
  const fromText = time && nearMs !== null ? nearestMs(time, nearMs) : null
  const plausible = stated !== null && (arrivedAtMs === null || stated <= arrivedAtMs + AHEAD_MAX_MS)
  // Without an offset it is not known which clock the time is of; the raw text's is always UTC.
  const hasOffset = /(z|utc|[+-]\d{2}:?\d{0,2})$/i.test(written.slice(10))
  return (plausible && hasOffset ? stated : null) ?? fromText ?? (plausible ? stated : null) ?? arrivedAtMs
}

/** The moment with this day of the month, hour and minute that lies nearest to `nearMs`. */
function nearestMs(time: { day: number; hour: number; minute: number }, nearMs: number): number | null {
  const near = new Date(nearMs)
  let best: number | null = null
  for (const month of [-1, 0, 1]) {
    const at = Date.UTC(near.getUTCFullYear(), near.getUTCMonth() + month, time.day, time.hour, time.minute)
    if (new Date(at).getUTCDate() !== time.day && time.hour < 24) continue // no such day in that month
    if (best === null || Math.abs(at - nearMs) < Math.abs(best - nearMs)) best = at
  }
  return best
}
