import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream'
import { createInbox, type Msg, type NatsConnection, nanos } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { followStatus } from './connection.ts'

const BEAT_MS = 500
/** Who hears nothing for this long reads from another server. */
const SILENT_AFTER_MS = 1_500
/** What is known to be written, and has not come by then, is asked for one by one. */
const LATE_AFTER_MS = 1_000
const LOOK_EVERY_MS = 250
const READ_AGAIN_MS = 200
const FORGOTTEN_AFTER_MS = 10_000
/** Not the header of NATS: replicas that drop repeated messages by it were seen to differ for good. */
export const MESSAGE_ID = 'Brontide-Id'
const LOST = 'a message got lost on its way'
const LEFT_OUT = 'messages are left out'

/** A message's place in the stream, and the how many-th it is of what its consumer has sent. */
interface Place {
  number: number
  delivered: number
}

/**
 * Reads a stream from one message on, in order and each once. The consumer that sends them lives on one server, and is gone
 * with it: where it falls silent, is behind what is known to be written, or leaves something out, another one takes its place.
 */
export function readLog(deps: {
  connection: NatsConnection
  jsm: JetStreamManager
  /** Of the stream. */
  name: string
  from: number
  /** `id` is what the message was written with; empty where it had none. */
  take(number: number, data: Uint8Array, id: string): void
  /** The number up to which messages are known to be written. */
  writtenNumber(): number
  clock: Clock
  log: Logger
}): () => void {
  const { connection, jsm, name, take, writtenNumber, clock, log } = deps
  let next = deps.from
  let stopped = false
  let stopReading = () => {}

  function takeNext(number: number, data: Uint8Array, id: string): void {
    next = number + 1
    try {
      take(number, data, id)
    } catch (error) {
      // Thrown on, it would end the connection; and asked for again, it would come again as it is.
      log.error({ number, error: String(error) }, 'a message of the log can not be read: it is passed over')
    }
  }

  /** What should be there, one by one from the server that leads the stream. */
  async function fill(upTo: number, isOver: () => boolean): Promise<void> {
    const { state } = await jsm.streams.info(name)
    if (isOver()) return
    next = Math.max(next, state.first_seq)
    while (!isOver() && next <= Math.min(upTo, state.last_seq)) {
      const message = await jsm.streams.getMessage(name, { seq: next })
      if (isOver()) return
      if (message) takeNext(next, message.data, message.header?.get(MESSAGE_ID) ?? '')
      else next++ // it was let go of meanwhile
    }
  }

  /** Resolves with why another consumer is needed. */
  async function readOn(): Promise<string> {
    const inbox = createInbox()
    let end = (_why: string) => {}
    const ended = new Promise<string>((resolve) => {
      end = resolve
    })
    const delivery = followDelivery({ connection, clock, writtenNumber, next: () => next, take: takeNext })
    const endIf = (why: string | null) => {
      if (why !== null) end(why)
    }
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => endIf(stopped ? null : delivery.hear(error, message)),
    })
    const stopLooking = clock.every(LOOK_EVERY_MS, () => endIf(delivery.look()))
    stopReading = () => end('the connection is another one')
    try {
      const made = jsm.consumers.add(name, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: next,
        ack_policy: AckPolicy.None,
        deliver_subject: inbox,
        idle_heartbeat: nanos(BEAT_MS),
        flow_control: true,
        mem_storage: true,
        num_replicas: 1,
        inactive_threshold: nanos(FORGOTTEN_AFTER_MS),
      })
      // Where its server is away nobody answers, and where its answer is late messages are here already.
      made.catch((error: unknown) => end(String(error)))
      return await ended
    } finally {
      stopLooking()
      subscription.unsubscribe()
    }
  }

  /** Reads for as long as one consumer sends, and what it left out. */
  async function readOnce(isOver: () => boolean): Promise<void> {
    try {
      await fill(writtenNumber(), isOver)
      if (isOver()) return
      const why = await readOn()
      if (!stopped) log.debug({ why, next }, 'the log is read from another place')
      // Whoever left something out may do so again.
      if (!isOver() && why === LEFT_OUT) await fill(next, isOver)
    } catch (error) {
      log.debug({ error: String(error) }, 'the log can not be read: trying again')
    }
    if (!isOver()) await delay(clock, READ_AGAIN_MS)
  }

  const stop = repeat({ connection, log, once: readOnce, interrupt: () => stopReading() })
  return () => {
    stopped = true
    stop()
  }
}

