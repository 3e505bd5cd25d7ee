import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { followAlarms } from '../../live/alarms/follow-alarms.ts'
import type { ServerAccess } from '../../live/server-access.ts'
import { startLate } from '../../live/start-late.ts'

/** Follows the alarms of the server for as long as the page lives, where it has a watch. Answers how to stop. */
export function startWatch({ watch, clock }: Pick<ServerAccess, 'watch' | 'clock'>): Unsubscribe | undefined {
  return watch && startLate(clock, watch, (access) => followAlarms({ access, clock, random: Math.random }))
}
