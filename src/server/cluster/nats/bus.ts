import { randomUUID } from 'node:crypto'
import { type Msg, type NatsConnection, RequestError } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Channel } from '../../web/channel.ts'
import type { Bus } from '../engine.ts'
import { pack, unpack } from '../messages.ts'
import type { Question } from '../questions.ts'

/** A question may be queued at the rate gate of the upstream. */
const RESPONSE_WITHIN_MS = 20_000

/** The bus of the processes with the same `name`. */
export function createBus(connection: NatsConnection, name: string, log: Logger): Bus {
  const by = randomUUID()
  const question = `${name}.question`

  function on(subject: string, take: (data: Uint8Array, message: Msg) => void): () => void {
    const subscription = connection.subscribe(subject, {
      callback(error, message) {
        try {
          if (error) throw error
          take(message.data, message)
        } catch (why) {
          // An exception in this callback would end the connection.
          log.warn({ error: String(why), subject }, 'invalid NATS message skipped')
        }
      },
    })
    return () => subscription.unsubscribe()
  }

  return {
    channel: <T>(of: string): Channel<T> => ({
      say: (value) => connection.publish(`${name}.said.${of}`, pack({ by, value })),
      on: (listener) =>
        on(`${name}.said.${of}`, (data) => {
          const said = unpack(data) as { by: string; value: T }
          if (said.by !== by) listener(said.value, said.by)
        }),
    }),
    async ask(asked) {
      try {
        const { data } = await connection.request(question, pack(asked), { timeout: RESPONSE_WITHIN_MS })
        return unpack(data)
      } catch (error) {
        if (error instanceof RequestError && error.isNoResponders()) return null
        throw error
      }
    },
    onQuestion: (answer) =>
      on(question, (data, message) => {
        const coming = answer(unpack(data) as Question) ?? Promise.resolve(null)
        coming
          .then((value) => void message.respond(pack(value)))
          .catch((error: unknown) => {
            log.debug({ error: String(error) }, 'question failed')
            message.respond() // empty: not a response, and not a null
          })
      }),
  }
}
