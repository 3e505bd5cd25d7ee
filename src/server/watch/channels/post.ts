import { lookup as lookUp } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { z } from 'zod'
import { guardedLookup, isOwnNetwork, PATIENCE_MS, REFUSED, reasonOf } from './reach.ts'

/** A POST to an address that an operator wrote. */
export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** What the body is written in; UTF-8 where nothing is said. */
  encoding?: 'utf8' | 'base64'
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
const SOCKETS_MAX = 8

/** Posts by Node's own client: no redirect is followed, and what takes longer than ten seconds is given up. */
export function createPost(look: typeof lookUp = lookUp): Post {
  const lookup = guardedLookup(look)
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: PATIENCE_MS }
  // A connection that was made for who may must not be there for who may not.
  const agents = [false, true].map((allowPrivate) => {
    const options = allowPrivate ? pool : { ...pool, lookup }
    return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  })

  return ({ url: text, headers, body, encoding = 'utf8', allowPrivate }) =>
    new Promise((resolve, reject) => {
      const url = new URL(text)
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (!allowPrivate && isIP(host) !== 0 && isOwnNetwork(host)) return reject(new Error(REFUSED))
      const { protocol } = url as URL & { protocol: 'http:' | 'https:' }
      const send = protocol === 'https:' ? requestHttps : requestHttp
      const length = String(Buffer.byteLength(body, encoding))
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
      request.end(body, encoding)
    })
}

/** The receipt that a status is; throws where it says that nothing was taken. */
export function mustBeTaken({ status }: { status: number }): string {
  if (status < 200 || status > 299) throw new Error(`it answered with status ${status}`)
  return `status ${status}`
}
