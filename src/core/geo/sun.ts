import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import type { Span } from '../time/spans.ts'
import { type LatLon, RAD, wrapLon } from './geo.ts'

/** 1 January 2000, 12:00 UTC, Unix ms. */
const J2000_MS = 946_728_000_000

/** The subsolar point, within a hundredth of a degree (short formula of the Astronomical Almanac). */
export function subsolarPoint(ms: number): LatLon {
  const days = (ms - J2000_MS) / DAY_MS
  const meanLongitude = 280.46 + 0.9856474 * days
  const anomaly = (357.528 + 0.9856003 * days) * RAD
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD
  const tilt = (23.439 - 0.0000004 * days) * RAD
  const rightAscension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude)) / RAD
  const siderealDeg = 280.46061837 + 360.98564736629 * days
  return {
    lat: Math.asin(Math.sin(tilt) * Math.sin(longitude)) / RAD,
    lon: wrapLon(rightAscension - siderealDeg),
  }
}

/** Altitude of the sun at a place, degrees; negative below the horizon. */
export function sunAltitudeDeg(place: LatLon, sun: LatLon): number {
  const lat = place.lat * RAD
  const sunLat = sun.lat * RAD
  const hour = (place.lon - sun.lon) * RAD
  return Math.asin(Math.sin(lat) * Math.sin(sunLat) + Math.cos(lat) * Math.cos(sunLat) * Math.cos(hour)) / RAD
}

/** Altitude at sunset: half the disc plus refraction. */
const SET_DEG = -0.833
const LOOK_EVERY_MS = 10 * MINUTE_MS

/** Nights at a place within a period; accurate to about a minute. */
export function nightSpans(place: LatLon, { fromMs, toMs }: Span): Span[] {
  const aboveSet = (ms: number) => sunAltitudeDeg(place, subsolarPoint(ms)) - SET_DEG
  const nights: Span[] = []
  let before = { ms: fromMs, above: aboveSet(fromMs) }
  let sinceMs = before.above < 0 ? fromMs : null
  while (before.ms < toMs) {
    const ms = Math.min(toMs, before.ms + LOOK_EVERY_MS)
    const above = aboveSet(ms)
    if (above < 0 !== before.above < 0) {
      const crossedMs = before.ms + ((ms - before.ms) * before.above) / (before.above - above)
      if (sinceMs !== null) nights.push({ fromMs: sinceMs, toMs: crossedMs })
      sinceMs = above < 0 ? crossedMs : null
    }
    before = { ms, above }
  }
  if (sinceMs !== null) nights.push({ fromMs: sinceMs, toMs })
  return nights
}

/** Latitudes of a meridian where the sun is lower than `altitudeDeg` (at most 0), or null. */
export function darkSpan(lon: number, sun: LatLon, altitudeDeg: number): [south: number, north: number] | null {
  const a = Math.sin(sun.lat * RAD)
  const b = Math.cos(sun.lat * RAD) * Math.cos((lon - sun.lon) * RAD)
  const share = Math.sin(altitudeDeg * RAD) / Math.hypot(a, b)
  if (share <= -1) return null
  // Along the meridian's circle the sun is lowest at one point, and night extends equally to both sides.
  const lowest = -90 - Math.atan2(b, a) / RAD
  const reach = 90 + Math.asin(Math.min(1, share)) / RAD
  for (const turn of [0, 360, -360]) {
    const south = Math.max(-90, lowest + turn - reach)
    const north = Math.min(90, lowest + turn + reach)
    if (north > south) return [south, north]
  }
  return null
}
