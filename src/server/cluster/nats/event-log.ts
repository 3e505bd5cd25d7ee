import { createHash } from 'node:crypto'
import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { type LogEntry, pack, unpack } from '../messages.ts'
import { MESSAGE_ID, readLog } from './log-reader.ts'
import { NO_MESSAGE_FOUND, WRONG_LAST_SEQUENCE } from './refusals.ts'
import { withCopies } from './stream-copies.ts'

const REQUEST_MS = 1_000
const NANOSECONDS = 1e6
const STEP_DOWN = '$JS.API.STREAM.LEADER.STEPDOWN'

/** What came from the source, in its order, for all processes. A message's number is its place in the log. */
export interface EventLog<Entry = LogEntry> {
  /** Another one where the log was deleted and begun anew. */
  readonly identity: string
  /** The same in eight characters. */
  readonly name: string
  /** Of the first message that is still there, and of the latest; 0 before the first. */
  bounds(): Promise<{ first: number; last: number }>
  /**
   * Appends a message right after the one numbered `after`, and answers its number; null where another one stands there:
   * somebody else writes. Rejects where it can't be told what became of it; called again with the same `id` it finds out.
   */
  append(entries: readonly Entry[], after: number, id: string): Promise<number | null>
  /**
   * Hands over every message from that one on, in order and each once, whatever happens to servers meanwhile; `id` is what it was
   * appended with.
   */
  read(from: number, take: (number: number, entries: Entry[], id: string) => void): () => void
  /** The messages up to that one are known to be written: readers look for what of them does not come. */
  knowWritten(number: number): void
  /** Has the servers agree anew on which of them writes: one that leads and brings nothing about may go on so for minutes. */
  agreeAnew(): Promise<void>
  /** Lets go of all that is there. */
  purge(): Promise<void>
}

function idHeader(id: string) {
  const all = headers()
  all.set(MESSAGE_ID, id)
  return all
}

/** The log as a stream of JetStream's, made where there is none. */
export async function openEventLog<Entry = LogEntry>(deps: {
  connection: NatsConnection
  /** Of the stream, and of its subject. */
  name: string
  keepMs: number
  replicas: number
  /** What of a message of another process can be true; all of it where this is left out. */
  readEntries?(value: unknown): Entry[]
  clock: Clock
  log: Logger
}): Promise<EventLog<Entry>> {
  const { connection, name, readEntries = (value: unknown) => value as Entry[], clock, log } = deps
  const js = jetstream(connection, { timeout: REQUEST_MS })
  const jsm = await jetstreamManager(connection, { timeout: REQUEST_MS })
  const wanted = { max_age: deps.keepMs * NANOSECONDS, num_replicas: deps.replicas }
  const found = await jsm.streams.info(name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError) return null
    throw error
  })
  const { created } = found
    ? await jsm.streams.update(name, withCopies(wanted, found))
    : await jsm.streams.add({
        name,
        subjects: [name],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        allow_direct: false,
        ...wanted,
      })

  let writtenNumber = 0

  async function append(entries: readonly Entry[], after: number, id: string): Promise<number | null> {
    try {
      const { seq } = await js.publish(name, pack(entries), { headers: idHeader(id), expect: { lastSequence: after } })
      writtenNumber = Math.max(writtenNumber, seq)
      return seq
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== WRONG_LAST_SEQUENCE) throw error
      return (await idOf(after + 1)) === id ? after + 1 : null
    }
  }

  /** An answer may have been lost: what stands there may be our own. */
  async function idOf(number: number): Promise<string | null> {
    try {
      return (await jsm.streams.getMessage(name, { seq: number }))?.header.get(MESSAGE_ID) ?? null
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === NO_MESSAGE_FOUND) return null
      throw error
    }
  }

  return {
    identity: created,
    name: createHash('sha256').update(created).digest('hex').slice(0, 8),
    async bounds() {
      const { state } = await jsm.streams.info(name)
      return { first: state.first_seq, last: state.last_seq }
    },
    append,
    read: (from, take) =>
      readLog({
        connection,
        jsm,
        name,
        from,
        clock,
        log,
        take: (number, data, id) => take(number, readEntries(unpack(data)), id),
        writtenNumber: () => writtenNumber,
      }),
    knowWritten(number) {
      writtenNumber = Math.max(writtenNumber, number)
    },
    async agreeAnew() {
      await connection.request(`${STEP_DOWN}.${name}`, undefined, { timeout: REQUEST_MS })
    },
    async purge() {
      await jsm.streams.purge(name)
    },
  }
}
