import type { JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { readLog } from './log-reader.ts'

/** Servers of which those before the latest connection answer nothing any more. */
function setUp(held: readonly string[]) {
  const clock = createFakeClock()
  let tell = (_type: string) => {}
  let isDeaf = true
  let asked = 0
  async function* statuses() {
    for (;;) yield await new Promise<{ type: string }>((resolve) => (tell = (type) => resolve({ type })))
  }
  const answer = async <T>(value: T): Promise<T> => (isDeaf ? new Promise<T>(() => {}) : value)
  const connection = { status: () => statuses(), subscribe: () => ({ unsubscribe() {} }) }
  const jsm = {
    streams: {
      info() {
        asked++
        return answer({ state: { first_seq: 1, last_seq: held.length } })
      },
      getMessage: (_name: string, { seq }: { seq: number }) =>
        answer({ data: new TextEncoder().encode(held[seq - 1]) }),
    },
    consumers: { add: () => answer({}) },
  }
  const taken: string[] = []
  const stop = readLog({
    connection: connection as unknown as NatsConnection,
    jsm: jsm as unknown as JetStreamManager,
    name: 'log',
    from: 1,
    writtenNumber: () => held.length,
    clock,
    log: pino({ enabled: false }),
    take(number, data) {
      const text = new TextDecoder().decode(data)
      if (text === 'unreadable') throw new Error('none of ours')
      taken.push(`${number} ${text}`)
    },
  })
  const connectAnew = async (answers: boolean) => {
    isDeaf = !answers
    tell('reconnect')
    await clock.advance(1)
  }
  return { clock, taken, stop, connectAnew, asked: () => asked }
}

it('asks anew with each new connection, at once, though the one before may never answer', async () => {
  const { clock, taken, connectAnew, asked } = setUp(['a', 'b'])
  await clock.advance(500)
  expect([taken, asked()]).toEqual([[], 1])
  await connectAnew(false)
  expect([taken, asked()]).toEqual([[], 2])
  await connectAnew(true)
  expect(taken).toEqual(['1 a', '2 b'])
})

it('passes over a message that can not be read, and reads on', async () => {
  const { taken, connectAnew } = setUp(['a', 'unreadable', 'c'])
  await connectAnew(true)
  expect(taken).toEqual(['1 a', '3 c'])
})

it('asks nothing more once it is stopped', async () => {
  const { clock, taken, stop, connectAnew, asked } = setUp(['a'])
  await clock.advance(500)
  stop()
  await connectAnew(true)
  await clock.advance(5_000)
  expect([taken, asked()]).toEqual([[], 1])
})
