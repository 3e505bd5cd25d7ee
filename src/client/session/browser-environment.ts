import { type Clock, systemClock } from '../../core/time/clock.ts'
import type { Environment, Socket } from './environment.ts'

const TICK_MS = 2_000
/** Threshold for a jump of the wall clock: the machine slept, or the clock was set forward. */
const SLEPT_MS = 20_000

export interface BrowserScope {
  fetch(url: string, init: RequestInit): Promise<Response>
  WebSocket: new (url: string) => BrowserSocket
  addEventListener(type: 'online', listener: () => void): void
  removeEventListener(type: 'online', listener: () => void): void
}

export interface BrowserSocket {
  binaryType: string
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  send(text: string): void
  close(code?: number, reason?: string): void
}

export function createBrowserEnvironment(
  scope: BrowserScope = globalThis as unknown as BrowserScope,
  clock: Clock = systemClock,
): Environment {
  return {
    clock,
    random: Math.random,
    fetch: (url, init) => scope.fetch(url, init),
    openSocket: (url) => adaptSocket(new scope.WebSocket(url)), // pages cannot send headers
    onWake(listener) {
      const stop = onSleep(clock, listener)
      scope.addEventListener('online', listener)
      return () => {
        stop()
        scope.removeEventListener('online', listener)
      }
    },
  }
}

/** Calls after the machine slept; the returned function stops that. */
export function onSleep(clock: Clock, listener: () => void): () => void {
  let wallMs = clock.now()
  let runningMs = clock.monotonicMs()
  return clock.every(TICK_MS, () => {
    const sleptMs = clock.now() - wallMs - (clock.monotonicMs() - runningMs)
    wallMs = clock.now()
    runningMs = clock.monotonicMs()
    if (sleptMs > SLEPT_MS) listener()
  })
}

export function adaptSocket(inner: BrowserSocket): Socket {
  const decoder = new TextDecoder()
  const socket: Socket = {
    send: (text) => inner.send(text),
    close: (code, reason) => inner.close(code, reason),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  inner.binaryType = 'arraybuffer'
  inner.onopen = () => socket.onopen?.()
  inner.onmessage = ({ data }) => socket.onmessage?.(data instanceof ArrayBuffer ? decoder.decode(data) : String(data))
  // An error is always followed by a close with the details.
  inner.onclose = ({ code, reason }) => socket.onclose?.(code, reason)
  return socket
}
