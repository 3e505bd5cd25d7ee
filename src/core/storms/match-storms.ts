import { distanceKm, KM_PER_DEG, type LatLon } from '../geo/geo.ts'

/** From one look to the next the same storm is not further away than this. */
const SAME_WITHIN_KM = 20

/** Each storm with the one of the look before that it is: the nearest, and none is two storms. */
export function* sameStorms<Storm extends LatLon>(
  storms: readonly Storm[],
  before: readonly Storm[],
): Generator<[Storm, Storm | null]> {
  const free = byRow(before)
  for (const storm of storms) {
    let same: Storm | null = null
    let nearest = SAME_WITHIN_KM
    const row = rowOf(storm)
    for (let each = row - 1; each <= row + 1; each++) {
      for (const other of free.get(each) ?? []) {
        const km = distanceKm(other, storm)
        if (km >= nearest) continue
        nearest = km
        same = other
      }
    }
    if (same) free.get(rowOf(same))!.delete(same)
    yield [storm, same]
  }
}

function byRow<Storm extends LatLon>(storms: readonly Storm[]): Map<number, Set<Storm>> {
  const rows = new Map<number, Set<Storm>>()
  for (const storm of storms) {
    const row = rows.get(rowOf(storm))
    if (row) row.add(storm)
    else rows.set(rowOf(storm), new Set([storm]))
  }
  return rows
}

/** Rows of latitude as wide as a storm is looked for. */
function rowOf({ lat }: LatLon): number {
  return Math.floor((lat * KM_PER_DEG) / SAME_WITHIN_KM)
}
