import type { Problem } from '../../contract/problems.ts'
import { faultOf, problemAt, receivedText } from '../problems/problem.ts'
import type { Place, PlaceGeometry, StatedPlace } from './place.ts'

/**
 * Gives each place with `at` the geometry of that place; others stay the same objects. `nowhere` lists places whose
 * reference is missing, or has no geometry itself.
 */
export function locatePlaces(stated: readonly StatedPlace[]): { places: Place[]; nowhere: StatedPlace[] } {
  const geometries = new Map<string, PlaceGeometry>()
  for (const { id, at, geometry } of stated) if (at === undefined && geometry) geometries.set(id, geometry)
  const places: Place[] = []
  const nowhere: StatedPlace[] = []
  for (const place of stated) {
    const geometry = geometries.get(place.at ?? place.id)
    if (!geometry) nowhere.push(place)
    else if (isPlaced(place, geometry)) places.push(place)
    else places.push({ ...place, geometry })
  }
  return { places, nowhere }
}

function isPlaced(place: StatedPlace, geometry: PlaceGeometry): place is Place {
  return place.geometry === geometry
}

/** Problem of a place with an unknown reference. */
export function nowhereProblem({ id, at }: StatedPlace): Problem {
  return problemAt(faultOf('at-unknown', { received: receivedText(at) }), { entry: 'feature', id, field: 'at' })
}
