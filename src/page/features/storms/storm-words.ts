import type { TFunction } from 'i18next'
import type { Storm } from '../../../contract/nowcast.ts'
import type { Airport } from '../../../core/airports/airport.ts'
import { bearingDeg, type LatLon } from '../../../core/geo/geo.ts'
import { nearestWithin } from '../../../core/geo/nearest-within.ts'
import type { NamedTown } from '../../../core/geo/towns.ts'
import { badgeOf } from '../../../core/storms/storm-badges.ts'
import { courseOf } from '../../../core/storms/storm-cells.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { numberText, positionText } from '../../../core/util/format.ts'
import { joinText } from '../../../core/util/join-text.ts'
import { ageText } from '../../../core/util/local-format.ts'
import type { Lang } from '../../../locales/languages.ts'
import { localValue } from '../../../locales/local-name.ts'

export type StormT = TFunction<'storms'>

/** In a list, or on the map, where there is less room. */
type Length = 'full' | 'short'

/** How the desk writes bearings and speeds. */
export interface StormFormat {
  compass(bearing: number): string
  /** A speed in km/h as text with its unit. */
  speed(kmh: number): string
}

/** Data for naming storms by nearby places. */
export interface NearPlaces {
  airports: readonly Airport[]
  towns: readonly NamedTown[]
  lang: Lang
}

/** An airport within this distance names a storm, else a town within the next. */
const AIRPORT_KM = 150
const TOWN_KM = 300
/** A lower minimum age is not informative. */
const KNOWN_AGE_MS = 5 * MINUTE_MS
/** Minimum increase in percent shown as a multiple. */
const MULTIPLE_FROM_PERCENT = 100
/** As near as this it is at the place. */
const AT_KM = 5

/** `+25 % in 5 min`, `×3.5 in 5 min`, or that it is new; empty where its rate stays as it is. */
export function badgeText(storm: Storm, t: StormT, length: Length = 'full'): string {
  const badge = badgeOf(storm)
  if (!badge) return ''
  if (badge.kind === 'new') return t('badge.new')
  if (badge.percent >= MULTIPLE_FROM_PERCENT) {
    const factor = 1 + badge.percent / 100
    const times = numberText(factor, factor < 5 ? 1 : 0)
    return t(length === 'full' ? 'badge.times' : 'badge.timesShort', { times })
  }
  const change = `${badge.percent < 0 ? '−' : '+'}${Math.abs(badge.percent)}`
  return t(length === 'full' ? 'badge.change' : 'badge.changeShort', { change })
}

export function rateText({ strokesPerMin }: Storm, t: StormT, length: Length = 'full'): string {
  if (strokesPerMin === null) return t('rateUnknown')
  const rate = numberText(strokesPerMin, strokesPerMin < 10 ? 1 : 0)
  return t(length === 'full' ? 'rate' : 'rateShort', { rate })
}

/** Motion and its certainty: without a reliable course the error is part of the text. */
export function motionText(storm: Storm, { compass, speed }: StormFormat, t: StormT, length: Length = 'full'): string {
  const { motion } = storm
  if (motion.kind === 'unknown') return t('motionUnknown')
  if (motion.kind === 'slow') return t('slow', { speed: speed(Math.ceil(motion.belowKmh / 5) * 5) })
  if (!courseOf(storm)) {
    const error = speed(motion.errorKmh)
    return t('movingRoughly', { compass: compass(motion.headingDeg), speed: speed(motion.speedKmh), error })
  }
  return t(length === 'full' ? 'moving' : 'movingShort', {
    compass: compass(motion.headingDeg),
    heading: headingText(motion.headingDeg),
    speed: speed(motion.speedKmh),
  })
}

const headingText = (deg: number) => String(Math.round(deg) % 360).padStart(3, '0')

/** Motion as heading and speed with its error if the storm has a course; else as a line. */
export function motionStat(storm: Storm, format: StormFormat, t: StormT): { value: string; note?: string } {
  const course = courseOf(storm)
  if (!course) return { value: motionText(storm, format, t) }
  const { compass, speed } = format
  const heading = headingText(course.headingDeg)
  return {
    value: t('card.course', { compass: compass(course.headingDeg), heading }),
    note: t('card.error', { speed: speed(course.speedKmh), error: speed(course.errorKmh) }),
  }
}

/** The age of a storm at a moment; empty if it may be far older. */
export function ageOfStorm({ since, mayBeOlder }: Storm, atMs: number, lang: Lang, t: StormT): string {
  const ageMs = Math.max(MINUTE_MS, atMs - Date.parse(since))
  if (mayBeOlder && ageMs < KNOWN_AGE_MS) return ''
  const age = ageText(ageMs, lang)
  return mayBeOlder ? t('ageAtLeast', { age }) : age
}

/** Whether an airport is near enough to name the position. */
export function isNearAirport(storm: LatLon, airports: readonly Airport[]): boolean {
  return nearestWithin(airports, storm, AIRPORT_KM) !== null
}

/**
 * `95 km W of Burlington`: by the nearest airport, else the nearest town, else coordinates; in two lines in the short
 * form.
 */
export function placeText(
  storm: LatLon,
  near: NearPlaces,
  { compass }: StormFormat,
  t: StormT,
  length: Length = 'full',
): string {
  const { airports, towns, lang } = near
  const airport = nearestWithin(airports, storm, AIRPORT_KM)
  const found = airport ?? nearestWithin(towns, storm, TOWN_KM)
  if (!found) return positionText(storm.lat, storm.lon, 1)
  const place = airport ? airportText(airport.place, lang, length) : (found.place as NamedTown).name
  if (found.km < AT_KM) return t('over', { place })
  return t(length === 'full' ? 'at' : 'atShort', {
    km: Math.round(found.km),
    compass: compass(bearingDeg(found.place, storm)),
    place,
  })
}

/** `Shanghai (ZSPD)`, or `Shanghai` alone. */
function airportText({ icao, city, cityEn }: Airport, lang: Lang, length: Length): string {
  const name = localValue(lang, { en: cityEn, zh: city })
  if (length === 'short') return name || icao
  return name ? joinText(lang).bracketed(name, icao) : icao
}
