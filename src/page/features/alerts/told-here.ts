import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { AlertSettings } from '../../../core/airports/alert-rules.ts'
import { isOpen } from '../../live/alarms/alarm-log.ts'
import { isForThem } from '../../live/places/place-store.ts'
import type { Choices } from '../../state/choices.ts'
import { isOwnChoice, KIND_OF_STAGE } from './own-choice.ts'

/** What was raised longer ago stands in the log of the shift alone. */
const STANDS_MS = 3_600_000

type Chosen = Pick<Choices, 'watched' | 'rings' | 'holdMinutes' | 'ownRules' | 'categoryScheme'>

/**
 * What the page tells of the alarms of its server: those of the airports that are watched here, of the kinds that are on and
 * that are not judged by a choice of one's own; those of guarded places, or of the places that are watched here, where some are;
 * and those of no place.
 */
export function toldHere(alarms: readonly Alarm[], chosen: Chosen, settings: AlertSettings): Alarm[] {
  const { watched } = chosen
  return alarms.filter(({ place, stage }) => {
    // The page's own rules tell those who watch something that data is lost.
    if (!place) return stage === 'channel-broken' || (stage === 'feed-lost' && watched.length === 0)
    if (place.group !== 'airports') return isForThem(place.id, watched)
    const kind = KIND_OF_STAGE[stage]
    if (!watched.includes(place.id) || kind === undefined) return false
    return !settings.off.includes(kind) && !isOwnChoice(kind, place.id, settings, chosen)
  })
}

/** What of it nobody has acknowledged, of the last hour. */
export function standingHere(
  alarms: readonly Alarm[],
  chosen: Chosen,
  settings: AlertSettings,
  nowMs: number,
): Alarm[] {
  const isStanding = (alarm: Alarm) => alarm.place !== null && isOpen(alarm) && nowMs - Date.parse(alarm.at) < STANDS_MS
  return toldHere(alarms.filter(isStanding), chosen, settings)
}
