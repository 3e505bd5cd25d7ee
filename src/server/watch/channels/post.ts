import { lookup as lookUp } from 'node:dns'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { Busy } from './busy.ts'
import { guardedLookup, isOwnNetwork, PATIENCE_MS, REFUSED, reasonOf } from './reach.ts'

/** A request to an address configured by an operator. */
export interface Outgoing {
  url: string
  /** Default POST. */
  method?: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  /** Encoding of the body; default UTF-8. */
  encoding?: 'utf8' | 'base64'
  /** Allows this machine and private networks. */
  allowPrivate: boolean
  signal?: AbortSignal
}

export interface Answer {
  status: number
  /** Beginning of the body. */
  text: string
  /** The header `Retry-After`, as received. */
  retryAfter?: string | undefined
}

/**
 * Resolves with status and beginning of the body; rejects with the reason of a missing response, without the address.
 */
export type Post = (outgoing: Outgoing) => Promise<Answer>

/** A channel address: the part after the host may be a key and is never shown. */
export const urlSchema = z
  .string()
  .max(TEXT_MAX, { abort: true })
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && !URL.parse(text)?.username, {
    message: 'url-http',
  })

const ANSWER_MAX_BYTES = 16_384
const SOCKETS_MAX = 64
const GZIP_BEGINS = 0x1f8b
const TOO_MANY_REQUESTS = 429

/** HTTP client on Node's own: follows no redirect, and times out after ten seconds. */
export function createPost(look: typeof lookUp = lookUp): Post {
  const lookup = guardedLookup(look)
  const pool = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: PATIENCE_MS }
  // Separate agents: a connection opened with allowPrivate must not be reused without it.
  const agents = [false, true].map((allowPrivate) => {
    const options = allowPrivate ? pool : { ...pool, lookup }
    return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  })

  return ({ url: text, method = 'POST', headers, body, encoding = 'utf8', allowPrivate, signal }) =>
    new Promise((resolve, reject) => {
      const url = new URL(text)
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (!allowPrivate && isIP(host) !== 0 && isOwnNetwork(host)) return reject(new Error(REFUSED))
      const { protocol } = url as URL & { protocol: 'http:' | 'https:' }
      const send = protocol === 'https:' ? requestHttps : requestHttp
      const length = String(Buffer.byteLength(body, encoding))
      const request = send(url, {
        method,
        agent: agents[Number(allowPrivate)]![protocol],
        headers:
          method === 'GET' ? headers : { 'content-type': 'application/json', 'content-length': length, ...headers },
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
      })
      const fail = (error: Error) => reject(new Error(reasonOf(error)))
      request.on('error', fail)
      request.on('response', (response) => {
        // The status is known: a body that does not end must not cause the message to be sent again.
        request.off('error', fail).on('error', () => {})
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes <= ANSWER_MAX_BYTES) parts.push(part)
          else response.destroy()
        })
        response.on('error', () => {})
        response.on('close', () => {
          const { 'content-encoding': coding = '', 'retry-after': retryAfter } = response.headers
          resolve({ status: response.statusCode ?? 0, text: textOf(Buffer.concat(parts), coding), retryAfter })
        })
      })
      request.end(body, encoding)
    })
}

/** The decompressed text of a body; empty if it cannot be decompressed. */
function textOf(body: Buffer, coding: string): string {
  const limits = { maxOutputLength: ANSWER_MAX_BYTES }
  try {
    // Some servers send gzip without content-encoding.
    const isPacked = /gzip|deflate/i.test(coding) || body.readUInt16BE(0) === GZIP_BEGINS
    if (isPacked) return new TextDecoder().decode(unzipSync(body, limits))
    return new TextDecoder().decode(/\bbr\b/i.test(coding) ? brotliDecompressSync(body, limits) : body)
  } catch {
    return ''
  }
}

/** Receipt for a status; throws for a failure. `nowMs`: Unix ms. */
export function receiptOf({ status, retryAfter }: Answer, nowMs: number): string {
  if (status >= 200 && status <= 299) return `status ${status}`
  const why = `receiver returned status ${status}`
  const pauseMs = pauseOf(retryAfter, nowMs)
  throw pauseMs !== null || status === TOO_MANY_REQUESTS ? new Busy(why, pauseMs) : new Error(why)
}

/** Delay of `Retry-After` (RFC 9110, section 10.2.3), ms; null if it is unreadable. */
function pauseOf(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  const atMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
