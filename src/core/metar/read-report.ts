import { VISIBILITY_CAVOK } from '../../contract/limits.ts'
import type { ParsedReport, ReportRecord } from '../../contract/metar.ts'
import type { MetarHistoryRecord } from '../../contract/standard.ts'
import { readInstant } from '../../contract/time.ts'
import { FEET_PER_METRE, INHG_PER_HPA, KNOTS_PER_MPS, METRES_PER_STATUTE_MILE } from '../util/units.ts'
import { type DecodedMetar, decodeMetar, lacksVisibility } from './metar.ts'
import { areOfOneAir, isPossible, POSSIBLE } from './metar-groups.ts'
import { VISIBILITY_GOOD_M, VISIBILITY_MAX_M } from './metar-visibility.ts'
import { arrivedMs, observedMs } from './observed-time.ts'
import type { Report, ReportDifference } from './report.ts'

/** Parses a live record. Null without a time of observation. */
export function reportFromRecord(record: ReportRecord): Report | null {
  const obsTimeMs = observedMs(record)
  if (obsTimeMs === null) return null
  const { icao, kind, time: _, ...decoded } = decodeMetar(record.raw_metar)
  const service = record.parsed ? liveValues(record.parsed) : NOTHING_SAID
  const values = withAirport(withService(decoded, service, record.raw_metar), record.icao, icao)
  return {
    icao: record.icao,
    raw: record.raw_metar.trim(),
    isSpeci: isSpeci(record.report_type, record.parsed?.kind, kind),
    obsTimeMs,
    arrivedAtMs: arrivedMs(record),
    ...values,
  }
}

/** Parses a record of the history. Null without a readable time. */
export function reportFromHistory(record: MetarHistoryRecord): Report | null {
  const obsTimeMs = readInstant(record.observation_time)?.ms ?? null
  if (obsTimeMs === null) return null
  const { icao: icaoOfText, kind, time: _, ...decoded } = decodeMetar(record.raw_metar ?? '')
  const icao = record.icao_code.trim().toUpperCase()
  const service: ServiceValues = {
    visibilityM: visibilityM(record.visibility, 'm'),
    cavok: record.visibility === VISIBILITY_CAVOK ? true : null,
    windSpeedMps: possible(record.wind_speed, POSSIBLE.windMps),
    windGustMps: possible(record.wind_gust, POSSIBLE.windMps),
    ...possibleTemperatures(record.temperature, record.dew_point),
    qnhHpa: possible(record.qnh, POSSIBLE.qnhHpa),
  }
  return {
    ...withAirport(withService(decoded, service, record.raw_metar ?? ''), icao, icaoOfText),
    icao,
    raw: record.raw_metar?.trim() ?? '',
    isSpeci: isSpeci(record.report_type, kind),
    isCorrected: record.is_corrected || decoded.isCorrected,
    obsTimeMs,
    arrivedAtMs: null,
    windDirectionDeg: possible(record.wind_direction, POSSIBLE.directionDeg) ?? decoded.windDirectionDeg,
    windFromDeg: possible(record.wind_direction_range_min, POSSIBLE.directionDeg) ?? decoded.windFromDeg,
    windToDeg: possible(record.wind_direction_range_max, POSSIBLE.directionDeg) ?? decoded.windToDeg,
    weather: decoded.weather.length > 0 ? decoded.weather : (record.weather?.split(/[\s,]+/).filter(Boolean) ?? []),
  }
}

/** A report is special if any source marks it so. */
function isSpeci(...kinds: (string | null | undefined)[]): boolean {
  return kinds.some((kind) => kind?.trim().toUpperCase() === 'SPECI')
}

type Measured = Omit<DecodedMetar, 'icao' | 'kind' | 'time'>
type Merged = Measured & Pick<Report, 'differences'>

/** A text of another airport is named. Poor conditions in it count, good ones do not. */
function withAirport(values: Merged, icao: string, icaoOfText: string | null): Merged {
  if (icaoOfText === null || icaoOfText === icao) return values
  const { visibilityM, differences } = values
  return {
    ...values,
    visibilityM: visibilityM !== null && visibilityM < VISIBILITY_GOOD_M ? visibilityM : null,
    cavok: false,
    ceilingKnown: false,
    differences: ['airport', ...differences],
  }
}

