import type { Problem } from '../../contract/problems.ts'
import { haveOtherIds, levelSettingsAt } from '../../contract/watch/levels.ts'
import {
  featureWithIdSchema,
  HOLD_MIN_RANGE,
  HOURS_MAX_LENGTH,
  PLACE_NAME_MAX,
  PLACES_MAX,
  type PlaceFeature,
  placeFeatureSchema,
  RING_KM_RANGE,
} from '../../contract/watch/places.ts'
import { crsFault } from '../geo/geojson.ts'
import type { Ladders } from '../levels/ladder-of.ts'
import { issueFault, type SchemaIssue, valueAt } from '../problems/issue-fault.ts'
import { parseJson } from '../problems/json-problem.ts'
import { type Fault, faultOf, problemAt, receivedText } from '../problems/problem.ts'
import { isClearZone } from '../time/clear-zone.ts'
import { type PlaceGeometry, reachOf, type StatedPlace, statedOf, withLadders } from './place.ts'
import { geometryFault } from './place-shape.ts'

/** Places of a file, and problems of invalid features. */
export interface ReadPlaces {
  places: StatedPlace[]
  problems: Problem[]
}

type ReadCollection = { ok: true; value: ReadPlaces } | { ok: false; problems: Problem[] }

/**
 * Parses a GeoJSON FeatureCollection, or returns its problem. An invalid feature is dropped alone; one with an ambiguous
 * time zone is monitored at all hours.
 */
export function readPlaces(text: string): ReadCollection {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problems: [problemAt(json.fault)] }
  return readCollection(json.value, (place) => [{ ...place, timeZone: null, hours: null }])
}

