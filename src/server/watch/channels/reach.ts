import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { faultOf } from '../../../core/problems/problem.ts'

/** A chain of them as PEM. */
const CERTIFICATE_CHARS = 100_000

/** What is not answered for so long is given up. */
export const PATIENCE_MS = 10_000

/** Networks that nobody outside reaches, and that hold what must not be asked in our name: metadata services, neighbours. */
const OWN_NETWORKS = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  OWN_NETWORKS.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ...([
    ['::', 96],
    ['::ffff:0:0:0', 96],
    ['2001::', 32],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2002::', 16],
    ['fc00::', 7],
  ] as const),
  ...([
    ['fe80::', 9],
    ['ff00::', 8],
  ] as const),
]) {
  OWN_NETWORKS.addSubnet(network, bits, 'ipv6')
}

export function isOwnNetwork(address: string): boolean {
  const family = isIP(address)
  return family === 0 || OWN_NETWORKS.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

export const REFUSED = 'address is in a private range: set allowPrivate to allow it'

/** Looks a name up and refuses what it must not lead to, at the moment of connecting: a name may change what it means. */
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

/**
 * Opens a connection to what an operator named, encrypted where `tls` says so; what it must not lead to is refused as an error
 * of the socket.
 */
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
  // Small messages that wait for an answer each would wait for delayed acknowledgements of TCP.
  return socket.setNoDelay(true)
}

/** How a mail server or a broker is told who we are, and how we know who it is. */
export const SIGN_IN_SETTINGS = {
  /** The certificate of who signed the server's, as PEM, where that is nobody whom everybody knows. */
  ca: z.string().max(CERTIFICATE_CHARS).includes('BEGIN CERTIFICATE', { error: 'certificate' }).optional(),
  user: z.string().max(TEXT_MAX).optional(),
  password: z.string().max(TEXT_MAX).optional(),
}

/** What is wrong with how a server is signed in to; null where nothing is. A password goes over no plain line. */
export function signInProblem(of: { tls: string; user?: string | undefined; password?: string | undefined }) {
  if ((of.user === undefined) !== (of.password === undefined)) return faultOf('sign-in-pair')
  return of.tls === 'none' && of.user !== undefined ? faultOf('sign-in-plain') : null
}

/** In words that name no address. */
export function reasonOf(error: Error): string {
  if (error.message.includes(REFUSED)) return REFUSED
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no response within the timeout'
  return 'code' in error && typeof error.code === 'string' ? `connection failed (${error.code})` : 'connection failed'
}
