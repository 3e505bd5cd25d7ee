import type { ServedRing } from '../../../contract/nowcast.ts'
import { distanceKm } from '../../../core/geo/geo.ts'
import { glanceRing, isKnown, type ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'

/** The page and its server each follow storms by ids of their own: one is the other's where it is as near as this. */
const SAME_KM = 20

/** A guarded place that a storm reaches, by the ring that is told of it. */
export interface Reached {
  id: string
  ring: ServedRing
}

/**
 * The guarded places that a storm of the page, one of `storms`, is the first to reach, the soonest first; null where nothing
 * is known.
 */
export function reachedBy(
  storm: StormCell,
  storms: readonly StormCell[],
  nowcast: ToldNowcast | null,
  nowMs: number,
): Reached[] | null {
  if (!isKnown(nowcast, nowMs)) return null
  const same = sameStorms(storm, storms, nowcast)
  if (same.size === 0) return null
  const reached: Reached[] = []
  for (const { id, rings } of nowcast.places) {
    const ring = glanceRing(rings)
    if (ring?.arrival && ring.storm !== null && same.has(ring.storm)) reached.push({ id, ring })
  }
  return reached.sort((a, b) => likelyMs(a) - likelyMs(b))
}

function likelyMs({ ring }: Reached): number {
  return Date.parse(ring.arrival!.likely)
}

/**
 * The ids of the server's storms that this one is: those that are near to it and nearer to no other of the page, as two may
 * just have become one; where there is none, the nearest, as one may have become two.
 */
function sameStorms(storm: StormCell, storms: readonly StormCell[], nowcast: ToldNowcast): ReadonlySet<number> {
  const near = nowcast.storms
    .map((each) => ({ each, km: distanceKm(each, storm) }))
    .filter(({ km }) => km <= Math.max(SAME_KM, storm.majorKm))
    .sort((a, b) => a.km - b.km)
  const own = near.filter(({ each, km }) => storms.every((other) => other === storm || distanceKm(each, other) >= km))
  return new Set((own.length > 0 ? own : near.slice(0, 1)).map(({ each }) => each.id))
}
