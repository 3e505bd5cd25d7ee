import type { LogEntry } from '../../server/cluster/log-entries.ts'
import type { EventLog } from '../../server/cluster/nats/event-log.ts'

/** A log in memory, of which messages are handed over at once. */
export function createFakeEventLog(identity = 'a log') {
  const messages: LogEntry[][] = []
  const log: EventLog = {
    name: 'log',
    identity,
    bounds: async () => ({ first: 1, last: messages.length }),
    async append(entries, after) {
      if (after !== messages.length) return null
      messages.push([...entries])
      return messages.length
    },
    read(from, take) {
      let stopped = false
      void Promise.resolve().then(() => {
        for (let number = from; number <= messages.length && !stopped; number++) take(number, messages[number - 1]!)
      })
      return () => {
        stopped = true
      }
    },
    knowWritten() {},
    async purge() {
      messages.length = 0
    },
  }
  return { log, messages }
}
