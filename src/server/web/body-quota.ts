import type { Context, MiddlewareHandler } from 'hono'
import { ContractError } from '../../client/http/contract-api.ts'
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
  large: { each: 16 * MEBIBYTE, all: 48 * MEBIBYTE },
}
/** How long a body may take to arrive, ms. */
export const BODY_WITHIN_MS = { small: 5 * SECOND_MS, large: 30 * SECOND_MS }
const SMALL_BYTES = 65_536
/** Minimum charge of a request with a body: its connection, streams and context take some 20 KB. */
export const REQUEST_BYTES = 16_384
const NO_STORE = { 'cache-control': 'no-store' }

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

type ReadBody = (request: Request, maxBytes: number) => Promise<{ bytes: Buffer<ArrayBuffer>; leave(): void } | Refusal>

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
  const quotas = { strangers: make(), signedIn: make() }

  return {
    count: () => Object.values(quotas).reduce((sum, { small, large }) => sum + small.count() + large.count(), 0),
    readerOf: (client, caller) => async (request, maxBytes) => {
      const announced = Math.min(announcedLength(request) ?? maxBytes, maxBytes)
      const size: Size = announced <= SMALL_BYTES ? 'small' : 'large'
      const sender = caller ? senderOf(caller, client) : null
      const uploads = quotas[sender === null ? 'strangers' : 'signedIn'][size]
      let end = (_refusal: Refusal): void => {}
      const ended = new Promise<Refusal>((resolve) => {
        end = resolve
      })
      const upload: Upload = {
        bytes: Math.max(announced, REQUEST_BYTES),
        isComplete: false,
        evict: () => end(FULL),
      }
      const leave = uploads.enter(sender ?? client, upload)
      if (!leave) return FULL
      const cancel = clock.after(BODY_WITHIN_MS[size], () => end(slow(size)))
      const read = await readWithin(request, maxBytes, ended)
      cancel()
      upload.isComplete = true
      if (Buffer.isBuffer(read)) return { bytes: read, leave }
      leave()
      return read
    },
  }
}

/** Null for anonymous callers, who are distinguished by address only. */
function senderOf({ signIn, who }: Caller, client: string): string | null {
  if (who.name !== null) return `${who.isPerson ? 'name' : 'wall'} ${who.name}`
  return signIn === null ? null : client
}

function createUploads(most: { each: number; all: number }) {
  const bySender = new Map<string, Set<Upload>>()
  let all = 0

  function leave(sender: string, upload: Upload): void {
    const own = bySender.get(sender)
    if (!own?.delete(upload)) return
    all -= upload.bytes
    if (own.size === 0) bySender.delete(sender)
  }

  /** False if that sender has no incomplete body. */
  function evictOldest(sender: string): boolean {
    for (const upload of bySender.get(sender) ?? []) {
      if (upload.isComplete) continue
      leave(sender, upload)
      upload.evict()
      return true
    }
    return false
  }

  function largestFirst(): string[] {
    const sums = [...bySender].map(([sender, uploads]) => [sender, sum(uploads)] as const)
    return sums.sort(([, a], [, b]) => b - a).map(([sender]) => sender)
  }

  return {
    count: () => [...bySender.values()].reduce((sum, { size }) => sum + size, 0),
    /** Admits an upload; the returned function releases it. Null if the quota is used up and no body can be aborted. */
    enter(sender: string, upload: Upload): (() => void) | null {
      while (sum(bySender.get(sender) ?? []) + upload.bytes > most.each) if (!evictOldest(sender)) return null
      while (all + upload.bytes > most.all) if (!largestFirst().some(evictOldest)) return null
      heldOrMade(bySender, sender, () => new Set()).add(upload)
      all += upload.bytes
      return () => leave(sender, upload)
    },
  }
}

function sum(uploads: Iterable<Upload>): number {
  let bytes = 0
  for (const upload of uploads) bytes += upload.bytes
  return bytes
}

/** The whole body, or why it was not read completely; `ended` resolves when no handler needs it any longer. */
async function readWithin(
  request: Request,
  maxBytes: number,
  ended: Promise<Refusal>,
): Promise<Buffer<ArrayBuffer> | Refusal> {
  const tooLong: Refusal = { status: 413, detail: `at most ${maxBytes} bytes` }
  if ((announcedLength(request) ?? 0) > maxBytes) return tooLong
  const reader = request.body!.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const next = await Promise.race([reader.read().catch(() => CUT), ended])
    if ('status' in next) {
      // Not awaited: it waits for the client.
      reader.cancel().catch(() => {})
      return next
    }
    if (next.done) return Buffer.concat(chunks)
    bytes += next.value.byteLength
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {})
      return tooLong
    }
    chunks.push(next.value)
  }
}

/** Middleware that reads a body of at most `maxBytes`, within the quota. Authorization comes first. */
export function boundBody(maxBytes: number): MiddlewareHandler {
  return async (c: Context<WithBodyReader>, next) => {
    if (!c.req.raw.body) return next()
    const whole = await c.get('bodyReader')(c.get('caller'))(c.req.raw, maxBytes)
    if ('status' in whole) {
      const retry: Record<string, string> = whole.status === 503 ? { 'retry-after': '2' } : {}
      return c.json({ detail: whole.detail }, whole.status, { ...NO_STORE, ...retry, connection: 'close' })
    }
    c.req.raw = new Request(c.req.raw, { body: whole.bytes })
    try {
      return await next()
    } finally {
      whole.leave()
    }
  }
}

/** Null without Content-Length: such a body is charged at the maximum. */
function announcedLength({ headers }: Request): number | null {
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  return headers.has('transfer-encoding') || !(announced >= 0) ? null : announced
}

/** The parsed body; an empty body is an empty object. Throws a 400 error for invalid JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ContractError('bad-request', 'the body must be JSON')
  }
}
