import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { EventLog } from './engine.ts'
import { type KnownStrikes, UNLOGGED_MAX, type UnloggedStrike } from './known-strikes.ts'
import { type LogEntry, RECORDS_OF_MESSAGE, splitEntry, takeMessage } from './messages.ts'
import { LOST_AFTER_MS, SAY_EVERY_MS, TRY_AGAIN_MS } from './timing.ts'

export type LogWriter = ReturnType<typeof createLogWriter>

interface Message {
  id: string
  entries: LogEntry[]
  strikes: UnloggedStrike[]
}

/** Statements, each of at most as many records as a message has. */
const WAITING_MAX = 1_000

/** Appends unlogged strikes in order, each message after the previous one: of two writers one is fenced. */
export function createLogWriter(deps: {
  eventLog: Pick<EventLog, 'append'>
  known: Pick<KnownStrikes, 'unlogged' | 'unloggedCount'>
  /** Number of the message after which it writes. */
  after: number
  isHeld(): boolean
  onFenced(): void
  /** Called once if the limit of unlogged strikes and statements is reached; writing ends. */
  onTooMuch(): void
  clock: Clock
  log: Logger
}) {
  const { eventLog, known, isHeld, clock, log } = deps
  const waiting: LogEntry[] = []
  let number = deps.after
  let isOver = false
  /** A message whose acknowledgement may be lost: it is repeated unchanged, also after the lease lapsed. */
  let sending: Message | null = null
  let writing: Promise<void> | null = null

  const mayWrite = () => !isOver && isHeld()

  /** Strikes of the next message: not appended yet, or not read back in time. */
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

  /** Strikes go before statements, which may cover them. */
  function next(): Message | null {
    const strikes = due()
    const statements = strikes.length < RECORDS_OF_MESSAGE && waiting.length > 0 ? takeMessage(waiting) : []
    if (strikes.length === 0 && statements.length === 0) return null
    const batch: LogEntry = { of: 'lightning', event: { kind: 'batch', records: strikes.map(({ record }) => record) } }
    const entries = strikes.length > 0 ? [batch, ...statements] : statements
    return { id: randomUUID(), entries, strikes }
  }

  function appended(message: Message, at: number): void {
    number = at
    sending = null
    for (const strike of message.strikes) strike.appendedMs = clock.monotonicMs()
  }

  async function append(message: Message): Promise<void> {
    while (mayWrite()) {
      try {
        const at = await eventLog.append(message.entries, number, message.id)
        if (at !== null) return appended(message, at)
        isOver = true
        return deps.onFenced()
      } catch (error) {
        log.debug({ error: String(error) }, 'log append failed, retrying')
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
    if (known.unloggedCount() >= UNLOGGED_MAX || waiting.length >= WAITING_MAX) {
      isOver = true
      deps.onTooMuch()
    } else if (isHeld()) writing ??= writeAll()
  }

  const stop = clock.every(SAY_EVERY_MS, wake)

  return {
    /** Takes a statement of the leader's source. Strikes are taken from the delivered ones. */
    push(entry: LogEntry): void {
      if (isOver) return
      waiting.push(...splitEntry(entry))
      wake()
    },
    /** Call it after strikes were delivered that are not in the log. */
    wake,
    /** Number of the latest written message. */
    number: () => number,
    /** Resolves once all is written, or this process can no longer write. */
    idle: () => writing ?? Promise.resolve(),
    close(): void {
      stop()
      isOver = true
    },
  }
}
