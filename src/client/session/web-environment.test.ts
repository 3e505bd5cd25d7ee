import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createWebEnvironment, type NodeScope } from '../brontide-client.ts'

function setUp() {
  const clock = createFakeClock()
  const asked: unknown[] = []
  class FakeWebSocket {
    binaryType = 'blob'
    onopen = null
    onmessage: ((event: { data: unknown }) => void) | null = null
    onclose = null
    constructor(url: string, options?: unknown) {
      asked.push([url, options])
    }
    send() {}
    close() {}
  }
  const scope: NodeScope = {
    async fetch(url, init) {
      asked.push([url, init])
      return new Response('ok')
    },
    WebSocket: FakeWebSocket,
  }
  return { clock, asked, scope }
}

it('sends a key with a socket outside of a page, and follows no redirect with it', async () => {
  const { clock, asked, scope } = setUp()
  const { fetch, openSocket } = createWebEnvironment(scope, clock)
  openSocket('wss://desk.test/x', { authorization: 'Bearer sk-1' })
  await fetch('https://desk.test/y', { method: 'GET' })
  expect(asked).toEqual([
    ['wss://desk.test/x', { headers: { authorization: 'Bearer sk-1' } }],
    ['https://desk.test/y', { method: 'GET', redirect: 'manual' }],
  ])
})

it('wakes after the machine slept, until it is stopped', async () => {
  const { clock, scope } = setUp()
  let wakes = 0
  const stop = createWebEnvironment(scope, clock).onWake!(() => {
    wakes++
  })
  clock.step(60_000)
  await clock.advance(5_000)
  expect(wakes).toBe(1)
  stop()
  expect(clock.pending).toBe(0)
})

it('uses a browser’s sockets with the URL only in a page', () => {
  const { clock, asked, scope } = setUp()
  const page = { ...scope, addEventListener() {}, removeEventListener() {} }
  createWebEnvironment(page as never, clock).openSocket('wss://desk.test/x', { authorization: 'Bearer sk-1' })
  expect(asked).toEqual([['wss://desk.test/x', undefined]])
})

it('reports the missing feature on a platform without sockets, as Node 20', () => {
  const { clock, scope } = setUp()
  const without = { ...scope, WebSocket: undefined } as never
  expect(() => createWebEnvironment(without, clock)).toThrow(/WebSocket is not available: use Node 22 or later/)
})