/** The same, also for a single feature, from a person who can correct it: an ambiguous time zone drops the place. */
export function readPlaceOrPlaces(text: string): ReadCollection {
  const json = parseJson(text)
  if (!json.ok) {
    // KML, CSV or an empty file: where its JSON is wrong says nothing.
    const isJson = /^\s*[[{]/.test(text)
    return { ok: false, problems: [problemAt(isJson ? json.fault : faultOf('geojson-collection'))] }
  }
  if (isTyped(json.value, 'Feature')) return { ok: true, value: readWritten([json.value], () => []) }
  return readCollection(json.value, () => [])
}

type WithoutZone = (place: StatedPlace) => StatedPlace[]

function readCollection(value: unknown, withoutZone: WithoutZone): ReadCollection {
  if (!isTyped(value, 'FeatureCollection') || !('features' in value) || !Array.isArray(value.features)) {
    return { ok: false, problems: [problemAt(faultOf('geojson-collection', { received: receivedText(value) }))] }
  }
  const crs = crsFault(value)
  if (crs) return { ok: false, problems: [problemAt(crs, { field: 'crs' })] }
  return { ok: true, value: readWritten(value.features, withoutZone) }
}

/**
 * The same as `readFeatures`, for what a person writes: without ambiguous time zones, and with problems of misspelt
 * properties, which would count as absent.
 */
function readWritten(features: readonly unknown[], withoutZone: WithoutZone): ReadPlaces {
  const read = readFeatures(features)
  const isClear = ({ timeZone }: StatedPlace) => timeZone === null || isClearZone(timeZone)
  const places = read.places.flatMap((place) => (isClear(place) ? [place] : withoutZone(place)))
  const unclear = read.places.filter((place) => !isClear(place))
  const problems = [
    ...read.problems,
    ...unclear.map(({ id, timeZone }) =>
      problemAt(faultOf('time-zone', { received: receivedText(timeZone) }), {
        entry: 'feature',
        id,
        field: 'timeZone',
      }),
    ),
  ]
  const ids = new Set(places.map(({ id }) => id))
  const misspelt = features.flatMap((feature, index) => {
    const id = idOf(withIdOfFeature(feature))
    return id !== null && ids.has(id) ? misspeltProperties(feature, { number: index + 1, id }) : []
  })
  return { places, problems: [...problems, ...misspelt] }
}

/** Other spellings of properties, as databases and Shapefiles write them: `holdmin`, `time_zone`. */
function misspeltProperties(feature: unknown, of: { number: number; id: string }): Problem[] {
  const properties = valueAt(feature, ['properties']) as Record<string, unknown>
  return Object.keys(properties).flatMap((name) => {
    const meant = PROPERTIES.find((each) => plainLetters(each) === plainLetters(name))
    if (meant === undefined || meant === name || properties[meant] != null || properties[name] == null) return []
    return [problemAt(faultOf('no-setting', { allowed: meant }), { entry: 'feature', ...of, field: name })]
  })
}

const plainLetters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const PROPERTIES = [
  'nameZh',
  'group',
  'ringsKm',
  'holdMin',
  'distanceKm',
  'levels',
  'weather',
  'at',
  'timeZone',
  'hours',
  'dailyReport',
]

function isTyped(value: unknown, type: string): value is { type: string } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type
}

/** The same for a list of features. */
export function readFeatures(features: readonly unknown[], ladders: readonly Ladders[] = []): ReadPlaces {
  const reader = createFeatureReader(ladders)
  return { places: features.flatMap(reader.take), problems: reader.problems }
}

/**
 * Parses the features of a list individually: `take` returns the place of a feature, or records its problem. `ladders`:
 * those of a response, which its features refer to by index.
 */
export function createFeatureReader(ladders: readonly Ladders[] = []) {
  const ids = new Set<string>()
  const problems: Problem[] = []
  let number = 0

  function take(given: unknown): StatedPlace[] {
    number++
    const feature = withIdOfFeature(given)
    const complain = (fault: Fault, field: string | null) => {
      problems.push(problemAt(fault, { entry: 'feature', number, id: idOf(feature), field }))
      return []
    }
    const unusable = featureFault(given)
    if (unusable) return complain(unusable.fault, unusable.field)
    const read = placeFeatureSchema.safeParse(feature)
    if (!read.success) {
      const { fault, field } = partFault(read.error.issues[0]!, feature)
      return complain(fault, field)
    }
    const { geometry, properties } = read.data
    const { id, distanceKm, levels, weather, at } = properties
    if (distanceKm != null && geometry && !isLine(geometry)) return complain(faultOf('distance-line'), 'distanceKm')
    if (!geometry && at == null) return complain(faultOf('geometry-at'), 'geometry')
    const fault = geometry && geometryFault(geometry)
    if (fault) return complain(fault, 'geometry')
    if (levels && weather && !haveOtherIds(levels, weather)) return complain(faultOf('level-ids'), 'weather')
    if (ids.has(id)) return complain(faultOf('id-twice'), null)
    if (ids.size >= PLACES_MAX) return complain(faultOf('places-most', { most: PLACES_MAX }), null)
    ids.add(id)
    return [placeOf(read.data, ladders)]
  }

  return { take, problems }
}

/** Problem of a feature outside its parts. */
function featureFault(feature: unknown): { fault: Fault; field: string } | null {
  if (typeof feature !== 'object' || feature === null) return null
  const crs = crsFault(feature) ?? crsFault('geometry' in feature ? feature.geometry : null)
  if (crs) return { fault: crs, field: 'crs' }
  const id = 'id' in feature ? feature.id : null
  if (id === null || typeof id === 'string' || typeof id === 'number') return null
  return { fault: faultOf('feature-id', { received: receivedText(id) }), field: 'id' }
}

/** Uses the id of the feature itself if its properties have none (RFC 7946, section 3.2). */
function withIdOfFeature(feature: unknown): unknown {
  if (typeof feature !== 'object' || feature === null || !('id' in feature) || !('properties' in feature))
    return feature
  const { id, properties } = feature
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return feature
  if ('id' in properties && properties.id != null) return feature
  return { ...feature, properties: { ...properties, id: typeof id === 'number' ? String(id) : id } }
}

function partFault(issue: SchemaIssue, feature: unknown): { fault: Fault; field: string } {
  const [first, second] = issue.path
  if (first === 'geometry') return geometryPartFault(issue, feature)
  const part = first === 'properties' ? String(second ?? first) : String(first ?? 'type')
  const path = first === 'properties' && second !== undefined ? issue.path.slice(0, 2) : issue.path.slice(0, 1)
  if (part === 'levels' || part === 'weather') return ladderFault(issue, feature)
  const { code, values } = PART_FAULTS[part] ?? issueFault(issue, feature).fault
  const value = first === undefined ? feature : valueAt(feature, path)
  return { fault: { code, values: { ...values, received: receivedText(value) } }, field: part }
}

const [RING_LEAST, RING_MOST] = RING_KM_RANGE
const [HOLD_LEAST, HOLD_MOST] = HOLD_MIN_RANGE
const NAME = faultOf('name', { most: PLACE_NAME_MAX })
/** Allowed values per part of a feature. */
const PART_FAULTS: Partial<Record<string, Fault>> = {
  type: faultOf('feature-type'),
  properties: faultOf('feature-properties'),
  id: faultOf('place-id'),
  name: NAME,
  nameZh: NAME,
  group: NAME,
  ringsKm: faultOf('place-rings', { least: RING_LEAST, most: RING_MOST }),
  holdMin: faultOf('whole-minutes', { least: HOLD_LEAST, most: HOLD_MOST }),
  distanceKm: faultOf('distance', { least: RING_LEAST, most: RING_MOST }),
  at: faultOf('place-id'),
  drawn: faultOf('type', { type: 'boolean' }),
  timeZone: faultOf('time-zone'),
  dailyReport: faultOf('time-of-day'),
  hours: faultOf('hours', { most: HOURS_MAX_LENGTH }),
}

/** Fault of a level, with its index and field: `levels.2.km`. */
function ladderFault(issue: SchemaIssue, feature: unknown): { fault: Fault; field: string } {
  const { fault, field } = issueFault(issue, feature, { settings: levelSettingsAt(issue.path) })
  return { fault, field: String(field).replace(/^properties\./, '') }
}

/** Nesting depth of positions by geometry type. */
const POSITION_DEPTH: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ Point: 0, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }),
)

