import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { AlertSettings } from '../../../core/airports/alert-rules.ts'
import { isOpen } from '../../live/alarms/alarm-log.ts'
import { isForThem } from '../../live/places/place-store.ts'
import { isOwnChoice, kindOf } from './own-choice.ts'
import { keyHere, type OwnChoices } from './own-watch.ts'

/** What was raised longer ago stands in the log of the shift alone. */
const STANDS_MS = 3_600_000

/**
 * What the page tells of the alarms of its server: those of the airports that are watched here, of the kinds that are on and
 * that are not judged by a choice of one's own, or by what was chosen here; those of guarded places, or of the places that are watched here, where some are;
 * and those of no place.
 */
export function toldHere(alarms: readonly Alarm[], chosen: OwnChoices, settings: AlertSettings): Alarm[] {
  const { watched } = chosen
  return alarms.filter((alarm) => {
    const { place, stage, own } = alarm
    const kind = kindOf(alarm)
    if (!place) return stage === 'channel-broken' || (stage === 'feed-lost' && !settings.off.includes(kind!))
    if (place.group !== 'airports') return isForThem(place.id, watched)
    if (!watched.includes(place.id) || kind === undefined || settings.off.includes(kind)) return false
    if (own !== undefined) return own === keyHere(kind, place.id, chosen, settings)
    return !isOwnChoice(kind, place.id, settings, chosen)
  })
}

/** Whether it stands until somebody has acknowledged it: lost data does where somebody watches something. */
export function isStanding(alarm: Alarm, watched: readonly string[]): boolean {
  return isOpen(alarm) && (alarm.place !== null || (alarm.stage === 'feed-lost' && watched.length > 0))
}

/** What of it nobody has acknowledged, of the last hour. */
export function standingHere(
  alarms: readonly Alarm[],
  chosen: OwnChoices,
  settings: AlertSettings,
  nowMs: number,
): Alarm[] {
  const standing = alarms.filter(
    (alarm) => isStanding(alarm, chosen.watched) && nowMs - Date.parse(alarm.at) < STANDS_MS,
  )
  return toldHere(standing, chosen, settings)
}
