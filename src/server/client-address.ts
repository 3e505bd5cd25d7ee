import { isIP } from 'node:net'
import { createTrustedProxies, LOCAL_PROXIES, type TrustedProxies } from './access/trusted-proxies.ts'

const LOCAL = createTrustedProxies(LOCAL_PROXIES)

/**
 * The address that limits are kept by. A proxy that is trusted speaks for its clients, so what it says last in
 * `X-Forwarded-For` counts, and behind a chain of such proxies what the first of them says; from anywhere else that
 * header could say anything.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | null | undefined,
  trusted: TrustedProxies = LOCAL,
): string {
  let client = plainAddress(remoteAddress ?? 'unknown')
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  while (trusted.has(client)) {
    const hop = hops.pop() ?? ''
    if (!isIP(hop)) break
    client = hop
  }
  return client
}

/** An IPv4 address that came in by an IPv6 socket is the IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d)/i, '')
}
