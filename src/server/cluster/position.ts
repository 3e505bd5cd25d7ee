import { positionOf } from '../../contract/messages.ts'
import { type LogEntry, recordsOf } from './messages.ts'

/** NATS 2.9 may lose the end of a log after several server faults: the messages read last are kept up to these limits. */
const MESSAGES_KEPT_MAX = 600
const RECORDS_KEPT_MAX = 50_000

interface ReadMessage {
  number: number
  entries: readonly LogEntry[]
}

/** Reading position in the log. Messages are numbered by their sequence in the stream. */
export function createLogPosition(deps: { readNumber: number; name: string }) {
  let { readNumber, name } = deps
  let waiting: { number: number; go(): void }[] = []
  let kept: ReadMessage[] = []
  let records = 0

  const recordsIn = ({ entries }: ReadMessage) => entries.reduce((sum, entry) => sum + recordsOf(entry), 0)

  return {
    readNumber: () => readNumber,
    /** Position up to which all has been delivered. */
    position: () => positionOf(name, readNumber),
    read(message: ReadMessage): void {
      const { number } = message
      readNumber = number
      kept.push(message)
      records += recordsIn(message)
      while (kept.length > MESSAGES_KEPT_MAX || records > RECORDS_KEPT_MAX) records -= recordsIn(kept.shift()!)
      for (const each of waiting) if (each.number <= number) each.go()
      waiting = waiting.filter((each) => each.number > number)
    },
    /** Resolves once that message is read. */
    reached(number: number): Promise<void> {
      if (readNumber >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
    /** The log has lost all messages after that one. Returns their entries. */
    takeBack(after: number): LogEntry[] {
      const lost = kept.filter(({ number }) => number > after)
      kept = kept.filter(({ number }) => number <= after)
      records = kept.reduce((sum, message) => sum + recordsIn(message), 0)
      readNumber = Math.min(readNumber, after)
      return lost.flatMap(({ entries }) => entries)
    },
    /** The first message that can be taken back, if any. */
    firstKept: () => kept[0]?.number ?? null,
    /** Whether the first message of that leader was read; true if unknown, or not read yet. */
    hasTerm(number: number, holder: string): boolean {
      const message = kept.find((each) => each.number === number)
      return !message || message.entries.some((entry) => entry.of === 'term' && entry.holder === holder)
    },
    /** Name of positions. It changes when the log has lost its end, as numbers are then used again. */
    name: () => name,
    rename(other: string): void {
      name = other
    },
  }
}
