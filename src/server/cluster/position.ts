import { positionOf } from '../../contract/messages.ts'
import { type LogEntry, recordsOf } from './messages.ts'

/** NATS 2.9 may lose the end of a log after several server faults: the messages read last are kept up to these limits. */
const MESSAGES_KEPT_MAX = 600
const RECORDS_KEPT_MAX = 50_000

interface ReadMessage {
  number: number
  entries: readonly LogEntry[]
}

/** How far the log is read. Messages are numbered by their sequence in the stream. */
export interface LogPosition {
  readNumber(): number
  /** Everything up to here has been delivered. */
  position(): string
  read(number: number, entries: readonly LogEntry[]): void
  /** Resolves once that message is read. */
  reached(number: number): Promise<void>
  /** The log ends, or differs, after that message: returns the entries read beyond it, in order. */
  takeBack(after: number): LogEntry[]
  /** Whether the first message of that leader is read; true if unknown here. */
  hasTerm(number: number, holder: string): boolean
  /** The number of the first message that can be taken back; null without any. */
  firstKept(): number | null
  /** Name of positions: changes when the log has lost its end, as numbers are then used twice. */
  name(): string
  rename(name: string): void
}

export function createLogPosition(deps: { readNumber: number; name: string }): LogPosition {
  let { readNumber, name } = deps
  let waiting: { number: number; go(): void }[] = []
  let kept: ReadMessage[] = []
  let records = 0

  const recordsIn = ({ entries }: ReadMessage) => entries.reduce((sum, entry) => sum + recordsOf(entry), 0)

  function keep(message: ReadMessage): void {
    kept.push(message)
    records += recordsIn(message)
    while (kept.length > MESSAGES_KEPT_MAX || records > RECORDS_KEPT_MAX) records -= recordsIn(kept.shift()!)
  }

  return {
    readNumber: () => readNumber,
    position: () => positionOf(name, readNumber),
    read(number, entries) {
      readNumber = number
      keep({ number, entries })
      for (const each of waiting) if (each.number <= number) each.go()
      waiting = waiting.filter((each) => each.number > number)
    },
    reached(number) {
      if (readNumber >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
    takeBack(after) {
      const lost = kept.filter(({ number }) => number > after)
      kept = kept.filter(({ number }) => number <= after)
      records = kept.reduce((sum, message) => sum + recordsIn(message), 0)
      readNumber = Math.min(readNumber, after)
      return lost.flatMap(({ entries }) => entries)
    },
    firstKept: () => kept[0]?.number ?? null,
    hasTerm(number, holder) {
      if (number > readNumber) return true // it is still to come
      const message = kept.find((each) => each.number === number)
      if (!message) return true
      return message.entries.some((entry) => entry.of === 'term' && entry.holder === holder)
    },
    name: () => name,
    rename(other) {
      name = other
    },
  }
}
