import type { Alarm } from '../../../contract/watch/alarms.ts'
import { isForThem } from '../../live/places/place-store.ts'

/**
 * What the page tells of the alarms of its server: those of guarded places, or of the places that are watched here, where some
 * are; and those of no place. Airports that somebody watches here are told by the page's own rules, with the limits that were chosen here; the others are in the log.
 */
export function toldHere(alarms: readonly Alarm[], watched: readonly string[]): Alarm[] {
  return alarms.filter(({ place, stage }) => {
    if (place) return place.group !== 'airports' && isForThem(place.id, watched)
    // The page's own rules tell those who watch an airport that data is lost.
    return stage === 'channel-broken' || (stage === 'feed-lost' && watched.length === 0)
  })
}
