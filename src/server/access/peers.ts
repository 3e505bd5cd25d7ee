import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { clientAddress, lastForwarded, networkOf, plainAddress } from '../http/client-address.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Who is at the other end of a request. */
export interface Peer {
  /** What limits are kept by: an address, or the network that one of IPv6 is of. */
  client: string
  /** The request came by way of a proxy whose word is taken. */
  byProxy: boolean
  /** The browser's side of the line is TLS, as that proxy says. */
  secure: boolean
}

export type ReadPeer = (c: Context) => Peer

/** Reads what proxies say of their clients, where they are to be believed. */
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
