import type { Context } from 'hono'
import { isHostOf, isOfThisMachine } from './open-door.ts'
import type { ReadPeer } from './peers.ts'

/**
 * Whether the browser's side of the line is TLS, which ends at a proxy: the proxy says so, or `PUBLIC_ORIGIN`, or the
 * browser itself. One that says where a request comes from without an `Origin` does that over TLS, and to its own machine.
 */
export function createTlsReader(deps: { peerOf: ReadPeer; publicOrigin: string | null }): (c: Context) => boolean {
  const own = deps.publicOrigin === null ? null : new URL(deps.publicOrigin)
  return (c) => {
    const host = c.req.header('host') ?? ''
    if (deps.peerOf(c).secure || (own?.protocol === 'https:' && isHostOf(own, host))) return true
    const origin = c.req.header('origin')
    if (origin) return origin.startsWith('https:')
    return c.req.header('sec-fetch-site') !== undefined && !isOfThisMachine(host)
  }
}
