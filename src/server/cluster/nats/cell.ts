import { JetStreamApiError, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { NO_MESSAGE_FOUND, TEMPORARILY_UNAVAILABLE, WRONG_LAST_SEQUENCE } from './refusals.ts'

const REQUEST_MS = 1_000
const STREAM_NOT_FOUND = 10_059

const STEP_DOWN = '$JS.API.STREAM.LEADER.STEPDOWN'

/** One text that all processes share, written by compare and set. */
export interface Cell {
  /** Null while nothing has been written. Rejects where no server answers. */
  read(): Promise<{ text: string; revision: number } | null>
  /**
   * Resolves with the new revision, which is higher than `revision`; with null where another revision is stored than `revision`
   * (null: than nothing). Rejects where the outcome is unknown.
   */
  write(text: string, revision: number | null): Promise<number | null>
  /** Asks for another leader among the servers, for a cell that takes no writes. Rejects where no server answers. */
  stepDown(): Promise<void>
}

/**
 * A cell as a stream of one message, written with the expected last sequence of the stream. A key of a JetStream bucket is not
 * safe: NATS 2.9 compares its revision before the servers agree on the write, so that two concurrent writers both succeed.
 * The sequence of a whole stream is compared when the message is stored.
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
}): Promise<Cell> {
  const { connection, name, replicas, answered, written = () => {} } = deps
  const js = jetstream(connection, { timeout: REQUEST_MS })
  const jsm = await jetstreamManager(connection, { timeout: REQUEST_MS })
  const isThere = await unless(STREAM_NOT_FOUND, () => jsm.streams.info(name))
  if (!isThere) {
    await jsm.streams.add({
      name,
      subjects: [name],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      // A direct read is answered by any server, and one that was away knows only what was.
      max_msgs: 1,
      num_replicas: replicas,
      allow_direct: false,
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
      const expect = { lastSequence: revision ?? 0 }
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
    async stepDown() {
      await connection.request(`${STEP_DOWN}.${name}`, undefined, { timeout: REQUEST_MS })
    },
  }
}
