import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type LogEntry, splitEntry, takeMessage } from './log-entries.ts'
import type { EventLog } from './nats/event-log.ts'

const TRY_AGAIN_MS = 100
/** Servers that have lost one of theirs agree within four to nine seconds on who leads; another one may know sooner. */
const STUCK_MS = 4_000

export interface LogWriter {
  /** Takes note of what came; it is written in order, after all that came before. */
  push(entry: LogEntry): void
  /** The number of the latest message that is written. */
  number(): number
  /** That of the message in which everything will be that came. */
  dueNumber(): number
  /** Resolves once all is written that came, or never will be. */
  idle(): Promise<void>
}

/**
 * Writes what came to the log, one message after the other. Each says after which one it belongs, so that of two processes
 * that both believe they lead one alone can write: the other one is told that it is fenced, and writes nothing more.
 */
export function createLogWriter(deps: {
  eventLog: Pick<EventLog, 'append'>
  /** The number of the message that it goes on from. */
  after: number
  isHeld(): boolean
  onFenced(): void
  /** Hears each time that nothing could be written for four seconds, though nobody else writes. */
  onStuck?(): void
  clock: Clock
  log: Logger
}): LogWriter {
  const { eventLog, isHeld, onFenced, clock, log } = deps
  const waiting: LogEntry[] = []
  let number = deps.after
  let writing: Promise<void> | null = null
  let isFenced = false

  async function append(entries: readonly LogEntry[]): Promise<void> {
    const id = randomUUID()
    let sinceMs = clock.monotonicMs()
    while (isHeld() && !isFenced) {
      try {
        const written = await eventLog.append(entries, number, id)
        if (written !== null) number = written
        else {
          isFenced = true
          onFenced()
        }
        return
      } catch (error) {
        log.debug({ error: String(error) }, 'the log takes nothing: trying again')
        if (clock.monotonicMs() - sinceMs >= STUCK_MS) {
          sinceMs = clock.monotonicMs()
          deps.onStuck?.()
        }
        await delay(clock, TRY_AGAIN_MS)
      }
    }
  }

  async function writeAll(): Promise<void> {
    // What comes in the same moment goes together.
    await Promise.resolve()
    while (waiting.length > 0 && isHeld() && !isFenced) await append(takeMessage(waiting))
    writing = null
  }

  return {
    push(entry) {
      if (isFenced) return
      waiting.push(...splitEntry(entry))
      writing ??= writeAll()
    },
    number: () => number,
    dueNumber: () => (writing ? number + 1 : number),
    idle: () => writing ?? Promise.resolve(),
  }
}
