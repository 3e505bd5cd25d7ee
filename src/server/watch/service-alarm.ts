import { formatUtc } from '../../contract/time.ts'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { linkOf } from './alarm-link.ts'

/** What the channels found of themselves: a test, or one that fails. */
export interface Raised {
  stage: 'test' | 'channel-broken'
  channel: string
  /** What it is about, so that the same is never raised twice. Unix ms. */
  sinceMs: number
}

/** An alarm of the service, which concerns no place and has no level. The same for the same cause, however often. */
export function serviceAlarm(
  { stage, channel, sinceMs }: Raised,
  nowMs: number,
  of: { simulated: boolean; publicOrigin: string | null },
): Alarm {
  return {
    id: `-.${stage}.${channel}-${Math.floor(sinceMs)}`,
    place: null,
    stage,
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
