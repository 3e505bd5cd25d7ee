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

/** The guarded places that a storm is the first to reach, the soonest first; null where nothing is known. */
export function reachedBy(storm: StormCell, nowcast: ToldNowcast | null, nowMs: number): Reached[] | null {
  if (!isKnown(nowcast, nowMs)) return null
  const same = sameStorm(storm, nowcast)
  if (!same) return null
  const reached: Reached[] = []
  for (const { id, rings } of nowcast.places) {
    const ring = glanceRing(rings)
    if (ring?.arrival && ring.storm === same.id) reached.push({ id, ring })
  }
  return reached.sort((a, b) => likelyMs(a) - likelyMs(b))
}

function likelyMs({ ring }: Reached): number {
  return Date.parse(ring.arrival!.likely)
}

function sameStorm(storm: StormCell, { storms }: ToldNowcast): ToldNowcast['storms'][number] | null {
  let nearest: { storm: ToldNowcast['storms'][number]; km: number } | null = null
  for (const each of storms) {
    const km = distanceKm(each, storm)
    if (km <= Math.max(SAME_KM, storm.majorKm) && km < (nearest?.km ?? Number.POSITIVE_INFINITY)) {
      nearest = { storm: each, km }
    }
  }
  return nearest?.storm ?? null
}
