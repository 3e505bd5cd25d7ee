import { createHash } from 'node:crypto'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { EventLog } from '../engine.ts'
import { type LogEntry, pack, unpack } from '../messages.ts'
import { createLogReader, MESSAGE_ID } from './log-reader.ts'
import { NANOSECONDS_PER_MS, openStream } from './streams.ts'

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
  const { name, readEntries = (value: unknown) => value as Entry[] } = deps
  const config = { subjects: [name], max_age: deps.keepMs * NANOSECONDS_PER_MS }
  const stream = await openStream({ ...deps, config })
  let writtenNumber = 0
  /** Entries that this process appended, by message: they are not parsed when they are read. */
  const own = new LRUCache<string, Entry[]>({ max: 10 })

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
      own.set(id, [...entries])
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
        ...deps,
        stream,
        from,
        take: (number, data, id) => take(number, own.get(id) ?? readEntries(unpack(data)), id),
        writtenNumber: () => writtenNumber,
      }),
    knowWritten,
    purge: stream.purge,
  }
}
