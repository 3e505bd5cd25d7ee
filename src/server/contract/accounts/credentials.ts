import type { Context } from 'hono'
import { TOKEN_QUERY_PARAM } from '../../../contract/auth.ts'
import { API_KEY_PREFIX, TOKEN_PREFIX } from '../../../contract/limits.ts'

/** The credential of a request, from its header or, if `query` is given, from `?token=` (DL §5); null without one. */
export function readCredential(authorization: string | undefined, query: URLSearchParams | null): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
  if (bearer && isContractCredential(bearer)) return bearer
  const token = query?.get(TOKEN_QUERY_PARAM)
  // DL §5: the query accepts tokens only, because access logs would record a key. A token in the query takes
  // precedence: a proxy may have added its own bearer to the header of a page's WebSocket.
  return token?.startsWith(TOKEN_PREFIX) ? token : bearer
}

/** True for a well-formed key or token, valid or not. */
export function isContractCredential(text: string): boolean {
  return text.startsWith(API_KEY_PREFIX) || text.startsWith(TOKEN_PREFIX)
}

/** The peer address of the connection; behind a proxy another reader is passed in. */
export function socketAddress(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? 'unknown'
}
