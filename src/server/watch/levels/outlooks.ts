import { HORIZONS_MIN } from '../../../contract/nowcast.ts'
import type { Outlook, OutlookAt } from '../../../core/levels/nowcast-trigger.ts'
import type { Look } from '../../nowcast/nowcast-service.ts'

/** The outlook of each place, and of the viewers' levels there, from a nowcast with one ring after the other. */
export function* outlooksOf(
  { outlook, places }: Look,
  privateIdsAt: (placeId: string) => readonly string[],
): Iterable<readonly [placeId: string, at: OutlookAt]> {
  let next = 0
  for (const { place, rings } of places) {
    const ofPlace = outlook.rings.slice(next, next + rings.length)
    next += rings.length
    const at: OutlookAt = (km) => {
      const ring = ofPlace[place.ringsKm.indexOf(km)]
      return ring ? outlookOf(ring) : null
    }
    for (const id of [place.id, ...privateIdsAt(place.id)]) yield [id, at]
  }
}

function outlookOf({ chances, arrival }: Look['outlook']['rings'][number]): Outlook {
  return {
    chanceWithin: (minutes) => chances?.[(HORIZONS_MIN as readonly number[]).indexOf(minutes)] ?? null,
    arrival,
  }
}
