import { type Fault, faultOf, receivedText } from '../problems/problem.ts'

/** Required members of GeoJSON objects (RFC 7946, section 1.4), by type. */
const PARTS: Record<string, string> = {
  FeatureCollection: 'features',
  Feature: 'geometry',
  GeometryCollection: 'geometries',
  ...Object.fromEntries(
    ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'].map((type) => [
      type,
      'coordinates',
    ]),
  ),
}

/** Whether a JSON value has the form of GeoJSON, judged by its outermost object. */
export function isGeojson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  const part = typeof value.type === 'string' && Object.hasOwn(PARTS, value.type) ? PARTS[value.type] : undefined
  if (part === undefined || !(part in value)) return false
  const held = (value as Record<string, unknown>)[part]
  return part === 'geometry' ? typeof held === 'object' : Array.isArray(held)
}

/** Names of the coordinate system of RFC 7946: WGS 84 longitude and latitude, with or without height. */
const WGS_84 = [/(?:^|[:/#])(?:CRS:?84h?|OGC:2:84|WGS[ _-]?84)$/i, /EPSG.*[:/#](?:4326|4979)$/i]

/**
 * The fault of an object whose `crs` names another coordinate system, as files from before RFC 7946 may: its
 * coordinates would be misread as WGS 84. Null without one.
 */
export function crsFault(value: unknown): Fault | null {
  if (typeof value !== 'object' || value === null || !('crs' in value)) return null
  const { crs } = value
  if (crs === undefined || crs === null) return null
  const name = crsName(crs)
  if (name !== null && WGS_84.some((known) => known.test(name.trim()))) return null
  return faultOf('geojson-crs', { received: receivedText(name ?? crs) })
}

/** `{"type": "name", "properties": {"name"}}` of GeoJSON 2008, or `{"type": "EPSG", "properties": {"code"}}` of its drafts. */
function crsName(crs: unknown): string | null {
  if (typeof crs === 'string') return crs
  if (typeof crs !== 'object' || crs === null || !('properties' in crs)) return null
  const properties = crs.properties
  if (typeof properties !== 'object' || properties === null) return null
  if ('name' in properties && typeof properties.name === 'string') return properties.name
  const isNumbered = 'type' in crs && crs.type === 'EPSG' && 'code' in properties
  return isNumbered ? `EPSG:${String(properties.code)}` : null
}
