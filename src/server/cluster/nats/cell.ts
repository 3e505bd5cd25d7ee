import { JetStreamApiError } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { Cell } from '../engine.ts'
import { openStream, TEMPORARILY_UNAVAILABLE } from './streams.ts'

/**
 * A cell as a stream of one message, written with the expected last sequence of the stream. A key of a JetStream bucket is not safe: NATS
 * 2.9 compares its revision before the servers agree on the write, so that two concurrent writers both succeed.
 */
export async function openCell(deps: {
  connection: NatsConnection
  /** Of the stream and its subject. */
  name: string
  replicas: number
  /** Called for each response, also a refusal, but not for one of a server that knows of no JetStream leader. */
  answered(): void
  /** Called for each write. */
  written?(isAnswered: boolean): void
  clock: Clock
  log: Logger
}): Promise<Cell> {
  const { name, answered, written = () => {} } = deps
  const stream = await openStream({ ...deps, config: { subjects: [name], max_msgs: 1 } })

  /** `done` receives whether a server responded. */
  async function observed<T>(request: Promise<T>, done: (isAnswered: boolean) => void): Promise<T> {
    try {
      const response = await request
      answered()
      done(true)
      return response
    } catch (error) {
      const isAnswered = error instanceof JetStreamApiError
      if (isAnswered && error.code !== TEMPORARILY_UNAVAILABLE) answered()
      done(isAnswered)
      throw error
    }
  }

  return {
    async read() {
      const found = await observed(stream.message({ last_by_subj: name }), () => {})
      return found && { text: found.string(), revision: found.seq }
    },
    write: (text, revision) => observed(stream.publish(name, text, revision ?? 0), written),
  }
}
