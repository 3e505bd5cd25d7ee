import type { Environment, Socket } from '../../client/session/environment.ts'

/** What of the upstream this process may reach in a moment: of its requests so many are allowed in a second, of its sockets in all. */
export interface MayReach {
  request(): boolean
  socket(): boolean
}

/**
 * An environment that lets nothing out while `mayReach` says no: asked in the moment in which a request or a socket would go,
 * and again once its connection stands, so that a process that slept while another one took its place does neither.
 */
export function fenceEnvironment(environment: Environment, mayReach: MayReach): Environment {
  const { fetch } = environment.guarded?.(mayReach.request) ?? environment
  const { openSocket } = environment.guarded?.(mayReach.socket) ?? environment
  return {
    ...environment,
    async fetch(url, init) {
      if (!mayReach.request()) throw new TypeError('this process may not ask at the moment')
      return fetch(url, init)
    },
    openSocket(url, headers) {
      return mayReach.socket() ? openSocket(url, headers) : closedSocket()
    },
  }
}

const CLOSE_ABNORMAL = 1006

function closedSocket(): Socket {
  const socket: Socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null }
  queueMicrotask(() => socket.onclose?.(CLOSE_ABNORMAL, 'another process leads'))
  return socket
}