function geometryPartFault(issue: SchemaIssue, feature: unknown): { fault: Fault; field: string } {
  const type = valueAt(feature, ['geometry', 'type'])
  const depth = POSITION_DEPTH.get(type)
  const [, part, ...inner] = issue.path
  if (depth === undefined || part !== 'coordinates') {
    const received = receivedText(type === undefined ? valueAt(feature, ['geometry']) : type)
    return { fault: faultOf('geometry-type', { received }), field: 'geometry' }
  }
  const path = ['geometry', 'coordinates', ...inner.slice(0, depth)]
  const field = path.join('.')
  const value = valueAt(feature, path)
  const { fault } = issueFault(issue, feature)
  if (fault.code === 'geometry-points') {
    return { fault: { ...fault, values: { ...fault.values, received: String(pointsOf(value)) } }, field }
  }
  if (fault.code === 'geometry-ring') {
    const ends = Array.isArray(value) ? [value[0], value.at(-1)] : value
    return { fault: { ...fault, values: { received: receivedText(ends) } }, field }
  }
  const code = inner.length >= depth ? 'geometry-position' : 'geometry-parts'
  return { fault: faultOf(code, { received: receivedText(value) }), field }
}

function pointsOf(coordinates: unknown): number {
  if (!Array.isArray(coordinates)) return 0
  if (typeof coordinates[0] === 'number') return 1
  return coordinates.reduce<number>((sum, each) => sum + pointsOf(each), 0)
}

function idOf(feature: unknown): string | null {
  const read = featureWithIdSchema.safeParse(feature)
  return read.success ? read.data.properties.id : null
}

function isLine(geometry: PlaceGeometry): boolean {
  return geometry.type === 'LineString' || geometry.type === 'MultiLineString'
}

function placeOf({ geometry, properties }: PlaceFeature, ladders: readonly Ladders[]): StatedPlace {
  const { id, name, nameZh, group, ringsKm, holdMin, distanceKm, timeZone, hours, dailyReport } = properties
  const { levels, weather, at } = properties
  const stated = {
    ...(levels && { levels }),
    ...(weather && { weather }),
    ...((ringsKm ?? distanceKm) != null && { ringsKm: ringsKm ?? [distanceKm!] }),
    ...(holdMin != null && { holdMin }),
  }
  const place = {
    id,
    name,
    nameZh: nameZh ?? null,
    geometry,
    stated,
    ringsKm: [],
    holdMin: 0,
    ...(at != null && { at }),
    group: group ?? null,
    timeZone: timeZone ?? null,
    hours: hours ?? null,
    ...(dailyReport && { dailyReport }),
  }
  const told = properties.ladders == null ? undefined : ladders[properties.ladders]
  return told ? { ...place, ladders: told, ...reachOf(told) } : withLadders(place, [])
}

/** A place as a GeoJSON feature, with its own settings only. */
export function featureOf(place: StatedPlace) {
  const { id, name, nameZh, at, group, timeZone, hours, dailyReport } = place
  return {
    type: 'Feature',
    geometry: at === undefined ? place.geometry : null,
    properties: { id, name, nameZh, at, ...statedOf(place), group, timeZone, hours, dailyReport },
  } as const
}
