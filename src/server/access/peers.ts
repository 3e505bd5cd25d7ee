import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { TrustedProxies } from '../settings/trusted-proxies.ts'
import { clientAddress, lastForwarded, networkOf, plainAddress } from '../web/client-address.ts'

export interface Peer {
  /** Key for rate limits: an IPv4 address or an IPv6 network. */
  client: string
  /** The request came through a trusted proxy. */
  byProxy: boolean
  /** The browser's connection uses TLS, according to that proxy. */
  secure: boolean
}

export type ReadPeer = (c: Context) => Peer

export function createPeerReader(trusted: TrustedProxies) {
  function read(remote: string | undefined, header: (name: string) => string | undefined): Peer {
    const byProxy = trusted.has(plainAddress(remote ?? ''))
    const protocol = header('x-forwarded-proto')?.split(',', 1)[0] ?? lastForwarded(header('forwarded') ?? '', 'proto')
    return {
      client: networkOf(
        clientAddress(remote, { for: header('x-forwarded-for'), standard: header('forwarded') }, trusted),
      ),
      byProxy,
      secure: byProxy && protocol.trim().toLowerCase() === 'https',
    }
  }

  return {
    ofRequest: (c: Context): Peer =>
      read((c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress, (name) => c.req.header(name)),
    ofUpgrade: ({ socket, headers }: IncomingMessage): Peer =>
      read(socket.remoteAddress, (name) => headers[name] as string | undefined),
  }
}