/** Values parsed by the service, in our units; null if unusable. */
interface ServiceValues {
  visibilityM: number | null
  cavok: boolean | null
  windSpeedMps: number | null
  windGustMps: number | null
  temperatureC: number | null
  dewPointC: number | null
  qnhHpa: number | null
}

const NOTHING_SAID: ServiceValues = {
  visibilityM: null,
  cavok: null,
  windSpeedMps: null,
  windGustMps: null,
  temperatureC: null,
  dewPointC: null,
  qnhHpa: null,
}

function liveValues(parsed: ParsedReport): ServiceValues {
  return {
    visibilityM: visibilityM(parsed.visibility, parsed.visibility_units),
    cavok: parsed.cavok ?? (parsed.visibility === VISIBILITY_CAVOK ? true : null),
    windSpeedMps: possible(metresPerSecond(parsed.wind_speed, parsed.wind_speed_units), POSSIBLE.windMps),
    windGustMps: null,
    ...possibleTemperatures(
      celsius(parsed.temperature, parsed.temperature_units),
      celsius(parsed.dew_temperature, parsed.temperature_units),
    ),
    qnhHpa: possible(hectopascals(parsed.qnh, parsed.qnh_units), POSSIBLE.qnhHpa),
  }
}

/** Tolerance for rounding by both parsers. */
const ROUNDING = { windMps: 1, temperatureC: 1.5, qnhHpa: 1.5, visibilityM: 100, visibilityShare: 0.1 }
/** The lowest ceiling compatible with CAVOK. */
const CAVOK_CEILING_FT = 5_000

/**
 * Merges our parsing of the text with the service's. Where they differ, the worse of wind, visibility and cloud is
 * used, and the difference is recorded. Temperatures and pressure have no worse value: the service's is used.
 */
function withService(decoded: Measured, service: ServiceValues, raw: string): Merged {
  const sky = skyWithService(decoded, service, raw)
  const isOff = (own: number | null, other: number | null, by: number) =>
    own !== null && other !== null && Math.abs(own - other) > by
  const isWindOff = isOff(decoded.windSpeedMps, service.windSpeedMps, ROUNDING.windMps)
  const isGustOff = isOff(decoded.windGustMps, service.windGustMps, ROUNDING.windMps)
  const differences: ReportDifference[] = [
    ...sky.differences,
    ...(isWindOff || isGustOff ? ['wind' as const] : []),
    ...(isOff(decoded.temperatureC, service.temperatureC, ROUNDING.temperatureC) ? ['temperature' as const] : []),
    ...(isOff(decoded.dewPointC, service.dewPointC, ROUNDING.temperatureC) ? ['dewPoint' as const] : []),
    ...(isOff(decoded.qnhHpa, service.qnhHpa, ROUNDING.qnhHpa) ? ['pressure' as const] : []),
  ]
  const faster = (own: number | null, other: number | null, areOff: boolean) =>
    areOff ? Math.max(own!, other!) : (other ?? own)
  return {
    ...decoded,
    ...sky.values,
    visibilityBound: sky.differences.includes('visibility') ? null : decoded.visibilityBound,
    windSpeedIsMinimum: decoded.windSpeedIsMinimum || mayLackGust(decoded, service),
    windSpeedMps: faster(decoded.windSpeedMps, service.windSpeedMps, isWindOff),
    windGustMps: faster(decoded.windGustMps, service.windGustMps, isGustOff),
    temperatureC: service.temperatureC ?? decoded.temperatureC,
    dewPointC: service.dewPointC ?? decoded.dewPointC,
    qnhHpa: service.qnhHpa ?? decoded.qnhHpa,
    differences,
  }
}

/** Whether only the service states the wind, beside groups of the text that may hold its gust. */
function mayLackGust(decoded: Measured, service: ServiceValues): boolean {
  return decoded.windSpeedMps === null && service.windSpeedMps !== null && hasUnread(decoded)
}

type SkyValues = Pick<Measured, 'visibilityM' | 'cavok' | 'ceilingKnown'>

