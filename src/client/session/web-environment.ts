import { type Clock, systemClock } from '../../core/time/clock.ts'
import {
  adaptSocket,
  type BrowserScope,
  type BrowserSocket,
  createBrowserEnvironment,
  onSleep,
} from './browser-environment.ts'
import type { Environment } from './environment.ts'

/** What Node has of a browser, from 22 on; its sockets carry headers. */
export interface NodeScope {
  fetch(url: string, init: RequestInit): Promise<Response>
  WebSocket: new (url: string, options: { headers: Record<string, string> }) => BrowserSocket
}

/** The real outside world of whatever runs this: a page or one of its workers, or Node. Throws on a Node without WebSocket. */
export function createWebEnvironment(
  scope: BrowserScope | NodeScope = globalThis as unknown as BrowserScope | NodeScope,
  clock: Clock = systemClock,
): Environment {
  if ('addEventListener' in scope) return createBrowserEnvironment(scope, clock)
  if (typeof scope.WebSocket !== 'function')
    throw new Error('WebSocket is not available: use Node 22 or later, or pass an environment with openSocket')
  return {
    clock,
    random: Math.random,
    // A key goes nowhere but where it was meant to.
    fetch: (url, init) => scope.fetch(url, { ...init, redirect: 'manual' }),
    openSocket: (url, headers) => adaptSocket(new scope.WebSocket(url, { headers })),
    onWake: (listener) => onSleep(clock, listener),
  }
}
