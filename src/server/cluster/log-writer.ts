import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type KnownStrikes, UNLOGGED_MAX, type UnloggedStrike } from './known-strikes.ts'
import { type LogEntry, RECORDS_OF_MESSAGE, recordsOf, splitEntry, takeMessage } from './messages.ts'
import type { EventLog } from './nats/event-log.ts'
import { LOST_AFTER_MS, STUCK_MS, TRY_AGAIN_MS } from './timing.ts'

/** The one writer of the log, in the leader. */
export interface LogWriter {
  /** Takes a statement of the leader's source; strikes are taken from the delivered ones. */
  push(entry: LogEntry): void
  /** Strikes were delivered that are not in the log. */
  wake(): void
  /** The number of the latest message that is written. */
  number(): number
  /** Resolves when everything is written, or this leader no longer writes. */
  idle(): Promise<void>
  close(): void
}

interface Message {
  id: string
  entries: LogEntry[]
  strikes: UnloggedStrike[]
  /** Of its statements. */
  size: number
}

/** Statements without records count, too. */
const sizeOf = (entry: LogEntry) => Math.max(1, recordsOf(entry))

/**
 * Appends the unlogged strikes of this process in order, each message after the previous one: of two writers one is fenced.
 */
export function createLogWriter(deps: {
  eventLog: Pick<EventLog, 'append'>
  known: Pick<KnownStrikes, 'unlogged' | 'unloggedCount'>
  /** The number of the message after which it writes. */
  after: number
  isHeld(): boolean
  onFenced(): void
  /** Hears each time that nothing could be written for `STUCK_MS`, and for how long, ms. */
  onStuck(forMs: number): void
  /** Called once if the limit of unlogged strikes and statements is reached; writing ends. */
  onTooMuch(): void
  clock: Clock
  log: Logger
}): LogWriter {
  const { eventLog, known, isHeld, clock, log } = deps
  const waiting: LogEntry[] = []
  let number = deps.after
  let isOver = false
  let waitingSize = 0
  /** It may be in the log though its acknowledgement is lost: the very same is tried again, also where the lease was lost meanwhile. */
  let sending: Message | null = null
  let writing: Promise<void> | null = null

  const mayWrite = () => !isOver && isHeld()

  /** Strikes that are to be appended, or appended again; at most as many as a message holds. */
  function due(): UnloggedStrike[] {
    const nowMs = clock.monotonicMs()
    const found: UnloggedStrike[] = []
    for (const strike of known.unlogged()) {
      if (strike.appendedMs !== null && nowMs - strike.appendedMs < LOST_AFTER_MS) continue
      found.push(strike)
      if (found.length === RECORDS_OF_MESSAGE) break
    }
    return found
  }

  /** Strikes delivered before a statement are appended before it: the statement may cover them. */
  function next(): Message | null {
    const strikes = due()
    const statements = strikes.length < RECORDS_OF_MESSAGE && waiting.length > 0 ? takeMessage(waiting) : []
    if (strikes.length === 0 && statements.length === 0) return null
    const batch: LogEntry = { of: 'lightning', event: { kind: 'batch', records: strikes.map(({ record }) => record) } }
    const entries = strikes.length > 0 ? [batch, ...statements] : statements
    return { id: randomUUID(), entries, strikes, size: statements.reduce((sum, entry) => sum + sizeOf(entry), 0) }
  }

  function appended(message: Message, at: number): void {
    number = at
    sending = null
    for (const strike of message.strikes) strike.appendedMs = clock.monotonicMs()
    waitingSize -= message.size
  }

  async function append(message: Message): Promise<void> {
    const beganMs = clock.monotonicMs()
    let sinceMs = beganMs
    while (mayWrite()) {
      try {
        const at = await eventLog.append(message.entries, number, message.id)
        if (at !== null) return appended(message, at)
        isOver = true
        return deps.onFenced()
      } catch (error) {
        log.debug({ error: String(error) }, 'log append failed, retrying')
        if (clock.monotonicMs() - sinceMs >= STUCK_MS) {
          sinceMs = clock.monotonicMs()
          deps.onStuck(sinceMs - beganMs)
        }
      }
      await delay(clock, TRY_AGAIN_MS)
    }
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve() // groups simultaneous strikes and statements
    while (mayWrite()) {
      sending ??= next()
      if (!sending) break
      await append(sending)
    }
    writing = null
  }

  function wake(): void {
    if (isOver) return
    if (known.unloggedCount() + waitingSize >= UNLOGGED_MAX) {
      isOver = true
      deps.onTooMuch()
    } else if (isHeld()) writing ??= writeAll()
  }

  const stop = clock.every(LOST_AFTER_MS / 10, wake)

  return {
    push(entry) {
      if (isOver) return
      waiting.push(...splitEntry(entry))
      waitingSize += sizeOf(entry)
      wake()
    },
    wake,
    number: () => number,
    idle: () => writing ?? Promise.resolve(),
    close() {
      stop()
      isOver = true
    },
  }
}