/**
 * Does it again and again, until the answer is called, and at once where the connection is another one: what was asked by the
 * one before may never be answered.
 */
function repeat(deps: {
  connection: NatsConnection
  log: Logger
  /** Never rejects. */
  once(isOver: () => boolean): Promise<void>
  interrupt(): void
}): () => void {
  const { connection, log, once, interrupt } = deps
  let stopped = false
  let connections = 0
  let connectedAnew = () => {}

  async function untilStopped(): Promise<void> {
    while (!stopped) {
      const own = connections
      const moved = new Promise<void>((resolve) => {
        connectedAnew = resolve
      })
      await Promise.race([once(() => stopped || own !== connections), moved])
    }
  }
  const stopFollowing = followStatus(connection, log, ({ type }) => {
    if (type !== 'reconnect') return
    connections++
    interrupt()
    connectedAnew()
  })
  untilStopped().catch((error: unknown) => log.error({ error: String(error) }, 'the log is read no more'))

  return () => {
    stopped = true
    stopFollowing()
    interrupt()
  }
}

/** What one consumer sends. Both answer why another one is needed, and null where none is. */
function followDelivery(deps: {
  connection: NatsConnection
  clock: Clock
  writtenNumber(): number
  /** The number of the message that is due. */
  next(): number
  take(number: number, data: Uint8Array, id: string): void
}): { hear(error: Error | null, message: Msg): string | null; look(): string | null } {
  const { connection, clock, writtenNumber, next, take } = deps
  let heardMs = clock.monotonicMs()
  let delivered = 0
  let behind: { next: number; sinceMs: number } | null = null

  function hear(error: Error | null, message: Msg): string | null {
    if (error) return error.message
    heardMs = clock.monotonicMs()
    const place = placeOf(message)
    if (place === null) return hearStatus(message)
    if (place.delivered !== delivered + 1) return LOST
    if (place.number > next()) return LEFT_OUT
    delivered = place.delivered
    if (place.number === next()) take(place.number, message.data, message.headers?.get(MESSAGE_ID) ?? '')
    return null
  }

  function hearStatus(message: Msg): string | null {
    if (message.headers?.code !== 100) return message.headers?.description ?? 'no consumer'
    const stalled = message.headers.get('Nats-Consumer-Stalled')
    if (stalled) connection.publish(stalled)
    if (message.reply) message.respond()
    return Number(message.headers.get('Nats-Last-Consumer') || 0) > delivered ? LOST : null
  }

  function look(): string | null {
    const nowMs = clock.monotonicMs()
    if (nowMs - heardMs > SILENT_AFTER_MS) return 'its server is silent'
    if (writtenNumber() < next()) behind = null
    else if (behind?.next !== next()) behind = { next: next(), sinceMs: nowMs }
    else if (nowMs - behind.sinceMs > LATE_AFTER_MS) return 'its server is behind'
    return null
  }

  return { hear, look }
}

/** Null where it is no message of the stream: what the server says of the consumer itself. */
function placeOf({ reply, headers }: Msg): Place | null {
  const tokens = reply?.split('.') ?? []
  if (headers?.code || tokens[0] !== '$JS' || tokens[1] !== 'ACK') return null
  // Newer servers name the domain and the account as well.
  const at = tokens.length === 9 ? 5 : 7
  return { number: Number(tokens[at]), delivered: Number(tokens[at + 1]) }
}
