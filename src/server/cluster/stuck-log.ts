import { STUCK_MS } from './log-writer.ts'
import type { EventLog } from './nats/event-log.ts'

/** Servers that have lost one of theirs have agreed by then: a log that takes nothing all the same needs another one of them to write. */
const AGREED_WITHIN_MS = 12_000

/** What is done where a log takes nothing: another server is asked each time, and now and then they are to agree anew on who writes. */
export function unstick(reconnect: () => void, eventLog: Pick<EventLog, 'agreeAnew'>): (forMs: number) => void {
  return (forMs) => {
    reconnect()
    if (forMs % AGREED_WITHIN_MS >= STUCK_MS) return
    eventLog.agreeAnew().catch(() => {
      // Who leads may be away, or not answer: it is asked again.
    })
  }
}
