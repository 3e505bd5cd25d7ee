import { distanceKm, KM_PER_DEG, type LatLon } from '../geo/geo.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** A storm moves no further than this from one search to the next. */
const SAME_WITHIN_KM = 20

/** Each storm with the one of the search before that it continues: the nearest one, and each of those only once. */
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
    heldOrMade(rows, rowOf(storm), () => new Set()).add(storm)
  }
  return rows
}

/** The row of latitude of a place; rows are as high as the distance within which storms are matched. */
function rowOf({ lat }: LatLon): number {
  return Math.floor((lat * KM_PER_DEG) / SAME_WITHIN_KM)
}
