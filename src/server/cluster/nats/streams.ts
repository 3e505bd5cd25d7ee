import { isDeepStrictEqual } from 'node:util'
import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  type MsgRequest,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
  type StreamState,
} from '@nats-io/jetstream'
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'

/** Error codes of JetStream (`server/errors.json` of nats-server). */
const STREAM_NOT_FOUND = 10_059
const WRONG_LAST_SEQUENCE = 10_071
const NO_MESSAGE_FOUND = 10_037
export const REPLICAS_WITHOUT_CLUSTER = 10_074
/** The responding server knows of no leader of the JetStream servers. */
export const TEMPORARILY_UNAVAILABLE = 10_008
export const NO_JETSTREAM_FOR_ACCOUNT = 10_039

const REQUEST_MS = 1_000
/** A stream whose requests fail for this time gets another leader. NATS 2.9 usually elects one within 4 to 9 s. */
const STUCK_MS = 12_000
const STUCK_MOST_MS = 96_000
export const NANOSECONDS_PER_MS = 1e6

/** A stream on files. All methods reject if no server responds. */
export type Stream = Awaited<ReturnType<typeof openStream>>

/** Creates the stream, or updates it. It keeps more replicas than wanted: a process may name fewer servers than there are. */
export async function openStream(deps: {
  connection: NatsConnection
  name: string
  replicas: number
  config: Partial<StreamConfig> & Pick<StreamConfig, 'subjects'>
  requestMs?: number
  clock: Clock
  log: Logger
}) {
  const { connection, name, replicas, config, requestMs = REQUEST_MS, clock, log } = deps
  const js = jetstream(connection, { timeout: requestMs })
  const jsm = await jetstreamManager(connection, { timeout: requestMs })
  function stepDown(): void {
    log.warn({ stream: name }, 'stream stuck, requesting another leader')
    connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${name}`, undefined, { timeout: requestMs }).catch(() => {})
  }
  // A server without connections to the others still responds to reads.
  const reads = stepDownIfStuck(clock, stepDown)
  const writes = stepDownIfStuck(clock, stepDown)
  const found = await unless(STREAM_NOT_FOUND, () => jsm.streams.info(name))
  const wanted = { ...config, num_replicas: Math.max(replicas, found?.config.num_replicas ?? 0) }
  async function createOrUpdate() {
    if (!found)
      return jsm.streams.add({
        name,
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        // Any server responds to a direct read, also one that was away and has old data.
        allow_direct: false,
        ...wanted,
      })
    // All servers have to agree on an update, which takes seconds after a failure.
    const isSame = isDeepStrictEqual({ ...found.config, ...wanted }, found.config)
    return isSame ? found : jsm.streams.update(name, wanted)
  }
  const { created } = await createOrUpdate()
  return {
    jsm,
    /** When it was created. */
    created,
    state: async (): Promise<StreamState> => (await reads(jsm.streams.info(name))).state,
    /** Null if there is no such message. */
    message: (query: MsgRequest): Promise<StoredMsg | null> =>
      reads(unless(NO_MESSAGE_FOUND, () => jsm.streams.getMessage(name, query))),
    /** Returns the sequence; null if the last sequence of the stream is not `after`. Rejects if the outcome is unknown. */
    publish: (subject: string, data: Uint8Array | string, after: number, headers?: MsgHdrs): Promise<number | null> =>
      writes(
        unless(WRONG_LAST_SEQUENCE, async () => {
          const options = { expect: { lastSequence: after }, ...(headers && { headers }) }
          return (await js.publish(subject, data, options)).seq
        }),
      ),
    async purge(): Promise<void> {
      await jsm.streams.purge(name)
    },
  }
}

/**
 * Returns a function that passes requests on, and calls `onStuck` when they have failed for 12 s, then 24 s later, and so on: servers that
 * are merely slow would elect all the time.
 */
export function stepDownIfStuck(clock: Pick<Clock, 'monotonicMs'>, onStuck: () => void) {
  let failedMs: number | null = null // monotonic
  let waitMs = STUCK_MS
  return async <T>(request: Promise<T>): Promise<T> => {
    try {
      const response = await request
      failedMs = null
      waitMs = STUCK_MS
      return response
    } catch (error) {
      const nowMs = clock.monotonicMs()
      failedMs ??= nowMs
      if (nowMs - failedMs >= waitMs) {
        failedMs = nowMs
        waitMs = Math.min(2 * waitMs, STUCK_MOST_MS)
        onStuck()
      }
      throw error
    }
  }
}

/** Null if the request is refused with `code`. */
async function unless<T>(code: number, request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === code) return null
    throw error
  }
}
