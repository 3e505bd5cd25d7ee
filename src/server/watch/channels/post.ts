import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { z } from 'zod'

/** A POST to an address that an operator wrote. */
export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** This machine and its own networks may be reached as well. */
  allowPrivate: boolean
}

/** Answers the status and the beginning of the body; rejects with why nothing was answered, without the address. */
export type Post = (outgoing: Outgoing) => Promise<{ status: number; text: string }>

/** An address for a channel: what follows the host may be a key, and is never told. */
export const urlSchema = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && !URL.parse(text)?.username, {
    message: 'must be an http: or https: URL without a name or password',
  })

const ANSWER_MAX_BYTES = 16_384
const PATIENCE_MS = 10_000
const SOCKETS_MAX = 8

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

const REFUSED = 'it leads to this machine or one of its networks: allowPrivate lets it'

/** Looks a name up and refuses what it must not lead to, at the moment of connecting: a name may change what it means. */
function guardedLookup(look: typeof lookUp): LookupFunction {
  return (name, options, done) => {
    look(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error('it has no address'), '', 0)
      if (found.some(({ address }) => isOwnNetwork(address))) return done(new Error(REFUSED), '', 0)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

/** Posts by Node's own client: no redirect is followed, and what takes longer than ten seconds is given up. */
export function createPost(look: typeof lookUp = lookUp): Post {
  const lookup = guardedLookup(look)
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: PATIENCE_MS }
  // A connection that was made for who may must not be there for who may not.
  const agents = [false, true].map((allowPrivate) => {
    const options = allowPrivate ? pool : { ...pool, lookup }
    return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  })

  return ({ url: text, headers, body, allowPrivate }) =>
    new Promise((resolve, reject) => {
      const url = new URL(text)
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (!allowPrivate && isIP(host) !== 0 && isOwnNetwork(host)) return reject(new Error(REFUSED))
      const { protocol } = url as URL & { protocol: 'http:' | 'https:' }
      const send = protocol === 'https:' ? requestHttps : requestHttp
      const length = String(Buffer.byteLength(body))
      const request = send(url, {
        method: 'POST',
        agent: agents[Number(allowPrivate)]![protocol],
        headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      request.on('error', (error) => reject(new Error(reasonOf(error))))
      request.on('response', (response) => {
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes <= ANSWER_MAX_BYTES) parts.push(part)
          else response.destroy()
        })
        response.on('error', () => {})
        response.on('close', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
        })
      })
      request.end(body)
    })
}

/** In words that name no address. */
function reasonOf(error: Error): string {
  if (error.message === REFUSED) return REFUSED
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it did not answer in time'
  return 'code' in error && typeof error.code === 'string'
    ? `it can not be reached (${error.code})`
    : 'it can not be reached'
}

/** Whether a status says that it was taken; throws where it does not. */
export function mustBeTaken({ status }: { status: number }): void {
  if (status < 200 || status > 299) throw new Error(`it answered with status ${status}`)
}
