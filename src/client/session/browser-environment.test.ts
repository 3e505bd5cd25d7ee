import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { type BrowserScope, createBrowserEnvironment } from './browser-environment.ts'

class FakeWebSocket {
  static last: FakeWebSocket
  binaryType = 'blob'
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly log: unknown[] = []
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeWebSocket.last = this
  }
  send(text: string) {
    this.log.push(text)
  }
  close(code?: number) {
    this.log.push(code)
  }
}

function setUp() {
  const clock = createFakeClock()
  const online = new Set<() => void>()
  const scope: BrowserScope = {
    fetch: async () => new Response('ok'),
    WebSocket: FakeWebSocket,
    addEventListener: (_, listener) => void online.add(listener),
    removeEventListener: (_, listener) => void online.delete(listener),
  }
  const environment = createBrowserEnvironment(scope, clock)
  let wakes = 0
  const stop = environment.onWake!(() => {
    wakes++
  })
  return { clock, online, environment, stop, wakes: () => wakes }
}

describe('createBrowserEnvironment', () => {
  it('passes a socket’s life on', () => {
    const { environment } = setUp()
    const socket = environment.openSocket('wss://desk.test/x', { ignored: 'yes' })
    const heard: unknown[] = []
    socket.onopen = () => heard.push('open')
    socket.onmessage = (text) => heard.push(text)
    socket.onclose = (code, reason) => heard.push([code, reason])
    const inner = FakeWebSocket.last
    inner.onopen?.(undefined as never)
    inner.onmessage?.({ data: '{"a":1}' })
    inner.onmessage?.({ data: new TextEncoder().encode('雷').buffer })
    inner.onclose?.({ code: 4008, reason: 'age' })
    socket.send('hello')
    socket.close(1000)
    expect(heard).toEqual(['open', '{"a":1}', '雷', [4008, 'age']])
    expect([inner.url, inner.binaryType, inner.log]).toEqual(['wss://desk.test/x', 'arraybuffer', ['hello', 1000]])
  })

  it('wakes when the network returns', () => {
    const { online, wakes, stop } = setUp()
    for (const listener of online) listener()
    expect(wakes()).toBe(1)
    stop()
    expect(online.size).toBe(0)
  })

  it('wakes when the wall clock advanced while timers did not', async () => {
    const { clock, wakes } = setUp()
    await clock.advance(60_000)
    expect(wakes()).toBe(0)
    clock.step(3_600_000)
    await clock.advance(5_000)
    expect(wakes()).toBe(1)
    await clock.advance(60_000)
    expect(wakes()).toBe(1)
  })

  it('sleeps through small corrections of the wall clock, and ones backwards', async () => {
    const { clock, wakes } = setUp()
    clock.step(5_000)
    await clock.advance(10_000)
    clock.step(-3_600_000)
    await clock.advance(10_000)
    expect(wakes()).toBe(0)
  })
})
