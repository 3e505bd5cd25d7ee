import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ContractError } from '../../client/http/contract-api.ts'
import { createSharedRoom } from '../shared-room.ts'

const MEBIBYTE = 1024 * 1024
/** Bytes of bodies that are under way, of one address and in all. Large ones leave room for small ones, such as sign-ins. */
export const BODIES_MAX = {
  small: { each: 2 * MEBIBYTE, all: 16 * MEBIBYTE },
  large: { each: 16 * MEBIBYTE, all: 48 * MEBIBYTE },
}
const SMALL_BYTES = 65_536
const NO_STORE = { 'cache-control': 'no-store' }

/** Makes room for a body of so many bytes until it is called; null where there is none. */
type TakeRoom = (size: keyof typeof BODIES_MAX, bytes: number) => (() => void) | null

/** What a request carries: room for its body. */
export interface BodyRoom {
  Variables: { bodyRoom?: TakeRoom }
}

/** Bounds what bodies come to that are under way, of each client and in all. */
export function createBodyRoom(): { of(client: string): TakeRoom } {
  const rooms = { small: createSharedRoom(BODIES_MAX.small), large: createSharedRoom(BODIES_MAX.large) }
  return {
    of: (client) => (size, bytes) => {
      const place = rooms[size].enter(client, bytes)
      return place.isFree ? place.leave : null
    },
  }
}

/** Lets a body in that has at most so many bytes, where there is room. One whose length is not told counts as the longest. */
export function boundBody(maxBytes: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: maxBytes,
    // What is left of it is not read, so that nothing else can come behind it.
    onError: (c) => c.json({ detail: `at most ${maxBytes} bytes` }, 413, { ...NO_STORE, connection: 'close' }),
  })
  return async (c: Context<BodyRoom>, next) => {
    if (!c.req.raw.body) return next()
    const bytes = toldLength(c) ?? maxBytes
    const room = c.get('bodyRoom')
    const leave = room?.(maxBytes <= SMALL_BYTES ? 'small' : 'large', Math.min(bytes, maxBytes))
    if (leave === null) {
      const detail = 'too many bodies of requests are under way: send them one after the other, and try again'
      return c.json({ detail }, 503, { ...NO_STORE, 'retry-after': '2' })
    }
    try {
      return await limit(c, next)
    } finally {
      leave?.()
    }
  }
}

function toldLength(c: Context): number | null {
  const told = Number(c.req.header('content-length') ?? Number.NaN)
  return c.req.header('transfer-encoding') !== undefined || !(told >= 0) ? null : told
}

/** The body of a request; nothing at all is an empty object. Throws what is answered with 400 where it is no JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ContractError('bad-request', 'the body must be JSON')
  }
}
