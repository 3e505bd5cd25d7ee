import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../../core/time/clock.ts'
import { SECOND_MS } from '../../core/time/durations.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { Caller } from './caller.ts'

const MEBIBYTE = 1024 * 1024
/**
 * Quotas of bytes of request bodies in memory, per sender and in total. Large bodies leave room for small ones, such as
 * sign-ins. Signed-in people and anonymous clients have separate quotas.
 */
export const BODIES_MAX = {
  small: { each: 2 * MEBIBYTE, all: 16 * MEBIBYTE },
  large: { each: 16 * MEBIBYTE, all: 32 * MEBIBYTE },
}
/** How long a body may take to arrive, ms. */
export const BODY_WITHIN_MS = { small: 5 * SECOND_MS, large: 30 * SECOND_MS }
const SMALL_BYTES = 65_536
/** Minimum charge of a request with a body: its connection, streams and context take some 20 KB. */
export const REQUEST_BYTES = 16_384

type Size = keyof typeof BODIES_MAX

/** A body being received or processed. */
interface Upload {
  bytes: number
  isComplete: boolean
  /** Aborts it before it is complete. */
  evict(): void
}

/** Why a body was not read; its connection is closed, so that no pipelined request follows. */
interface Refusal {
  status: 400 | 408 | 413 | 503
  detail: string
}

/** A body that arrives, with the length that its sender announced; null without Content-Length. */
interface Arriving {
  stream: Readable
  announced: number | null
}

type ReadBody = (body: Arriving, maxBytes: number) => Promise<{ bytes: Buffer<ArrayBuffer>; leave(): void } | Refusal>

/** Hono variables: the caller, once known, and the body reader. */
export interface WithBodyReader {
  Variables: { bodyReader: (caller?: Caller) => ReadBody; caller?: Caller }
}

export interface BodyQuota {
  /** Reads a client's bodies; signed-in callers have a separate quota. */
  readerOf(client: string, caller?: Caller): ReadBody
  /** Bodies being received or processed. */
  count(): number
}

const FULL: Refusal = {
  status: 503,
  detail: 'too many request bodies in progress: send them one at a time, then retry',
}
const CUT: Refusal = { status: 400, detail: 'the body is shorter than its Content-Length' }
const tooLong = (maxBytes: number): Refusal => ({ status: 413, detail: `at most ${maxBytes} bytes` })
const slow = (size: Size): Refusal => ({
  status: 408,
  detail: `a body of this length must arrive within ${BODY_WITHIN_MS[size] / SECOND_MS} s`,
})

/**
 * Limits concurrent request bodies. If the quota is used up, the oldest incomplete body of the largest sender is
 * aborted: slow senders cannot block a sender whose body arrives at once.
 */
export function createBodyQuota(clock: Clock): BodyQuota {
  const make = () => ({ small: createUploads(BODIES_MAX.small), large: createUploads(BODIES_MAX.large) })
  const refusals = createRefusals()
  const quotas = { strangers: make(), signedIn: make() }

  return {
    count: () => Object.values(quotas).reduce((sum, { small, large }) => sum + small.count() + large.count(), 0),
    readerOf: (client, caller) => async (body, maxBytes) => {
      if ((body.announced ?? 0) > maxBytes) return tooLong(maxBytes)
      const bytes = body.announced ?? maxBytes
      const size: Size = bytes <= SMALL_BYTES ? 'small' : 'large'
      const sender = caller ? senderOf(caller, client) : null
      const uploads = quotas[sender === null ? 'strangers' : 'signedIn'][size]
      let isEvicted = false
      let end = (_read: Buffer<ArrayBuffer> | Refusal): void => {}
      const ended = new Promise<Buffer<ArrayBuffer> | Refusal>((resolve) => {
        end = resolve
      })
      const upload: Upload = {
        bytes: Math.max(bytes, REQUEST_BYTES),
        isComplete: false,
        evict() {
          isEvicted = true
          stop()
          refusals.add(() => end(FULL))
        },
      }
      const leave = uploads.enter(sender ?? client, upload)
      if (!leave) return FULL
      const cancel = clock.after(BODY_WITHIN_MS[size], () => end(slow(size)))
      const stop = collect(body.stream, maxBytes, end)
      const arrived = await ended
      const read = isEvicted ? FULL : arrived
      stop()
      cancel()
      upload.isComplete = true
      if (Buffer.isBuffer(read)) return { bytes: read, leave }
      leave()
      return read
    },
  }
}

