import { isIP, isIPv6 } from 'node:net'
import { createTrustedProxies, LOCAL_PROXIES, type TrustedProxies } from '../access/trusted-proxies.ts'

const LOCAL = createTrustedProxies(LOCAL_PROXIES)

/** What a proxy says of its client. */
export interface ForwardedHeaders {
  /** `X-Forwarded-For`; it counts where both are there. */
  for?: string | null | undefined
  /** `Forwarded` (RFC 7239). */
  standard?: string | null | undefined
}

/**
 * The address that limits are kept by. A proxy that is trusted speaks for its clients, so what it says last in
 * `X-Forwarded-For` or `Forwarded` counts, and behind a chain of such proxies what the first of them says; from anywhere else that
 * header could say anything.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwarded: ForwardedHeaders,
  trusted: TrustedProxies = LOCAL,
): string {
  let client = plainAddress(remoteAddress ?? 'unknown')
  const hops = forwarded.for ? forwarded.for.split(',').map(addressOfHop) : hopsOf(forwarded.standard ?? '')
  while (trusted.has(client)) {
    const hop = hops.pop() ?? ''
    if (!isIP(hop)) break
    client = hop
  }
  return client
}

/** An IPv4 address that came in by an IPv6 socket is the IPv4 address. */
export function plainAddress(address: string): string {
  if (!/^[0:]*:ffff:/i.test(address) || !isIPv6(address)) return address
  const [, high = '', low = ''] =
    /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  if (high === '' || low === '') return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.')
}

/** `203.0.113.9`, `203.0.113.9:50001`, `2001:db8::7`, `[2001:db8::7]`, `[2001:db8::7]:443`, each in quotes or without. */
function addressOfHop(hop: string): string {
  const text = hop
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\w*)?$/.exec(text) ?? []
  return plainAddress(bracketed ?? plain ?? text)
}

/** The addresses of `Forwarded: for=…;by=…, for=…`, from the client to us; what is none is ''. */
function hopsOf(text: string): string[] {
  return elementsOf(text).map((element) => addressOfHop(parameterOf(element, 'for')))
}

/** What the proxy nearest to us says in `Forwarded`, as `proto`; '' where it says nothing of it. */
export function lastForwarded(text: string, name: 'proto'): string {
  return parameterOf(elementsOf(text).at(-1) ?? '', name)
}

function elementsOf(text: string): string[] {
  return text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
}

function parameterOf(element: string, wanted: string): string {
  for (const [, name, value = ''] of element.matchAll(/(?:^|;)\s*([\w-]+)=("(?:[^"\\]|\\.)*"|[^;]*)/g)) {
    if (name?.toLowerCase() === wanted) return value.trim()
  }
  return ''
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
