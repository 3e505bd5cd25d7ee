import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { createInbox, type Msg, type NatsConnection, nanos } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { followStatus } from './connection.ts'
import type { Stream } from './streams.ts'

const HEARTBEAT_MS = 500
/** A consumer without messages and heartbeats for this time is replaced. */
const SILENT_AFTER_MS = 1_500
/** A stored message that is not delivered within this time is read from the stream's leader. */
const LATE_AFTER_MS = 1_000
const CHECK_EVERY_MS = 250
const RETRY_MS = 200
const CONSUMER_EXPIRES_MS = 10_000
/** Not the header of NATS: replicas that de-duplicate by it were seen to differ permanently. */
export const MESSAGE_ID = 'Brontide-Id'
const LOST = 'message lost'
const SKIPPED = 'messages skipped'

/**
 * Reads a stream from a message on, in order and each once. A consumer lives on one server and is lost with it: a consumer that is silent,
 * late, or skips messages is replaced.
 */
export function createLogReader(deps: {
  connection: NatsConnection
  stream: Pick<Stream, 'state' | 'message' | 'jsm'>
  name: string
  from: number
  /** `id` is empty for a message without one. */
  take(number: number, data: Uint8Array, id: string): void
  /** Messages up to this number are known to be stored. */
  writtenNumber(): number
  clock: Clock
  log: Logger
}): () => void {
  const { connection, stream, name, writtenNumber, clock, log } = deps
  let next = deps.from
  let connections = 0
  let isStopped = false
  let isFirst = true
  let interrupt = () => {}

  function take(number: number, data: Uint8Array, id: string): void {
    next = number + 1
    try {
      deps.take(number, data, id)
    } catch (error) {
      // An exception in the callback of a subscription would end the connection.
      log.error({ number, error: String(error) }, 'invalid log message skipped')
    }
  }

  /** Reads messages one by one from the stream's leader. */
  async function fill(upTo: number, isOver: () => boolean): Promise<void> {
    const { first_seq, last_seq } = await stream.state()
    if (isOver()) return
    next = Math.max(next, first_seq)
    while (!isOver() && next <= Math.min(upTo, last_seq)) {
      const message = await stream.message({ seq: next })
      if (isOver()) return
      if (message) take(next, message.data, message.header?.get(MESSAGE_ID) ?? '')
      else next++ // deleted meanwhile
    }
  }

  /** Reads by one consumer. Resolves with the reason why it has to be replaced. */
  async function consume(interrupted: Promise<string>): Promise<string> {
    const inbox = createInbox()
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const delivery = followDelivery({ connection, clock, writtenNumber, next: () => next, take })
    const endIf = (why: string | null) => {
      if (why !== null) end(why)
    }
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => endIf(isStopped ? null : delivery.receive(error, message)),
    })
    const stopChecks = clock.every(CHECK_EVERY_MS, () => endIf(delivery.check()))
    try {
      const made = stream.jsm.consumers.add(name, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: next,
        ack_policy: AckPolicy.None,
        deliver_subject: inbox,
        idle_heartbeat: nanos(HEARTBEAT_MS),
        flow_control: true,
        mem_storage: true,
        num_replicas: 1,
        inactive_threshold: nanos(CONSUMER_EXPIRES_MS),
      })
      // Not awaited: messages may arrive before the response.
      made.catch((error: unknown) => end(String(error)))
      return await Promise.race([ended, interrupted])
    } finally {
      stopChecks()
      subscription.unsubscribe()
    }
  }

  async function readOnce(interrupted: Promise<string>, isOver: () => boolean): Promise<void> {
    try {
      // A consumer reads a long log faster.
      const upTo = isFirst ? 0 : writtenNumber()
      isFirst = false
      await fill(upTo, isOver)
      if (isOver()) return
      const why = await consume(interrupted)
      if (!isStopped) log.debug({ why, next }, 'log consumer replaced')
      // Another consumer may skip the same messages.
      if (!isOver() && why === SKIPPED) await fill(next, isOver)
    } catch (error) {
      log.debug({ error: String(error) }, 'log not readable, retrying')
    }
    if (!isOver()) await delay(clock, RETRY_MS)
  }

  /** Begins again with each connection: requests of the one before may never be answered. */
  async function run(): Promise<void> {
    while (!isStopped) {
      const own = connections
      const { promise: interrupted, resolve } = Promise.withResolvers<string>()
      interrupt = () => resolve('reconnected')
      await Promise.race([readOnce(interrupted, () => isStopped || own !== connections), interrupted])
    }
  }

  const stopFollowing = followStatus(connection, log, ({ type }) => {
    if (type !== 'reconnect') return
    connections++
    interrupt()
  })
  run().catch((error: unknown) => log.error({ error: String(error) }, 'log reader failed'))

  return () => {
    isStopped = true
    stopFollowing()
    interrupt()
  }
}

/** Messages of one consumer. Both methods return why it has to be replaced, or null. */
function followDelivery(deps: {
  connection: NatsConnection
  clock: Clock
  writtenNumber(): number
  /** Number of the next message. */
  next(): number
  take(number: number, data: Uint8Array, id: string): void
}): { receive(error: Error | null, message: Msg): string | null; check(): string | null } {
  const { connection, clock, writtenNumber, next, take } = deps
  let receivedMs = clock.monotonicMs()
  let delivered = 0
  let behind: { next: number; sinceMs: number } | null = null

  function receiveStatus(message: Msg): string | null {
    if (message.headers?.code !== 100) return message.headers?.description ?? 'no consumer'
    const stalled = message.headers.get('Nats-Consumer-Stalled')
    if (stalled) connection.publish(stalled)
    if (message.reply) message.respond()
    return Number(message.headers.get('Nats-Last-Consumer') || 0) > delivered ? LOST : null
  }

  return {
    receive(error, message) {
      if (error) return error.message
      receivedMs = clock.monotonicMs()
      const place = placeOf(message)
      if (place === null) return receiveStatus(message)
      if (place.delivered !== delivered + 1) return LOST
      if (place.number > next()) return SKIPPED
      delivered = place.delivered
      if (place.number === next()) take(place.number, message.data, message.headers?.get(MESSAGE_ID) ?? '')
      return null
    },
    check() {
      const nowMs = clock.monotonicMs()
      if (nowMs - receivedMs > SILENT_AFTER_MS) return 'server silent'
      if (writtenNumber() < next()) behind = null
      else if (behind?.next !== next()) behind = { next: next(), sinceMs: nowMs }
      else if (nowMs - behind.sinceMs > LATE_AFTER_MS) return 'server behind'
      return null
    },
  }
}

/** Sequences of a message in the stream and in its consumer; null for a status message. */
function placeOf({ reply, headers }: Msg): { number: number; delivered: number } | null {
  const tokens = reply?.split('.') ?? []
  if (headers?.code || tokens[0] !== '$JS' || tokens[1] !== 'ACK') return null
  // Newer servers also name domain and account.
  const at = tokens.length === 9 ? 5 : 7
  return { number: Number(tokens[at]), delivered: Number(tokens[at + 1]) }
}
