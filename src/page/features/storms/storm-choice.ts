import type { Storm } from '../../../contract/nowcast.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import { nearestWithin } from '../../../core/geo/nearest-within.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

/** Identifies a storm in a URL: position, and time in Unix seconds. */
export interface StormName extends LatLon {
  atS: number
}

/** Zoom that shows a storm and its path. */
export const ZOOM_TO_STORM = 8

/** Maximum distance of the storm from the named position, plus a distance per hour since then. */
const REACH_KM = 25
const REACH_KM_AN_HOUR = 60
const HOUR_S = 3_600

/** `1782892800,31.14,121.81`. */
export function stormName({ lat, lon }: LatLon, atMs: number): string {
  return `${Math.floor(atMs / SECOND_MS)},${lat.toFixed(2)},${lon.toFixed(2)}`
}

/** Null for an invalid name. */
export function parseStormName(text: string): StormName | null {
  const match = /^(\d{9,11}),(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
  if (!match) return null
  const [atS, lat, lon] = match.slice(1).map(Number) as [number, number, number]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { atS, lat, lon } : null
}

/** Storms by link name: once found, a storm is tracked by id. The latest are cached. */
const followed = new Map<string, number>()
const FOLLOWED_MAX = 50

function follow(name: string, stormId: number): void {
  followed.delete(name)
  followed.set(name, stormId)
  if (followed.size > FOLLOWED_MAX) followed.delete(followed.keys().next().value!)
}

/** A name for the storm's present state, which finds the same storm later. */
export function nameStorm(storm: Storm, atMs: number): string {
  const name = stormName(storm, atMs)
  follow(name, storm.id)
  return name
}

/** The storm with a link name at a time; null if it no longer exists. */
export function findStorm(text: string | null, storms: readonly Storm[], atMs: number): Storm | null {
  if (text === null) return null
  const known = storms.find(({ id }) => id === followed.get(text)) ?? nearestTo(parseStormName(text), storms, atMs)
  if (known) follow(text, known.id)
  return known
}

function nearestTo(name: StormName | null, storms: readonly Storm[], atMs: number): Storm | null {
  if (!name) return null
  const reachKm = REACH_KM + (REACH_KM_AN_HOUR * Math.abs(atMs / SECOND_MS - name.atS)) / HOUR_S
  return nearestWithin(storms, name, reachKm)?.place ?? null
}
