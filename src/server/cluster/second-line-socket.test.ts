import { expect, it } from 'vitest'
import { stringifyJsonExact } from '../../contract/json-exact.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSocket } from '../../testing/fakes/fake-socket.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { createSecondLineSocket } from './second-line-socket.ts'

function setUp() {
  const clock = createFakeClock()
  const server = new FakeSocket('wss://line.example.com', {})
  const batches: number[][] = []
  const line = createSecondLineSocket({
    socket: server,
    onBatch: (records) => batches.push(records.map(({ lon }) => lon)),
    onEnd() {},
    clock,
  })
  const batch = (name: string) => server.push({ type: 'new_strikes', data: [{ name }] })
  return { clock, server, line, batch, batches }
}

/** The feed that takes it over. */
function read(line: ReturnType<typeof setUp>['line']) {
  const heard: string[] = []
  const socket = line.take()!
  socket.onopen = () => socket.send('{"action":"subscribe","after":"log-1"}')
  socket.onmessage = (text) => heard.push(JSON.parse(text).data?.[0].name ?? JSON.parse(text).type)
  socket.onclose = (code) => heard.push(`closed ${code}`)
  return { socket, heard }
}

it('gives the messages of the last seconds to the feed that takes it over, after the subscription', async () => {
  const { clock, server, line, batch } = setUp()
  server.accept()
  server.push({ type: 'subscribed' })
  for (const name of ['long ago', 'before', 'now']) {
    batch(name)
    await clock.advance(name === 'long ago' ? 9_500 : 1_000)
  }
  const { socket, heard } = read(line)
  batch('meanwhile')
  await clock.advance(1)
  batch('after')
  expect(heard).toEqual(['subscribed', 'before', 'now', 'meanwhile', 'after'])
  // It was subscribed already.
  expect(server.sent).toEqual(['{"action":"subscribe"}'])
  socket.send('{"action":"pong"}')
  expect(server.sent).toHaveLength(2)
  server.drop(4008)
  expect(heard.at(-1)).toBe('closed 4008')
  expect([line.isLive(), line.take()]).toEqual([false, null])
})

it('is live while batches come, empty ones too, is not handed over otherwise, and answers signs of life', async () => {
  const { clock, server, line, batches } = setUp()
  server.accept()
  server.push({ type: 'subscribed' })
  expect([line.isLive(), line.take()]).toEqual([false, null])
  server.push({ type: 'new_strikes', data: [] })
  server.push(stringifyJsonExact({ type: 'new_strikes', data: [strikeRecord({ lon: 101 }), { lat: 'no strike' }] }))
  expect([line.isLive(), batches]).toEqual([true, [[], [101]]])
  server.push({ type: 'ping' })
  expect(server.sent.at(-1)).toBe('{"action":"pong"}')
  server.push('no JSON')
  await clock.advance(4_000)
  expect([line.isLive(), line.take()]).toEqual([false, null])
})

it('keeps no more than seconds of an outbreak', async () => {
  const { clock, server, line, batch } = setUp()
  server.accept()
  for (let i = 0; i < 17; i++) batch(`${i} ${'x'.repeat(1_000_000)}`)
  const { heard } = read(line)
  await clock.advance(1)
  expect([heard.length, heard[0]!.split(' ')[0], heard.at(-1)!.split(' ')[0]]).toEqual([15, '2', '16'])
})
