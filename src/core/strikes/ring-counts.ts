import { boxAround } from '../geo/box-around.ts'
import { fixedBox, isInBox } from '../geo/fixed-box.ts'
import { distanceFrom, type LatLon } from '../geo/geo.ts'
import { latOfFixed, lonOfFixed } from '../geo/mercator-fixed.ts'
import { unitsBefore, unitsOf, wrapUnits } from './packed-strike-time.ts'
import type { StrikeColumns } from './strike-columns.ts'
import { WORDS_PER_STRIKE } from './strike-ring.ts'
import { type Chosen, leftOut } from './strike-scan.ts'

type Columns = Pick<StrikeColumns, 'end' | 'firstSince' | 'forRuns'>

/** Strikes within each radius of a place since `sinceMs`: an outer ring includes the inner ones. */
export function ringCounts(
  columns: Columns,
  place: LatLon,
  ringsKm: readonly number[],
  sinceMs: number,
  chosen: Chosen = {},
): number[] {
  const counts = ringsKm.map(() => 0)
  const box = fixedBox(boxAround(place, Math.max(...ringsKm)))
  const kmTo = distanceFrom(place)
  const out = leftOut(chosen)
  const since = unitsOf(sinceMs)
  const sinceWrapped = wrapUnits(since)
  const reach = chosen.untilMs === undefined ? Number.POSITIVE_INFINITY : unitsOf(chosen.untilMs) - since
  columns.forRuns(columns.firstSince(sinceMs), columns.end, (words, from, count) => {
    const to = from + count * WORDS_PER_STRIKE
    for (let i = from; i < to; i += WORDS_PER_STRIKE) {
      if (!isInBox(box, words[i]!, words[i + 1]!) || (words[i + 3]! & out) !== 0) continue
      const after = -unitsBefore(sinceWrapped, words[i + 2]!)
      if (after < 0 || after > reach) continue
      const km = kmTo(latOfFixed(words[i + 1]!), lonOfFixed(words[i]!))
      for (let ring = ringsKm.length - 1; ring >= 0 && km <= ringsKm[ring]!; ring--) counts[ring]!++
    }
  })
  return counts
}
