import { JetStreamApiError, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { LeaseCell } from '../lease/lease.ts'
import { NO_MESSAGE_FOUND, TEMPORARILY_UNAVAILABLE, WRONG_LAST_SEQUENCE } from './refusals.ts'

const REQUEST_MS = 1_000
const STREAM_NOT_FOUND = 10_059

/**
 * A text that all processes see, with its revision: a stream of its own that holds one message. A key of a bucket would not
 * do: there the servers compare the revision before they agree on what is written, and two who write at once both succeed.
 * Of a whole stream they compare it when they write, one message after the other.
 */
export async function openCell(deps: {
  connection: NatsConnection
  /** Of the stream, and of its subject. */
  name: string
  replicas: number
  /** Told of each answer, of refusals too, but for that of a server that knows of no other one. */
  answered(): void
  /** Told of each writing whether it was answered. */
  written?(isAnswered: boolean): void
}): Promise<LeaseCell> {
  const { connection, name, replicas, answered, written = () => {} } = deps
  const js = jetstream(connection, { timeout: REQUEST_MS })
  const jsm = await jetstreamManager(connection, { timeout: REQUEST_MS })
  const isThere = await unless(STREAM_NOT_FOUND, () => jsm.streams.info(name))
  if (!isThere) {
    await jsm.streams.add({
      ...{ name, subjects: [name], retention: RetentionPolicy.Limits, storage: StorageType.File },
      // A direct read is answered by any server, and one that was away knows only what was.
      ...{ max_msgs: 1, num_replicas: replicas, allow_direct: false },
    })
  }

  /** Null where that is refused for `code`. */
  async function unless<T>(code: number, ask: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await ask()
      answered()
      return answer
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error
      if (error.code !== TEMPORARILY_UNAVAILABLE) answered()
      if (error.code === code) return null
      throw error
    }
  }

  return {
    async read() {
      const found = await unless(NO_MESSAGE_FOUND, () => jsm.streams.getMessage(name, { last_by_subj: name }))
      return found && { text: found.string(), revision: found.seq }
    },
    async write(text, revision) {
      const expect = revision === null ? { lastSubjectSequence: 0 } : { lastSequence: revision }
      let isAnswered = false
      try {
        const stands = await unless(WRONG_LAST_SEQUENCE, () => js.publish(name, text, { expect }))
        isAnswered = true
        return stands?.seq ?? null
      } catch (error) {
        isAnswered = error instanceof JetStreamApiError
        throw error
      } finally {
        written(isAnswered)
      }
    },
  }
}
