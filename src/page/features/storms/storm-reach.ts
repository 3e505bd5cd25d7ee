import type { ServedRing, Storm } from '../../../contract/nowcast.ts'
import { glanceRing, isKnown, type ToldNowcast } from '../../../core/nowcast/coming.ts'

/** A guarded place that a storm reaches, by the ring that is told of it. */
export interface Reached {
  id: string
  ring: ServedRing
}

/** The guarded places that a storm is the first to reach, the soonest first; null where nothing is known. */
export function reachedBy({ id: stormId }: Storm, nowcast: ToldNowcast | null, nowMs: number): Reached[] | null {
  if (!isKnown(nowcast, nowMs)) return null
  const reached: Reached[] = []
  for (const { id, rings } of nowcast.places) {
    const ring = glanceRing(rings)
    if (ring?.arrival && ring.storm === stormId) reached.push({ id, ring })
  }
  return reached.sort((a, b) => likelyMs(a) - likelyMs(b))
}

function likelyMs({ ring }: Reached): number {
  return Date.parse(ring.arrival!.likely)
}
