import { randomUUID } from 'node:crypto'
import { positionOf } from '../../contract/messages.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type LogEntry, type PlacedMessage, recordsIn } from './log-entries.ts'
import { createToldAhead } from './told-ahead.ts'

/**
 * So much of what was read last is known yet: servers that were killed and cut off by turns may lead a log that lacks its end, which
 * whoever leads next writes again.
 */
const READ_KEPT_MAX = 600
const RECORDS_KEPT_MAX = 50_000
/** The log brings something each second. Who hears nothing of it for longer may be cut off, and knows nothing of the present. */
const FRESH_MS = 2_000

/** Up to where the log has been read here, and up to where it has been told, which may be ahead of it. */
export interface ToldLog {
  /** The number of the latest message that was told. */
  takenNumber(): number
  /** The number of the latest message of the log. */
  readNumber(): number
  /** The number of the latest message of the log by which somebody began to lead. */
  termNumber(): number
  /** Whether something was told a moment ago. */
  isFresh(): boolean
  position(): string
  /** The same, as it is told to viewers: under another name while it is ahead of the log. */
  toldPosition(): string
  /** Whether viewers here have what is to come by the log, of which those who join now would not be told. */
  isOwed(): boolean
  /** Takes note of a message of the log; answers what of it is to be told here, null where all of it has been. */
  read(number: number, entries: readonly LogEntry[], id?: string): readonly LogEntry[] | null
  /** Takes note of a message that is about to be told for that place. False where no more should be told like this. */
  tellAhead(message: PlacedMessage): boolean
  /**
   * What was told and is not in the log yet, from right after that place on; where the log had more than that, and has lost it, with
   * what was read of it.
   */
  aheadAfter(number: number): PlacedMessage[]
  /** Others may write what was told ahead, and other things at its places. */
  giveBack(): void
  /** A batch of that message is about to be told. */
  telling(number: number): void
  /** All of that message has been told. */
  told(number: number): void
  /** Resolves once all of that message has been told. */
  reached(number: number): Promise<void>
}

export function createToldLog(deps: {
  /** The number of the message up to which everything is known. */
  takenNumber: number
  /** Tells the log from every other one. */
  logName: string
  clock: Clock
  /** Hears that viewers here were told what others are to write. */
  onGivenBack?(): void
}): ToldLog {
  const { logName, clock } = deps
  const ahead = createToldAhead(clock)
  const kept = createReadMessages()
  let [takenNumber, takenMs] = [deps.takenNumber, Number.NEGATIVE_INFINITY] // monotonic
  let readNumber = takenNumber
  let termNumber = 0
  let waiting: { number: number; go(): void }[] = []

  function giveBack(): void {
    if (readNumber === takenNumber) return
    ahead.broken()
    takenNumber = readNumber
    deps.onGivenBack?.()
  }

  return {
    takenNumber: () => takenNumber,
    readNumber: () => readNumber,
    termNumber: () => termNumber,
    isFresh: () => clock.monotonicMs() - takenMs < FRESH_MS,
    position: () => positionOf(logName, takenNumber),
    toldPosition: () => positionOf((readNumber < takenNumber ? ahead.name() : null) ?? logName, takenNumber),
    isOwed: ahead.isOwed,
    read(number, entries, id = '') {
      const isTerm = entries.some((entry) => entry.of === 'term')
      if (isTerm) termNumber = number
      // Who leads next begins with a term: what was told for this place and later ones is written there by nobody. Nor is it where
      // something else stands here, whoever wrote it.
      if (isTerm || ahead.isOther(number, id)) giveBack()
      readNumber = number
      kept.push({ number, entries, id: id || randomUUID(), name: 'read' })
      ahead.kept(number)
      return number > takenNumber ? ahead.news(entries) : null
    },
    tellAhead: ahead.tell,
    aheadAfter(number) {
      if (number >= readNumber) return ahead.after(number)
      const read = kept.between(number, readNumber)
      return read.length > 0 ? [...read, ...ahead.after(readNumber)] : []
    },
    giveBack,
    telling(number) {
      takenNumber = number
    },
    told(number) {
      ;[takenNumber, takenMs] = [number, clock.monotonicMs()]
      for (const wish of waiting) if (wish.number <= number) wish.go()
      waiting = waiting.filter((wish) => wish.number > number)
    },
    reached(number) {
      if (takenNumber >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
  }
}

/** The last messages that were read. */
function createReadMessages() {
  const messages: PlacedMessage[] = []
  let records = 0
  return {
    push(message: PlacedMessage): void {
      messages.push(message)
      records += recordsIn(message)
      while (messages.length > READ_KEPT_MAX || records > RECORDS_KEPT_MAX) records -= recordsIn(messages.shift()!)
    },
    /** Those after one place up to another; none where they are not all known. */
    between(after: number, upTo: number): PlacedMessage[] {
      const found = messages.filter(({ number }) => number > after && number <= upTo)
      return found.length === upTo - after ? found : []
    },
  }
}
