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
export function isGeojson(value: unknown): value is object {
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

/** Nesting depth of the positions of a geometry, by type. */
const POSITION_DEPTH: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }),
)
/** Nesting depth of geometry collections; maps refuse deep ones. */
const COLLECTIONS_MAX = 32

/**
 * The part of a GeoJSON value that a map can draw, and the number of features without: a single one of those, such as
 * `null`, a circle or a latitude in metres, would cost the map the whole value, or be drawn nowhere.
 */
export function drawablePart<T extends object>(value: T): { drawable: T; leftOut: number } {
  const isCollection = 'features' in value && Array.isArray(value.features)
  const features: unknown[] = isCollection ? (value.features as unknown[]) : [value]
  const kept = features.filter(isDrawable)
  const leftOut = features.length - kept.length
  if (leftOut === 0) return { drawable: value, leftOut }
  return { drawable: { ...value, ...(isCollection && { features: kept }) }, leftOut }
}

function isDrawable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if (value.type !== 'Feature') return isGeometry(value, 0)
  return !('geometry' in value) || value.geometry === null || isGeometry(value.geometry, 0)
}

function isGeometry(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if (value.type === 'GeometryCollection') {
    const isList = depth < COLLECTIONS_MAX && 'geometries' in value && Array.isArray(value.geometries)
    return isList && (value.geometries as unknown[]).every((each) => isGeometry(each, depth + 1))
  }
  const positions = POSITION_DEPTH.get(value.type)
  return positions !== undefined && 'coordinates' in value && areCoordinates(value.coordinates, positions)
}

/** Empty ones are valid, and nothing is drawn (RFC 7946, section 3.1). */
function areCoordinates(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false
  if (depth > 0) return value.every((each) => areCoordinates(each, depth - 1))
  const [lon, lat] = value as unknown[]
  return value.length === 0 || (Number.isFinite(lon) && Number.isFinite(lat) && Math.abs(Number(lat)) <= 90)
}
