import { isIP } from 'node:net'
import { isLoopback } from './config.ts'

/**
 * The address that limits are kept by. A proxy on this machine speaks for its clients, so what it says last in
 * `X-Forwarded-For` counts; from anywhere else that header could say anything.
 */
export function clientAddress(remoteAddress: string | undefined, forwardedFor: string | null | undefined): string {
  const peer = plain(remoteAddress ?? 'unknown')
  if (!isLoopback(peer)) return peer
  const forwarded = plain(forwardedFor?.split(',').at(-1)?.trim() ?? '')
  return isIP(forwarded) ? forwarded : peer
}

/** An IPv4 address that came in by an IPv6 socket is the IPv4 address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d)/i, '')
}
