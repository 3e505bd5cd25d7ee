import type { Context } from 'hono'
import { TOKEN_QUERY_PARAM } from '../../../contract/auth.ts'
import { API_KEY_PREFIX, TOKEN_PREFIX } from '../../../contract/limits.ts'

/** The credential of a request, from its header or, where `query` is given, from `?token=` (DL §5); null where none. */
export function readCredential(authorization: string | undefined, query: URLSearchParams | null): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
  if (bearer && isContractCredential(bearer)) return bearer
  const token = query?.get(TOKEN_QUERY_PARAM)
  // DL §5: the query takes tokens alone. A key there would stand in every access log on its way. A proxy may have put a
  // bearer of its own into the header, which a page's socket then carries beside its token.
  return token?.startsWith(TOKEN_PREFIX) ? token : bearer
}

/** True for what is written as a key or a token of the contract, good or not. */
export function isContractCredential(text: string): boolean {
  return text.startsWith(API_KEY_PREFIX) || text.startsWith(TOKEN_PREFIX)
}

/** The address of the client as the socket has it; behind a proxy of one's own another reader is passed in. */
export function socketAddress(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? 'unknown'
}
