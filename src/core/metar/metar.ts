import { AltimeterUnit, DistanceUnit, parseMetar } from 'metar-taf-parser'
import { INHG_PER_HPA, METRES_PER_STATUTE_MILE } from '../util/units.ts'
import { readSky, type Sky } from './metar-cloud.ts'
import { groupKind, type RunwayVisualRange, readRvr, readTemperatures, readWind, type Wind } from './metar-groups.ts'
import { type RunwayState, readRunwayState } from './metar-runway.ts'
import { type MetarText, splitMetar } from './metar-text.ts'

/** The part of the library's answer that is used; it exports the type only as the result of its function. */
type LibraryReport = Pick<ReturnType<typeof parseMetar>, 'visibility' | 'weatherConditions' | 'altimeter'>

/** From here on visibility is coded as one value. */
export const VISIBILITY_MAX_M = 10_000

/** What a raw report says, in our names and units. Null is "the report does not say". */
export interface DecodedMetar extends Wind, Sky {
  icao: string | null
  kind: MetarText['kind']
  time: MetarText['time']
  isAuto: boolean
  isCorrected: boolean
  isNil: boolean
  /** Prevailing visibility; 10 km or more is 10000. */
  visibilityM: number | null
  /** The lowest visibility, where it is given apart, and in which direction. */
  visibilityMinM: number | null
  visibilityMinDirection: string | null
  cavok: boolean
  /** Present weather codes as written: `-RA`, `VCTS`, `+TSRA`. */
  weather: string[]
  /** Recent weather codes without their `RE`. */
  recentWeather: string[]
  rvr: RunwayVisualRange[]
  runwayStates: RunwayState[]
  /** Runways with wind shear; `ALL` for all of them. */
  windShear: string[]
  temperatureC: number | null
  dewPointC: number | null
  qnhHpa: number | null
  trend: string | null
}

/** Decodes a raw METAR or SPECI. It never throws: what can't be read is null. */
export function decodeMetar(raw: string): DecodedMetar {
  const { groups, runwayGroups, windShear, ...header } = splitMetar(raw)
  const cavok = groups.includes('CAVOK')
  const read = readByLibrary(groups)
  const lowest = read?.visibility?.min
  return {
    ...header,
    ...readWind(groups),
    visibilityM: cavok ? VISIBILITY_MAX_M : visibilityM(read?.visibility),
    visibilityMinM: lowest?.value ?? null,
    visibilityMinDirection: lowest?.direction ?? null,
    cavok,
    ...readSky(groups, cavok),
    weather: read?.weatherConditions.map(weatherCode) ?? [],
    recentWeather: groups.filter((group) => /^RE[A-Z]{2,}$/.test(group)).map((group) => group.slice(2)),
    rvr: readRvr(groups),
    runwayStates: runwayGroups.map(readRunwayState).filter((state) => state !== null),
    windShear,
    ...readTemperatures(groups),
    qnhHpa: pressureHpa(read?.altimeter),
  }
}

const HEADER_FOR_LIBRARY = 'METAR ZZZZ 010000Z'

/**
 * Visibility, weather and pressure by the library. It sees those groups alone: it reads runway states as wind, stops
 * at the first group that it can't place, and loses half-missing groups, so the others are read by `metar-groups.ts`.
 */
function readByLibrary(groups: readonly string[]): LibraryReport | null {
  const own = groups.filter((group) => groupKind(group) === null)
  const hasMain = own.some((group) => /^\d{4}(NDV)?$/.test(group))
  const hasHectopascals = own.some((group) => /^Q(NH)?\d{3,4}/.test(group))
  const dialect = own
    .filter((group) => !(hasHectopascals && /^A\d{4}$/.test(group)))
    .map((group, i) => toLibraryDialect(group, !hasMain && own.findIndex((each) => DIRECTED.test(each)) === i))
  try {
    return parseMetar(`${HEADER_FOR_LIBRARY} ${dialect.join(' ')}`)
  } catch {
    return null // a report from the wire may be anything; the raw text is still shown
  }
}

const DIRECTED = /^(\d{4})(?:N|NE|E|SE|S|SW|W|NW)$/

/** Writes forms that the library does not know as ones that it does. */
function toLibraryDialect(group: string, isMainVisibility: boolean): string {
  if (isMainVisibility) return group.slice(0, 4)
  const km = /^(\d{1,2})KM$/.exec(group)?.[1]
  if (km) return Number(km) >= 10 ? '9999' : `${km}000`
  const metres = /^(?:[PM](\d{4})|(\d{4})M)$/.exec(group)
  if (metres) return (metres[1] ?? metres[2])!
  const hectopascals = /^Q(?:NH)?(\d{3,4})(?!\d|INS)/.exec(group)?.[1]
  if (hectopascals) return `Q${hectopascals.padStart(4, '0')}`
  const inches = /^QNH(\d{4})INS$/.exec(group)?.[1]
  return inches ? `A${inches}` : group
}

function visibilityM(visibility: LibraryReport['visibility']): number | null {
  if (!visibility) return null
  const miles = visibility.unit === DistanceUnit.StatuteMiles
  const m = miles ? Math.round(visibility.value * METRES_PER_STATUTE_MILE) : visibility.value
  return m >= 9_999 ? VISIBILITY_MAX_M : m
}

function pressureHpa(altimeter: LibraryReport['altimeter']): number | null {
  if (!altimeter) return null
  const hpa = altimeter.unit === AltimeterUnit.InHg ? altimeter.value / INHG_PER_HPA : altimeter.value
  return hpa > 800 && hpa < 1100 ? Math.round(hpa * 10) / 10 : null
}

function weatherCode({ intensity, descriptive, phenomenons }: LibraryReport['weatherConditions'][number]): string {
  return `${intensity ?? ''}${descriptive ?? ''}${phenomenons.join('')}`
}
