import { isIP, isIPv6 } from 'node:net'
import { createTrustedProxies, LOCAL_PROXIES, type TrustedProxies } from '../access/trusted-proxies.ts'

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

/** What limits are kept by: whoever has one IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
