import { type Clock, systemClock } from '../../core/time/clock.ts'
import type { Environment, Socket } from './environment.ts'

const TICK_MS = 2_000
/** The wall clock ran on while timers stood still: the machine slept, or the clock was put forward. */
const SLEPT_MS = 20_000

/** The part of a browser that is used. */
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

/** The real outside world of a page. */
export function createBrowserEnvironment(
  scope: BrowserScope = globalThis as unknown as BrowserScope,
  clock: Clock = systemClock,
): Environment {
  return {
    clock,
    random: Math.random,
    fetch: (url, init) => scope.fetch(url, init),
    openSocket: (url) => adaptSocket(new scope.WebSocket(url)), // headers can't be sent from a page
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

/** Calls after the machine slept; the answer stops that. */
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

/** A WebSocket of the platform as our lines use it. */
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
  // A failure is followed by a close, and says nothing more than it.
  inner.onclose = ({ code, reason }) => socket.onclose?.(code, reason)
  return socket
}
