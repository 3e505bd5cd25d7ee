import { HORIZONS_MIN } from '../../../contract/nowcast.ts'
import type { Outlook, OutlookAt } from '../../../core/levels/nowcast-trigger.ts'
import type { Look } from '../../nowcast/nowcast-service.ts'

/** The outlook of each place, from a nowcast with one ring after the other. */
export function outlooksOf({ outlook, places }: Look): Map<string, OutlookAt> {
  const outlooks = new Map<string, OutlookAt>()
  let next = 0
  for (const { place, rings } of places) {
    const ofPlace = outlook.rings.slice(next, next + rings.length)
    next += rings.length
    outlooks.set(place.id, (km) => {
      const ring = ofPlace[place.ringsKm.indexOf(km)]
      return ring ? outlookOf(ring) : null
    })
  }
  return outlooks
}

function outlookOf({ chances, arrival }: Look['outlook']['rings'][number]): Outlook {
  return {
    chanceWithin: (minutes) => chances?.[(HORIZONS_MIN as readonly number[]).indexOf(minutes)] ?? null,
    arrival,
  }
}
