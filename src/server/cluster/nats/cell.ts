import { JetStreamApiError, jetstream } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import type { LeaseCell } from '../lease.ts'

const REQUEST_MS = 1_000
const WRONG_LAST_SEQUENCE = 10_071

/** Texts under a name that all processes see, each with its revision. */
export async function openCells(deps: { connection: NatsConnection; bucket: string; replicas: number }) {
  const js = jetstream(deps.connection, { timeout: REQUEST_MS })
  // A direct read is answered by any server, and one that was away knows only what was.
  const kv = await new Kvm(js).create(deps.bucket, { history: 1, replicas: deps.replicas, allow_direct: false })

  return (key: string): LeaseCell => ({
    async read() {
      const entry = await kv.get(key)
      return entry ? { text: entry.string(), revision: entry.revision } : null
    },
    async write(text, revision) {
      try {
        return await kv.put(key, text, { previousSeq: revision ?? 0 })
      } catch (error) {
        if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return null
        throw error
      }
    },
  })
}
