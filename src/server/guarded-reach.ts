import type { ClientRequestArgs } from 'node:http'
import { Agent, buildConnector, fetch, type RequestInit as UndiciInit } from 'undici'
import type { ClientOptions } from 'ws'
import type { Environment } from '../client/session/environment.ts'

/** The rate gate assumes that an admitted call is sent within five seconds; reserving its points may take three of them. */
const REQUEST_CONNECT_MS = 1_500
const SOCKET_CONNECT_MS = 10_000

/** Network access of a fenced process. */
export interface GuardedReach {
  fetch: Environment['fetch']
  /** For a `ws` socket to that address. */
  createConnection(url: string): NonNullable<ClientOptions['createConnection']>
}

/**
 * Calls `mayReach` again after connecting and before writing: connecting can take seconds, and a suspended process
 * would otherwise send its request after it lost the lease. One request per connection, so that none is queued behind
 * another.
 */
export function guardReach(mayReach: () => boolean): GuardedReach {
  function connectIfStill(timeout: number): buildConnector.connector {
    const connect = buildConnector({ timeout })
    return (options, callback) =>
      connect(options, (error, socket) => {
        if (error) return callback(error, null)
        if (mayReach()) return callback(null, socket)
        socket.destroy()
        callback(new Error('the address was allowed and is now blocked'), null)
      })
  }
  const dispatcher = new Agent({ connect: connectIfStill(REQUEST_CONNECT_MS), pipelining: 1 })
  const connectSocket = connectIfStill(SOCKET_CONNECT_MS)

  return {
    // The fetch types of Node and of undici differ in name only.
    fetch: (url, init) => fetch(url, { ...(init as UndiciInit), dispatcher }) as unknown as Promise<Response>,
    createConnection(url) {
      const protocol = url.startsWith('wss:') ? 'https:' : 'http:'
      // In the form of `http.request`, to which `ws` passes it; the types of `ws` are narrower.
      const create: NonNullable<ClientRequestArgs['createConnection']> = ({ host, port }, done) => {
        const hostname = host ?? ''
        connectSocket({ hostname, host: hostname, protocol, port: String(port) }, (error, socket) =>
          error ? done(error, undefined as never) : done(null, socket),
        )
        return undefined
      }
      return create as unknown as NonNullable<ClientOptions['createConnection']>
    },
  }
}
