import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { KeptStore } from '../engine.ts'
import { NANOSECONDS_PER_MS, openStream } from './streams.ts'

const REQUEST_MS = 2_000

/** The store of past data as a stream with one message for each subject. */
export async function openKeptStream(deps: {
  connection: NatsConnection
  /** Of the stream, and the first part of its subjects. */
  name: string
  /** Null: until replaced. */
  keepMs: number | null
  replicas: number
  clock: Clock
  log: Logger
}): Promise<KeptStore> {
  const { name, keepMs } = deps
  const max_age = (keepMs ?? 0) * NANOSECONDS_PER_MS
  const config = { subjects: [`${name}.>`], max_msgs_per_subject: 1, max_age }
  const stream = await openStream({ ...deps, config, requestMs: REQUEST_MS })
  return {
    async keys() {
      const { state } = await stream.jsm.streams.info(name, { subjects_filter: '>' })
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(name.length + 1))
    },
    get: async (key) => (await stream.message({ last_by_subj: `${name}.${key}` }))?.data ?? null,
    last: async () => (await stream.state()).last_seq,
    put: (key, bytes, after) => stream.publish(`${name}.${key}`, bytes, after),
    purge: stream.purge,
  }
}
