import { createHash } from 'node:crypto'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { type LogEntry, pack, unpack } from '../messages.ts'
import { CHECK_EVERY_MS } from '../timing.ts'
import { createLogReader, MESSAGE_ID } from './log-reader.ts'
import { NANOSECONDS_PER_MS, openStream } from './streams.ts'

/** The log of all processes. A message's number is its sequence. */
export interface EventLog<Entry = LogEntry> {
  /** Another one after the log was deleted and created again. */
  readonly identity: string
  /** The same in eight characters. */
  readonly name: string
  /** Numbers of the first stored message and of the latest; `last` is 0 before the first. */
  bounds(): Promise<{ first: number; last: number }>
  /**
   * Appends a message right after number `after`, and returns its number; null if another message is there. Rejects if the outcome is
   * unknown; a repetition with the same `id` finds it.
   */
  append(entries: readonly Entry[], after: number, id: string): Promise<number | null>
  /** Delivers every message from that number on once and in order, through server failures; `id` is that of `append`. */
  read(from: number, take: (number: number, entries: Entry[], id: string) => void): () => void
  /** Messages up to that number are stored: a reader that lacks them uses another server. */
  knowWritten(number: number): void
  purge(): Promise<void>
}

export async function openEventLog<Entry = LogEntry>(deps: {
  connection: NatsConnection
  /** Of the stream and its subject. */
  name: string
  keepMs: number
  replicas: number
  /** Validates the entries of a message; by default all are accepted. */
  readEntries?(value: unknown): Entry[]
  clock: Clock
  log: Logger
}): Promise<EventLog<Entry>> {
  const { connection, name, readEntries = (value: unknown) => value as Entry[], clock, log } = deps
  const config = { subjects: [name], max_age: deps.keepMs * NANOSECONDS_PER_MS }
  const stream = await openStream({ ...deps, config })
  let writtenNumber = 0

  function knowWritten(number: number): void {
    writtenNumber = Math.max(writtenNumber, number)
  }

  return {
    identity: stream.created,
    name: createHash('sha256').update(stream.created).digest('hex').slice(0, 8),
    async bounds() {
      const { first_seq, last_seq } = await stream.state()
      writtenNumber = last_seq
      return { first: first_seq, last: last_seq }
    },
    async append(entries, after, id) {
      const idHeader = headers()
      idHeader.set(MESSAGE_ID, id)
      const number = await stream.publish(name, pack(entries), after, idHeader)
      if (number !== null) {
        knowWritten(number)
        return number
      }
      // It may be the same message, whose acknowledgement was lost.
      const next = await stream.message({ seq: after + 1 })
      return next?.header.get(MESSAGE_ID) === id ? after + 1 : null
    },
    read: (from, take) =>
      createLogReader({
        connection,
        stream,
        name,
        from,
        clock,
        log,
        take: (number, data, id) => take(number, readEntries(unpack(data)), id),
        writtenNumber: () => writtenNumber,
      }),
    knowWritten,
    purge: stream.purge,
  }
}

/** Waits until message `number` is `read`. False if the log has lost it meanwhile: NATS 2.9 may lose the end of a stream. */
export async function isRead(
  eventLog: Pick<EventLog, 'bounds'>,
  number: number,
  read: Promise<void>,
  clock: Clock,
): Promise<boolean> {
  for (;;) {
    const isDue = delay(clock, CHECK_EVERY_MS).then(() => false)
    if (await Promise.race([read.then(() => true), isDue])) return true
    const bounds = await eventLog.bounds().catch(() => null)
    if (bounds && bounds.last < number) return false
  }
}
