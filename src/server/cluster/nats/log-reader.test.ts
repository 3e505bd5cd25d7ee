import type { NatsConnection } from '@nats-io/transport-node'
import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { silentLog } from '../../../testing/fakes/silent-log.ts'
import { createLogReader } from './log-reader.ts'
import type { Stream } from './streams.ts'

/** Servers that respond only to the latest connection, if at all. */
function setUp(held: readonly string[], isSilent = true) {
  const clock = createFakeClock()
  let tell = (_type: string) => {}
  async function* statuses() {
    for (;;) yield await new Promise<{ type: string }>((resolve) => (tell = (type) => resolve({ type })))
  }
  const answer = async <T>(value: T): Promise<T> => (isSilent ? new Promise<T>(() => {}) : value)
  const connection = { status: () => statuses(), subscribe: () => ({ unsubscribe() {} }) }
  const state = vi.fn(() => answer({ first_seq: 1, last_seq: held.length }))
  const stream = {
    state,
    message: ({ seq }: { seq: number }) => answer({ data: new TextEncoder().encode(held[seq - 1]) }),
    jsm: { consumers: { add: () => answer({}) } },
  }
  const taken: string[] = []
  const stop = createLogReader({
    connection: connection as unknown as NatsConnection,
    stream: stream as unknown as Stream,
    name: 'log',
    from: 1,
    writtenNumber: () => held.length,
    clock,
    log: silentLog,
    take(number, data) {
      const text = new TextDecoder().decode(data)
      if (text === 'unreadable') throw new Error('invalid')
      taken.push(`${number} ${text}`)
    },
  })
  const connectAnew = async (answers: boolean) => {
    isSilent = !answers
    tell('reconnect')
    await clock.advance(1)
  }
  return { clock, taken, stop, connectAnew, asked: () => state.mock.calls.length }
}

it('reads again with each connection, at once, though requests of the one before are never answered', async () => {
  const { clock, taken, connectAnew, asked } = setUp(['a', 'b'])
  await clock.advance(500)
  expect([taken, asked()]).toEqual([[], 1])
  await connectAnew(false)
  expect([taken, asked()]).toEqual([[], 2])
  await connectAnew(true)
  expect(taken).toEqual(['1 a', '2 b'])
})

it('reads messages that its consumer does not deliver from the leader of the stream, except invalid ones', async () => {
  const { clock, taken } = setUp(['a', 'unreadable', 'c'], false)
  await clock.advance(500)
  expect(taken).toEqual([])
  await clock.advance(2_000)
  expect(taken).toEqual(['1 a', '3 c'])
})

it('requests nothing after it is stopped', async () => {
  const { clock, taken, stop, connectAnew, asked } = setUp(['a'])
  await clock.advance(500)
  stop()
  await connectAnew(true)
  await clock.advance(5_000)
  expect([taken, asked()]).toEqual([[], 1])
})
