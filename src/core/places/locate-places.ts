import type { Problem } from '../../contract/problems.ts'
import { faultOf, problemAt, receivedText } from '../problems/problem.ts'
import type { Place, PlaceGeometry, StatedPlace } from './place.ts'

interface Located {
  places: Place[]
  /** Places at a missing reference, with its last known geometry: among `places`. */
  gone: StatedPlace[]
  /** Places whose reference is missing, or has no geometry itself. */
  nowhere: StatedPlace[]
}

/**
 * Gives each place with `at` the geometry of that place; others stay the same objects. A reference that is missing has its last known
 * geometry: of `known`, by id, or as stored with the place.
 */
export function locatePlaces(
  stated: readonly StatedPlace[],
  known: ReadonlyMap<string, PlaceGeometry> = new Map(),
): Located {
  const geometries = new Map<string, PlaceGeometry>()
  const ids = new Set<string>()
  for (const { id, at, geometry } of stated) {
    ids.add(id)
    if (at === undefined && geometry) geometries.set(id, geometry)
  }
  const places: Place[] = []
  const gone: StatedPlace[] = []
  const nowhere: StatedPlace[] = []
  for (const place of stated) {
    const { at } = place
    const last = at === undefined || ids.has(at) ? null : (known.get(at) ?? place.geometry)
    const geometry = geometries.get(at ?? place.id) ?? last
    if (!geometry) nowhere.push(place)
    else if (isPlaced(place, geometry)) places.push(place)
    else places.push({ ...place, geometry })
    if (last) gone.push(place)
  }
  return { places, gone, nowhere }
}

function isPlaced(place: StatedPlace, geometry: PlaceGeometry): place is Place {
  return place.geometry === geometry
}

export function nowhereProblem({ id, at }: StatedPlace): Problem {
  return problemAt(faultOf('at-unknown', { received: receivedText(at) }), { entry: 'feature', id, field: 'at' })
}

/** Problem of a place whose reference has left the list: it stays monitored where the reference was. */
export function goneProblem({ id, at }: StatedPlace): Problem {
  return problemAt(faultOf('at-gone', { received: receivedText(at) }), { entry: 'feature', id, field: 'at' })
}
