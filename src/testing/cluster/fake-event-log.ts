import { Emitter } from '../../core/util/emitter.ts'
import type { EventLog } from '../../server/cluster/engine.ts'
import type { LogEntry } from '../../server/cluster/messages.ts'

/** A log in memory that delivers messages at once. Its requests may fail. */
export function createFakeEventLog<Entry = LogEntry>() {
  const messages: Entry[][] = []
  const ids: string[] = []
  const written = new Emitter<void>()
  const faults = {
    /** All requests fail. */
    isOut: false,
    /** Messages are stored, and the responses are lost. */
    losesAnswers: false,
  }
  /** How many messages were there before it was emptied. */
  let emptied = 0
  const last = () => emptied + messages.length
  const log: EventLog<Entry> = {
    name: 'log',
    identity: 'a log',
    async bounds() {
      if (faults.isOut) throw new Error('out')
      return { first: emptied + 1, last: last() }
    },
    async append(entries, after, id) {
      if (faults.isOut) throw new Error('out')
      if (after === last()) {
        messages.push([...entries])
        ids[after - emptied] = id
        written.emit()
      }
      if (faults.losesAnswers) throw new Error('no answer')
      return ids[after - emptied] === id ? after + 1 : null
    },
    read(from, take) {
      let next = from
      let stopped = false
      const goOn = () => {
        while (next <= last() && !stopped) {
          const number = Math.max(next, emptied + 1)
          next = number + 1
          take(number, messages[number - emptied - 1]!, ids[number - emptied - 1] ?? '')
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
    async purge() {
      emptied = last()
      messages.length = ids.length = 0
    },
  }
  return {
    log,
    messages,
    faults,
    /** The last messages are gone, as where servers agree on a log that lacks them. */
    loseEnd(count: number) {
      messages.length -= count
    },
  }
}
