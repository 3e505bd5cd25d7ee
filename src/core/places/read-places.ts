import {
  featureWithIdSchema,
  PLACE_RULES,
  PLACES_MAX,
  type PlaceFeature,
  placeFeatureSchema,
} from '../../contract/watch/places.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM } from '../airports/rings.ts'
import type { Place } from './place.ts'
import { geometryFault } from './place-shape.ts'

/** The places of a file, and what is wrong with the features that are none. */
export interface ReadPlaces {
  places: Place[]
  problems: string[]
}

/** Reads a GeoJSON FeatureCollection; where the text is none, it says so. A bad feature costs only itself. */
export function readPlaces(text: string): { ok: true; value: ReadPlaces } | { ok: false; problems: string[] } {
  const features = featuresOf(text)
  if (!features) return { ok: false, problems: ['must be a GeoJSON FeatureCollection: {"type", "features": […]}'] }
  return { ok: true, value: readFeatures(features) }
}

/** The same of the features alone. */
export function readFeatures(features: readonly unknown[]): ReadPlaces {
  const reader = createFeatureReader()
  return { places: features.flatMap(reader.take), problems: reader.problems }
}

/** Reads the features of one list one by one: `take` answers the place that a feature is, or notes what is wrong with it. */
export function createFeatureReader() {
  const ids = new Set<string>()
  const problems: string[] = []
  let index = 0

  function take(feature: unknown): Place[] {
    index++
    const read = placeFeatureSchema.safeParse(feature)
    const complain = (what: string) => {
      problems.push(`feature ${index}${idOf(feature)}: ${what}`)
      return []
    }
    if (!read.success) {
      const [issue] = read.error.issues
      const part = String(
        issue?.path[0] === 'properties' ? (issue.path[1] ?? 'properties') : (issue?.path[0] ?? 'type'),
      )
      return complain(`${part} ${PLACE_RULES[part] ?? 'is not as it must be'}`)
    }
    const { id, distanceKm } = read.data.properties
    if (distanceKm != null && !isLine(read.data)) return complain('distanceKm is for lines alone')
    const fault = geometryFault(read.data.geometry)
    if (fault) return complain(`geometry ${fault}`)
    if (ids.has(id)) return complain('its id is that of a feature before it')
    if (ids.size >= PLACES_MAX) return complain(`there are more than ${PLACES_MAX} places`)
    ids.add(id)
    return [placeOf(read.data)]
  }

  return { take, problems }
}

function featuresOf(text: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || !('features' in read)) return null
    return Array.isArray(read.features) ? read.features : null
  } catch {
    return null
  }
}

/** Names a feature that can't be read by its id, where it has one. */
function idOf(feature: unknown): string {
  const read = featureWithIdSchema.safeParse(feature)
  return read.success ? ` (${read.data.properties.id})` : ''
}

function isLine({ geometry }: PlaceFeature): boolean {
  return geometry.type === 'LineString' || geometry.type === 'MultiLineString'
}

function placeOf({ geometry, properties }: PlaceFeature): Place {
  const { id, name, nameZh, group, ringsKm, holdMin, distanceKm, timeZone, hours, dailyReport } = properties
  return {
    id,
    name,
    nameZh: nameZh ?? null,
    geometry,
    ringsKm: ringsKm ?? (distanceKm == null ? RINGS_DEFAULT_KM : [distanceKm]),
    holdMin: holdMin ?? HOLD_MINUTES_DEFAULT,
    group: group ?? null,
    timeZone: timeZone ?? null,
    hours: hours ?? null,
    ...(dailyReport && { dailyReport }),
  }
}

/** A place as the feature that it is read from. */
export function featureOf({ geometry, ...properties }: Place) {
  return { type: 'Feature', geometry, properties } as const
}
