import { formatUtc } from '../../contract/time.ts'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { linkOf } from './alarm-link.ts'

/** An event of a channel: a test, or a failure. */
export interface Raised {
  stage: 'test' | 'channel-broken'
  channel: string
  /** Begin of the cause, which identifies the event. Unix ms. */
  sinceMs: number
}

/** A service alarm, without place and level. Idempotent for the same cause. */
export function serviceAlarm(
  { stage, channel, sinceMs }: Raised,
  nowMs: number,
  of: { simulated: boolean; publicOrigin: string | null },
): Alarm {
  return {
    id: `-.${stage}.${channel}-${Math.floor(sinceMs)}`,
    place: null,
    stage,
    step: 'service',
    at: formatUtc(Math.floor(nowMs)),
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: null,
    simulated: of.simulated,
    details: { channel },
    link: linkOf(of.publicOrigin, null, nowMs),
    acknowledged: null,
  }
}
