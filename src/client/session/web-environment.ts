import { type Clock, systemClock } from '../../core/time/clock.ts'
import {
  adaptSocket,
  type BrowserScope,
  type BrowserSocket,
  createBrowserEnvironment,
  onSleep,
} from './browser-environment.ts'
import type { Environment } from './environment.ts'

/** Web APIs of Node 22 and later; its sockets send headers. */
export interface NodeScope {
  fetch(url: string, init: RequestInit): Promise<Response>
  WebSocket: new (url: string, options: { headers: Record<string, string> }) => BrowserSocket
}

/** The production environment of a page, a worker, or Node. Throws on a Node without WebSocket. */
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
    // Redirects are not followed, so that a key is sent only to the configured address.
    fetch: (url, init) => scope.fetch(url, { ...init, redirect: 'manual' }),
    openSocket: (url, headers) => adaptSocket(new scope.WebSocket(url, { headers })),
    onWake: (listener) => onSleep(clock, listener),
  }
}
