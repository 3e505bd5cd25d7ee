import { isIP, isIPv6 } from 'node:net'
import { createTrustedProxies, LOCAL_PROXIES, type TrustedProxies } from '../settings/trusted-proxies.ts'

const LOCAL = createTrustedProxies(LOCAL_PROXIES)

export interface ForwardedHeaders {
  /** `X-Forwarded-For`; takes precedence. */
  for?: string | null | undefined
  /** `Forwarded` (RFC 7239). */
  standard?: string | null | undefined
}

/**
 * The address for rate limits. From a trusted proxy the last hop in `X-Forwarded-For` or `Forwarded` counts, and behind
 * a chain of trusted proxies the first hop before them; from any other client the header is ignored, since it can be
 * forged.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwarded: ForwardedHeaders,
  trusted: TrustedProxies = LOCAL,
): string {
  let client = plainAddress(remoteAddress ?? 'unknown')
  const hops = forwarded.for ? itemsOf(forwarded.for).map(addressOfHop) : hopsOf(forwarded.standard ?? '')
  while (trusted.has(client)) {
    const hop = hops.pop() ?? ''
    if (!isIP(hop)) break
    client = hop
  }
  return client
}

/** Unmaps an IPv4-mapped IPv6 address, with or without a zone. */
export function plainAddress(address: string): string {
  return /^[0:]*:ffff:/i.test(address) ? (embeddedIpv4(address, '::ffff:') ?? address) : address
}

/** The last 32 bits of an IPv6 address with a prefix of 96 bits; null for another address. */
function embeddedIpv4(address: string, prefix: string): string | null {
  if (!isIPv6(address)) return null
  const { hostname } = new URL(`http://[${withoutZone(address)}]`)
  const shortest = hostname.slice(1, -1)
  const groups = shortest.slice(prefix.length).split(':')
  if (!shortest.startsWith(prefix) || groups.length > 2) return null
  const [high, low] = [groups.length > 1 ? groups[0]! : '0', groups.at(-1)!].map((group) => Number.parseInt(group, 16))
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')
}

/** IPv4 clients reach a server on IPv6 as addresses of this prefix, through NAT64 (RFC 6052). */
const NAT64 = '64:ff9b::'

/** `fe80::1` of `fe80::1%eth0`: a URL has no zone. */
function withoutZone(address: string): string {
  return address.replace(/%.*/, '')
}

/** Items of a list; empty ones do not count (RFC 9110, section 5.6.1). */
function itemsOf(text: string): string[] {
  return text.split(',').filter((item) => item.trim() !== '')
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

/** Addresses of `Forwarded: for=…;by=…, for=…`, from the client to us; '' for an unreadable hop. */
function hopsOf(text: string): string[] {
  return elementsOf(text).map((element) => addressOfHop(parameterOf(element, 'for')))
}

/** The nearest proxy's `proto` in `Forwarded`; '' without one. */
export function lastForwarded(text: string, name: 'proto'): string {
  return parameterOf(elementsOf(text).at(-1) ?? '', name)
}

function elementsOf(text: string): string[] {
  const elements = text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
  return elements.filter((element) => element.trim() !== '')
}

function parameterOf(element: string, wanted: string): string {
  for (const [, name, value = ''] of element.matchAll(/(?:^|;)\s*([\w-]+)=("(?:[^"\\]|\\.)*"|[^;]*)/g)) {
    if (name?.toLowerCase() === wanted) return value.trim().replace(/^"(.*)"$/, '$1')
  }
  return ''
}

/** Key for rate limits: an owner of one IPv6 address usually controls a /64. Behind NAT64 the IPv4 address counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const behindNat64 = embeddedIpv4(address, NAT64)
  if (behindNat64 !== null) return behindNat64
  const digits = withoutZone(address)
  const [head = '', tail = ''] = digits.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const zeros = digits.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
