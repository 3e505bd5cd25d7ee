import { Emitter } from '../../core/util/emitter.ts'
import type { LogEntry } from '../../server/cluster/messages.ts'
import type { EventLog } from '../../server/cluster/nats/event-log.ts'

/** A log in memory, of which messages are handed over at once. */
export function createFakeEventLog<Entry = LogEntry>(identity = 'a log') {
  const messages: Entry[][] = []
  const ids: string[] = []
  const written = new Emitter<void>()
  const log: EventLog<Entry> = {
    name: 'log',
    identity,
    bounds: async () => ({ first: 1, last: messages.length }),
    async append(entries, after, id) {
      if (after !== messages.length) return ids[after] === id ? after + 1 : null
      messages.push([...entries])
      ids[after] = id
      written.emit()
      return messages.length
    },
    read(from, take) {
      let next = from
      let stopped = false
      const goOn = () => {
        while (next <= messages.length && !stopped) {
          const number = next++
          take(number, messages[number - 1]!, ids[number - 1] ?? '')
        }
      }
      const stop = written.subscribe(goOn)
      void Promise.resolve().then(goOn)
      return () => {
        stopped = true
        stop()
      }
    },
    knowWritten() {},
    async agreeAnew() {},
    async purge() {
      messages.length = 0
    },
  }
  return {
    log,
    messages,
    /** The last messages are gone, as where servers agree on a log that lacks them. */
    loseEnd(count: number) {
      messages.length -= count
    },
  }
}
