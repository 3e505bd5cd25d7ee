import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type LogEntry, type PlacedMessage, recordsIn, recordsOf, splitEntry, takeMessage } from './log-entries.ts'
import type { EventLog } from './nats/event-log.ts'

const TRY_AGAIN_MS = 100
/** Servers that have lost one of theirs agree within four to nine seconds on who leads; another one may know sooner. */
export const STUCK_MS = 4_000

/** Hears of messages that are not to be read in the log yet. */
export type TakeAhead = (message: PlacedMessage) => void

export interface LogWriter {
  /** Takes note of what came; it is written in order, after all that came before. */
  push(entry: LogEntry): void
  /** What whoever led before was about to write, at the places that it told for it. To be said before anything else. */
  goOnFrom(messages: readonly PlacedMessage[]): void
  /** The number of the latest message that is written. */
  number(): number
  /** That of the message in which everything will be that came. */
  dueNumber(): number
  /** Resolves once all is written that came, or never will be. */
  idle(): Promise<void>
  /**
   * Nothing can be written for now, and nobody else does: hands over each message at once with the place that it is going to
   * have, from the first one on that has not been read, until all of them are written. Answers whether it can.
   */
  hold(take: TakeAhead): boolean
  /** Nothing of what is held is to be written any more. */
  letGo(): void
}

/** So many strikes and reports wait at most: minutes of them, where the log takes nothing though the lease can be renewed. */
const RECORDS_MAX = 100_000
/** Servers that agree anew let nobody read for half a minute at most. Where so many messages are not read, something else is wrong. */
export const UNREAD_MAX = 600

interface LogWriterDeps {
  eventLog: Pick<EventLog, 'append'>
  /** The number of the message that it goes on from. */
  after: number
  /** The number of the message up to which the log has been read here; whatever is written, where nobody reads it here. */
  readNumber?(): number
  isHeld(): boolean
  /** Hears of each message as it gets its place. */
  onPlaced?(message: PlacedMessage): void
  onFenced(): void
  /** Hears each four seconds that nothing can be written, though nobody else writes, and for how long, ms. */
  onStuck?(forMs: number): void
  /** Hears once that so much waits that this should end; nothing more is written. */
  onTooMuch?(): void
  clock: Clock
  log: Logger
}

/**
 * Writes what came to the log, one message after the other. Each says after which one it belongs, so that of two processes
 * that both believe they lead one alone can write: the other one is told that it is fenced, and writes nothing more.
 */
export function createLogWriter(deps: LogWriterDeps): LogWriter {
  const { eventLog, readNumber = () => number, isHeld, onFenced, clock, log } = deps
  const [name, waiting]: [string, LogEntry[]] = [randomUUID().slice(0, 8), []]
  /** Those that are on their way, the first of them first; more than one only while they are held. */
  const due: PlacedMessage[] = []
  /** Those that are written, and were not read when the one after them was. */
  let unread: PlacedMessage[] = []
  let [number, recordsWaiting, isFenced] = [deps.after, 0, false]
  let writing: Promise<void> | null = null
  let ahead: TakeAhead | null = null

  const mayWrite = () => !isFenced && (isHeld() || ahead !== null)

  function place(message: PlacedMessage): void {
    due.push(message)
    deps.onPlaced?.(message)
    ahead?.(message)
  }

  function form(): void {
    place({ number: (due.at(-1)?.number ?? number) + 1, entries: takeMessage(waiting), id: randomUUID(), name })
  }

  function formAll(): void {
    while (waiting.length > 0) form()
  }

  function written(message: PlacedMessage): void {
    number = message.number
    due.shift()
    recordsWaiting -= recordsIn(message)
    const known = readNumber()
    unread = [...unread.filter((each) => each.number > known), message].slice(-UNREAD_MAX)
  }

  async function append(message: PlacedMessage): Promise<void> {
    const beganMs = clock.monotonicMs()
    let sinceMs = beganMs
    while (mayWrite()) {
      try {
        if (isHeld()) {
          if ((await eventLog.append(message.entries, number, message.id)) !== null) return written(message)
          isFenced = true
          return onFenced()
        }
      } catch (error) {
        log.debug({ error: String(error) }, 'the log takes nothing: trying again')
        if (clock.monotonicMs() - sinceMs >= STUCK_MS) {
          sinceMs = clock.monotonicMs()
          deps.onStuck?.(sinceMs - beganMs)
        }
      }
      await delay(clock, TRY_AGAIN_MS)
    }
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve() // what comes in the same moment goes together
    while ((due.length > 0 || waiting.length > 0) && mayWrite()) {
      if (due.length === 0) form()
      await append(due[0]!)
    }
    writing = null
    if (due.length === 0 && isHeld()) ahead = null
  }

  return {
    goOnFrom(messages) {
      for (const message of messages) place(message)
      recordsWaiting += messages.reduce((sum, message) => sum + recordsIn(message), 0)
    },
    push(entry) {
      if (isFenced) return
      waiting.push(...splitEntry(entry))
      recordsWaiting += recordsOf(entry)
      if (recordsWaiting > RECORDS_MAX) {
        isFenced = true
        return deps.onTooMuch?.()
      }
      if (ahead) void Promise.resolve().then(() => ahead && formAll())
      writing ??= writeAll()
    },
    number: () => number,
    dueNumber: () => (writing ? number + Math.max(1, due.length) : number),
    idle: () => writing ?? Promise.resolve(),
    hold(take) {
      const known = readNumber()
      const first = unread.find((each) => each.number > known)
      if (isFenced || (known < number && first?.number !== known + 1)) return false
      ahead = take
      for (const message of [...unread, ...due]) if (message.number > known) take(message)
      formAll()
      writing ??= writeAll()
      return true
    },
    letGo() {
      ahead = null
    },
  }
}
