import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { faultOf } from '../../../core/problems/problem.ts'

/** A certificate chain as PEM. */
const CERTIFICATE_CHARS = 100_000

/** Timeout of requests. */
export const PATIENCE_MS = 10_000

/** Private ranges (SSRF block list): internal hosts and metadata services must not be reachable through us. */
const OWN_NETWORKS = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['2001::', 32],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, 'ipv6')
}

export function isOwnNetwork(address: string): boolean {
  const family = isIP(address)
  return family === 0 || OWN_NETWORKS.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

export const REFUSED = 'address is in a private range: set allowPrivate to allow it'

/**
 * DNS lookup that refuses private addresses at connection time, because a name may resolve differently later (DNS
 * rebinding).
 */
export function guardedLookup(look: typeof lookUp): LookupFunction {
  return (name, options, done) => {
    look(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error('the host name has no address'), '', 0)
      if (found.some(({ address }) => isOwnNetwork(address))) return done(new Error(REFUSED), '', 0)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

/** Opens a connection configured by an operator, encrypted if `tls`; a refused address is a socket error. */
export function connectTo(to: {
  host: string
  port: number
  allowPrivate: boolean
  tls?: { ca: string | undefined } | null
}): Socket {
  const { host, port, allowPrivate, tls = null } = to
  const isName = isIP(host) === 0
  if (!allowPrivate && !isName && isOwnNetwork(host)) return new Socket().destroy(new Error(REFUSED))
  const where = { host, port, ...(!allowPrivate && { lookup: guardedLookup(lookUp) }) }
  const socket = tls ? connectTls({ ...where, ...tls, ...(isName && { servername: host }) }) : connect(where)
  // Disables Nagle's algorithm: small request-response messages would wait for delayed TCP acknowledgements.
  return socket.setNoDelay(true)
}

/** Authentication with a mail server or broker, and verification of its certificate. */
export const SIGN_IN_SETTINGS = {
  host: z
    .string()
    .min(1)
    .max(TEXT_MAX)
    .refine((host) => isIP(host) !== 0 || /^[^\s:/@]+$/.test(host), 'host-name'),
  /** Certificate of the issuing authority as PEM, if it is not publicly trusted. */
  ca: z.string().max(CERTIFICATE_CHARS).includes('BEGIN CERTIFICATE', { error: 'certificate' }).optional(),
  user: z.string().max(TEXT_MAX).optional(),
  password: z.string().max(TEXT_MAX).optional(),
}

/** Problem in the sign-in settings; null if valid. Passwords require encryption. */
export function signInProblem(of: { tls: string; user?: string | undefined; password?: string | undefined }) {
  if ((of.user === undefined) !== (of.password === undefined)) return faultOf('sign-in-pair')
  return of.tls === 'none' && of.user !== undefined ? faultOf('sign-in-plain') : null
}

/** Without addresses. */
export function reasonOf(error: Error): string {
  if (error.message.includes(REFUSED)) return REFUSED
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no response within the timeout'
  return 'code' in error && typeof error.code === 'string' ? `connection failed (${error.code})` : 'connection failed'
}
