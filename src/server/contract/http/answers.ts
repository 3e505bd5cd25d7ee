import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Product } from '../../../contract/auth.ts'
import { stringifyJsonExact } from '../../../contract/json-exact.ts'
import { CODE_BAD_REQUEST } from '../../../contract/limits.ts'

/** Marks simulated data, together with `simulated` in token responses. */
export const SIMULATED_HEADER = 'x-simulated'

/** Marks responses if they are simulated, and as uncacheable unless they state a lifetime. */
export function marked(isSimulated: () => boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    if (isSimulated()) c.res.headers.set(SIMULATED_HEADER, 'true')
  }
}

/** `code` of envelope errors. SS §7 documents 40000 only; the others follow its pattern. */
const CODES: Record<number, number> = {
  400: CODE_BAD_REQUEST,
  401: 40_100,
  404: 40_400,
  405: 40_500,
  429: 42_900,
  500: 50_000,
  502: 50_200,
  503: 50_300,
  504: 50_400,
}

/** Sends JSON text unchanged. */
export function jsonText(c: Context, text: string, status = 200): Response {
  return c.body(text, status as ContentfulStatusCode, { 'content-type': 'application/json; charset=utf-8' })
}

/** Sends JSON with exact large integers. */
export function exactJson(c: Context, value: unknown, status = 200): Response {
  return jsonText(c, stringifyJsonExact(value), status)
}

/**
 * Sends an error in the product's format: `{detail}` on the dedicated line (DL §7), the envelope with null data on the
 * standard service (SS §2.1).
 */
export function complain(
  c: Context,
  product: Product,
  error: { status: number; message: string; headers?: Record<string, string> },
): Response {
  for (const [name, value] of Object.entries(error.headers ?? {})) c.header(name, value)
  if (product !== 'standard') return exactJson(c, { detail: error.message }, error.status)
  const code = CODES[error.status] ?? error.status * 100
  return exactJson(c, { code, message: error.message, data: null, request_id: requestId() }, error.status)
}

/** SS §2.1: `req_` and an identifier. */
function requestId(): string {
  return `req_${crypto.randomUUID().replaceAll('-', '')}`
}
