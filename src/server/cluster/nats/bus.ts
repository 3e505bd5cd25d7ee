import { randomUUID } from 'node:crypto'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Channel, ChannelOf } from '../channel.ts'
import { type LeaderWord, readLeaderWord } from '../leader-word.ts'
import { pack, unpack } from '../messages.ts'
import type { Question } from '../questions.ts'

/** A question may wait for its turn with the upstream. */
const ANSWERED_WITHIN_MS = 20_000
/** What processes say to each other beside the log: nobody who was not there needs it. */
export interface Bus {
  /** How the lines of the process that leads are. */
  say(word: LeaderWord): void
  onWord(listener: (word: LeaderWord) => void): () => void
  /** The lease is free. */
  tellFree(): Promise<void>
  onFree(listener: () => void): () => void
  /** What is said there is said to those alone who listen to that name. */
  channel: ChannelOf
  /** Null where nobody leads. Rejects where the answer does not come. */
  ask(question: Question): Promise<unknown>
  /** Null: this process leads, and can't answer yet. */
  onQuestion(answer: (question: Question) => Promise<unknown> | null): () => void
}

/** The bus of the processes that share one name. */
export function createBus(connection: NatsConnection, name: string, log: Logger): Bus {
  const by = randomUUID()
  const subjects = { word: `${name}.word`, free: `${name}.free`, question: `${name}.question` }

  function on(subject: string, take: (data: Uint8Array, respond: (value: unknown) => void) => void): () => void {
    const subscription: Subscription = connection.subscribe(subject, {
      callback(error, message) {
        try {
          if (error) throw error
          take(message.data, (value) => void message.respond(pack(value)))
        } catch (why) {
          // Thrown on, it would end the connection.
          log.warn({ error: String(why), subject }, 'a message of NATS can not be taken')
        }
      },
    })
    return () => subscription.unsubscribe()
  }

  return {
    say: (word) => connection.publish(subjects.word, pack(word)),
    onWord: (listener) => on(subjects.word, (data) => listener(readLeaderWord(unpack(data)))),
    async tellFree() {
      connection.publish(subjects.free)
      await connection.flush()
    },
    onFree: (listener) => on(subjects.free, () => listener()),
    channel: <T>(of: string): Channel<T> => ({
      say: (value) => connection.publish(`${name}.said.${of}`, pack({ by, value })),
      on: (listener) =>
        on(`${name}.said.${of}`, (data) => {
          const said = unpack(data) as { by: string; value: T }
          if (said.by !== by) listener(said.value, said.by)
        }),
    }),
    async ask(question) {
      const { data } = await connection.request(subjects.question, pack(question), { timeout: ANSWERED_WITHIN_MS })
      return unpack(data)
    },
    onQuestion: (answer) =>
      on(subjects.question, (data, respond) => {
        const coming = answer(unpack(data) as Question) ?? Promise.resolve(null)
        coming.then(respond).catch((error: unknown) => {
          log.debug({ error: String(error) }, 'a question of another process has no answer')
          respond(null)
        })
      }),
  }
}