function skyWithService(
  decoded: Measured,
  service: ServiceValues,
  raw: string,
): { values: SkyValues; differences: ReportDifference[] } {
  const { visibilityM: own, cavok, ceilingKnown } = decoded
  const other = service.visibilityM
  if (cavok) {
    const isLow = other !== null && other < VISIBILITY_MAX_M
    if (service.cavok !== false && !isLow) return { values: { visibilityM: own, cavok, ceilingKnown }, differences: [] }
    // Without CAVOK the text has no visibility and cloud.
    const values = { visibilityM: isLow ? other : null, cavok: false, ceilingKnown: false }
    return { values, differences: isLow ? ['cavok', 'visibility'] : ['cavok'] }
  }
  if (own === null) return { values: filledIn(decoded, service, raw), differences: [] }
  const areOff =
    other !== null && Math.abs(own - other) > Math.max(ROUNDING.visibilityM, ROUNDING.visibilityShare * own)
  const isLow = own < VISIBILITY_MAX_M || (decoded.ceilingFt ?? CAVOK_CEILING_FT) < CAVOK_CEILING_FT
  const differences: ReportDifference[] = [
    ...(service.cavok === true && isLow ? ['cavok' as const] : []),
    ...(areOff ? ['visibility' as const] : []),
  ]
  return { values: { visibilityM: other === null ? own : Math.min(own, other), cavok, ceilingKnown }, differences }
}

/**
 * For a text without a visibility: the service's, but no good value if the text has unreadable groups, or says that no
 * visibility was measured.
 */
function filledIn(decoded: Measured, { visibilityM: other, cavok }: ServiceValues, raw: string): SkyValues {
  const { ceilingKnown, clouds, isObscured, weather, isNil } = decoded
  const isReadable = !hasUnread(decoded) && !isNil && !lacksVisibility(raw)
  const saysNothing = isReadable && clouds.length === 0 && !isObscured && weather.length === 0
  if (cavok === true && saysNothing) return { visibilityM: VISIBILITY_MAX_M, cavok: true, ceilingKnown: true }
  const isUsable = other !== null && (isReadable || other < VISIBILITY_GOOD_M)
  return { visibilityM: isUsable ? other : null, cavok: false, ceilingKnown }
}

const hasUnread = ({ unread, impossible }: Measured) => unread.length + impossible.length > 0

type Maybe = number | null | undefined

/** Null for an implausible value, and for 0, which may stand for "not measured": the raw text decides. */
function possible(value: Maybe, range: readonly [least: number, most: number]): number | null {
  return value && isPossible(value, range) ? value : null
}

function possibleTemperatures(temperature: Maybe, dewPoint: Maybe): Pick<ServiceValues, 'temperatureC' | 'dewPointC'> {
  const temperatureC = possible(temperature, POSSIBLE.temperatureC)
  const dewPointC = possible(dewPoint, POSSIBLE.temperatureC)
  return areOfOneAir(temperatureC, dewPointC) ? { temperatureC, dewPointC } : { temperatureC: null, dewPointC: null }
}

// An unknown unit makes the number unusable: null, and the raw text decides.

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

const METRES_PER: Record<string, number> = {
  m: 1,
  km: 1_000,
  sm: METRES_PER_STATUTE_MILE,
  mi: METRES_PER_STATUTE_MILE,
  ft: 1 / FEET_PER_METRE,
}
/** Reports give visibility in steps of 50 m: a smaller number has another unit or none, or stands for "not measured". */
const VISIBILITY_STEP_M = 50
/** The longest one that is reported: 100 statute miles. */
const VISIBILITY_LONGEST_M = 161_000
/** Numbers that mean "unknown", and would be a good visibility. */
const VISIBILITY_CODES = new Set([32_766, 32_767, 32_768, 65_535])

function visibilityM(value: Maybe, units: string | null | undefined): number | null {
  if (value == null || VISIBILITY_CODES.has(value)) return null
  const unit = (units ?? 'm')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^(?:met(?:re|er)s?)$/, 'm')
    .replace(/^(?:statute)?miles?$/, 'sm')
  const metres = value * (METRES_PER[unit] ?? Number.NaN)
  if (!(metres <= VISIBILITY_LONGEST_M) || metres < VISIBILITY_STEP_M) return null
  return metres >= 9_999 ? VISIBILITY_MAX_M : Math.round(metres)
}
