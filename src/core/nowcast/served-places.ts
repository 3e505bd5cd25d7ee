import { type ServedPlace, TOLD_FROM } from '../../contract/nowcast.ts'
import { servedChances } from './first-strike.ts'
import type { GuardedRing } from './guarded-ring.ts'
import type { Outlook, RingOutlook } from './nowcast.ts'

/** The outlooks of places, in the order of their rings, for the requested places only. */
export function servedPlaces(
  places: readonly { place: { id: string }; rings: readonly GuardedRing[] }[],
  outlook: Pick<Outlook, 'rings'>,
  isAsked: (id: string, rings: readonly RingOutlook[]) => boolean = () => true,
): ServedPlace[] {
  const told: ServedPlace[] = []
  let at = 0
  for (const { place, rings } of places) {
    const outlooks = outlook.rings.slice(at, at + rings.length)
    at += rings.length
    if (!isAsked(place.id, outlooks)) continue
    told.push({
      id: place.id,
      rings: outlooks.map(({ chances, inProgress, arrival, stormId, next }, i) => ({
        km: rings[i]!.ringKm,
        p: servedChances(chances),
        inProgress,
        arrival,
        storm: stormId,
        ...(next && { next: { storm: next.stormId, likely: new Date(next.atMs).toISOString() } }),
      })),
    })
  }
  return told
}

/** Whether a place has a noteworthy outlook, by the outlooks of its rings: indexes `from` to before `to`. */
export function isNoteworthy(outlooks: readonly RingOutlook[], from = 0, to = outlooks.length): boolean {
  for (let i = from; i < to; i++) {
    const { chances, inProgress } = outlooks[i]!
    if (inProgress || (chances?.at(-1) ?? 0) >= TOLD_FROM) return true
  }
  return false
}
