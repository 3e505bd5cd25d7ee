import type { ClientRequestArgs } from 'node:http'
import { Agent, buildConnector, fetch, type RequestInit as UndiciInit } from 'undici'
import type { ClientOptions } from 'ws'
import type { Environment } from '../client/session/environment.ts'

const CONNECT_MS = 10_000

/** How a guarded process reaches the network. */
export interface GuardedReach {
  fetch: Environment['fetch']
  /** For a socket of `ws` to that address. */
  createConnection(url: string): NonNullable<ClientOptions['createConnection']>
}

/**
 * Asks `mayReach` again once a connection is made, and before anything is written on it: that may take seconds, and a process
 * that is stopped meanwhile would send what it was about to send when it goes on. A connection has one request at a time, so
 * that none waits on it for another one's answer.
 */
export function guardReach(mayReach: () => boolean): GuardedReach {
  const connect = buildConnector({ timeout: CONNECT_MS })
  const connectIfStill: buildConnector.connector = (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      if (mayReach()) return callback(null, socket)
      socket.destroy()
      callback(new Error('the address was allowed and is now blocked'), null)
    })
  const dispatcher = new Agent({ connect: connectIfStill, pipelining: 1 })

  return {
    // The types of what Node has itself and of what we hold its connections by differ in name alone.
    fetch: (url, init) => fetch(url, { ...(init as UndiciInit), dispatcher }) as unknown as Promise<Response>,
    createConnection(url) {
      const protocol = url.startsWith('wss:') ? 'https:' : 'http:'
      // As `http.request` takes it, which `ws` hands it on to; its own types know less of it.
      const create: NonNullable<ClientRequestArgs['createConnection']> = ({ host, port }, done) => {
        const hostname = host ?? ''
        connectIfStill({ hostname, host: hostname, protocol, port: String(port) }, (error, socket) =>
          error ? done(error, undefined as never) : done(null, socket),
        )
        return undefined
      }
      return create as unknown as NonNullable<ClientOptions['createConnection']>
    },
  }
}
