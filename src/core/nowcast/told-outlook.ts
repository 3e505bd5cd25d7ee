import { type ServedNowcast, type ServedPlace, STORMS_SERVED_MAX } from '../../contract/nowcast.ts'
import type { GuardedRing } from './live-calibration.ts'
import type { Outlook } from './nowcast.ts'

/** A place whose rings were reckoned. */
interface ReckonedPlace {
  place: { id: string }
  rings: readonly GuardedRing[]
}

/** What an outlook says of places, in the order in which their rings were given. */
export function toldPlaces(places: readonly ReckonedPlace[], outlook: Pick<Outlook, 'rings'>): ServedPlace[] {
  let at = 0
  return places.map(({ place, rings }) => ({
    id: place.id,
    rings: rings.map(({ ringKm }) => {
      const { chances, arrival, stormId } = outlook.rings[at++]!
      return { km: ringKm, p: chances, arrival, storm: stormId }
    }),
  }))
}

/** The busiest storms of an outlook. */
export function toldStorms({ storms }: Pick<Outlook, 'storms'>): ServedNowcast['storms'] {
  return storms
    .slice(0, STORMS_SERVED_MAX)
    .map(({ id, lat, lon, strokesPerMin, motion }) => ({ id, lat, lon, strokesPerMin, motion }))
}
