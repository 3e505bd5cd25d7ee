import type { Context } from 'hono'
import { isHostOf, isOfThisMachine } from './open-door.ts'
import type { ReadPeer } from './peers.ts'

/**
 * Whether the browser's connection uses TLS, which may end at a proxy: by the proxy's header, `PUBLIC_ORIGIN`, or the
 * browser itself. Browsers send Sec-Fetch-Site without `Origin` only over TLS and to localhost.
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
