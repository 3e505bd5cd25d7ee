import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { KeptStore } from '../kept/kept-store.ts'
import { NO_MESSAGE_FOUND, WRONG_LAST_SEQUENCE } from './refusals.ts'
import { withCopies } from './stream-copies.ts'

const REQUEST_MS = 2_000
const NANOSECONDS = 1e6

/** The past as a stream of JetStream's that has one message a subject, made where there is none. */
export async function openKeptStream(deps: {
  connection: NatsConnection
  /** Of the stream, and of what its subjects begin with. */
  name: string
  /** Null: until it is written anew. */
  keepMs: number | null
  replicas: number
}): Promise<KeptStore> {
  const { connection, name } = deps
  const js = jetstream(connection, { timeout: REQUEST_MS })
  const jsm = await jetstreamManager(connection, { timeout: REQUEST_MS })
  const wanted = { max_age: (deps.keepMs ?? 0) * NANOSECONDS, num_replicas: deps.replicas }
  const found = await unlessRefused(null, () => jsm.streams.info(name))
  if (found) await jsm.streams.update(name, withCopies(wanted, found))
  else
    await jsm.streams.add({
      name,
      subjects: [`${name}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      // A direct read is answered by any server, and one that was away knows a minute as it was.
      max_msgs_per_subject: 1,
      discard: DiscardPolicy.Old,
      allow_direct: false,
      ...wanted,
    })

  return {
    async keys() {
      const { state } = await jsm.streams.info(name, { subjects_filter: '>' })
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(name.length + 1))
    },
    get: (key) =>
      unlessRefused(NO_MESSAGE_FOUND, async () => {
        const message = await jsm.streams.getMessage(name, { last_by_subj: `${name}.${key}` })
        return message?.data ?? null
      }),
    last: async () => (await jsm.streams.info(name)).state.last_seq,
    put: (key, bytes, after) =>
      unlessRefused(WRONG_LAST_SEQUENCE, async () => {
        const { seq } = await js.publish(`${name}.${key}`, bytes, { expect: { lastSequence: after } })
        return seq
      }),
    async purge() {
      await jsm.streams.purge(name)
    },
  }
}

/** Null where that is refused for `code`; where that is null for any. */
async function unlessRefused<T>(code: number | null, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof JetStreamApiError && (code === null || error.code === code)) return null
    throw error
  }
}