/** Refusals per turn of the event loop: with fewer, connections that wait for one would take more memory. */
export const REFUSALS_AT_ONCE = 16

/** Sends refusals a few at a time: in a rush of bodies a sign-in would otherwise wait until all of them are sent. */
function createRefusals() {
  const waiting: (() => void)[] = []
  function go(): void {
    for (const refuse of waiting.splice(0, REFUSALS_AT_ONCE)) refuse()
    if (waiting.length > 0) setImmediate(go)
  }
  return {
    add(refuse: () => void): void {
      if (waiting.push(refuse) === 1) setImmediate(go)
    },
  }
}

/** Null for anonymous callers, who are distinguished by address only. */
function senderOf({ signIn, who }: Caller, client: string): string | null {
  if (who.name !== null) return `${who.isPerson ? 'name' : 'wall'} ${who.name}`
  return signIn === null ? null : client
}

/** The uploads of a sender, oldest first, and the sum of their bytes. */
function createUploads(most: { each: number; all: number }) {
  const senders = new Map<string, { uploads: Set<Upload>; bytes: number }>()
  let all = 0

  function leave(name: string, upload: Upload): void {
    const sender = senders.get(name)
    if (!sender?.uploads.delete(upload)) return
    sender.bytes -= upload.bytes
    all -= upload.bytes
    if (sender.uploads.size === 0) senders.delete(name)
  }

  /** False if that sender has no incomplete body. */
  function evictOldest(name: string): boolean {
    for (const upload of senders.get(name)?.uploads ?? []) {
      if (upload.isComplete) continue
      leave(name, upload)
      upload.evict()
      return true
    }
    return false
  }

  function largestFirst(): string[] {
    return [...senders].sort(([, a], [, b]) => b.bytes - a.bytes).map(([name]) => name)
  }

  return {
    count: () => [...senders.values()].reduce((sum, { uploads }) => sum + uploads.size, 0),
    /** Admits an upload; the returned function releases it. Null if the quota is used up and no body can be aborted. */
    enter(name: string, upload: Upload): (() => void) | null {
      while ((senders.get(name)?.bytes ?? 0) + upload.bytes > most.each) if (!evictOldest(name)) return null
      while (all + upload.bytes > most.all) if (!largestFirst().some(evictOldest)) return null
      const sender = heldOrMade(senders, name, () => ({ uploads: new Set<Upload>(), bytes: 0 }))
      sender.uploads.add(upload)
      sender.bytes += upload.bytes
      all += upload.bytes
      return () => leave(name, upload)
    },
  }
}

/** Calls `end` with the whole body, or with why it is incomplete. After the returned function, what arrives is discarded. */
function collect(stream: Readable, maxBytes: number, end: (read: Buffer<ArrayBuffer> | Refusal) => void): () => void {
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) end(tooLong(maxBytes))
    else chunks.push(chunk)
  }
  const isCut = () => end(CUT)
  stream.on('data', take).once('end', () => end(Buffer.concat(chunks)))
  stream.on('error', isCut).once('close', isCut)
  return () => stream.off('data', take)
}

/** Middleware that reads a body of at most `maxBytes`, within the quota. Authorization comes first. */
export function boundBody(maxBytes: number): MiddlewareHandler {
  return async (c: Context<WithBodyReader>, next) => {
    const body = bodyOf(c)
    if (!body) return next()
    const whole = await c.get('bodyReader')(c.get('caller'))(body, maxBytes)
    if ('status' in whole) {
      const retry: Record<string, string> = whole.status === 503 ? { 'retry-after': '2' } : {}
      return c.json({ detail: whole.detail }, whole.status, { ...retry, connection: 'close' })
    }
    const { method, headers } = c.req.raw
    c.req.raw = new Request(c.req.url, { method, headers, body: whole.bytes })
    try {
      return await next()
    } finally {
      whole.leave()
    }
  }
}

/**
 * The body of a request; null without one. It is read from the connection: its web stream would cost more than the rest
 * of the request, which counts where thousands of bodies never arrive. Forwarded requests have no connection.
 */
function bodyOf(c: Context): Arriving | null {
  const length = c.req.header('content-length')
  const isChunked = c.req.header('transfer-encoding') !== undefined
  const announced = isChunked || !(Number(length) >= 0) ? null : Number(length)
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof IncomingMessage) return isChunked || announced ? { stream: incoming, announced } : null
  const { body } = c.req.raw
  return body && { stream: Readable.fromWeb(body as ReadableStream), announced }
}
