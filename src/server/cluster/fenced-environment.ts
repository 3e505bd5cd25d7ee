import type { Environment, Socket } from '../../client/session/environment.ts'

/**
 * An environment that lets nothing out while `mayReach` says no: asked in the moment in which a request or a socket would go,
 * and again once its connection stands, so that a process that slept while another one took its place does neither.
 */
export function fenceEnvironment(environment: Environment, mayReach: () => boolean): Environment {
  const { fetch, openSocket } = environment.guarded?.(mayReach) ?? environment
  return {
    ...environment,
    async fetch(url, init) {
      if (!mayReach()) throw new TypeError('another process leads')
      return fetch(url, init)
    },
    openSocket(url, headers) {
      return mayReach() ? openSocket(url, headers) : closedSocket()
    },
  }
}

const CLOSE_ABNORMAL = 1006

function closedSocket(): Socket {
  const socket: Socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null }
  queueMicrotask(() => socket.onclose?.(CLOSE_ABNORMAL, 'another process leads'))
  return socket
}
