import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_MS } from './sessions.ts'

const NAME = 'brontide'

/**
 * The cookie of a session. Over TLS it bears the prefix by which a browser keeps everybody but this very host from
 * setting it. `secure` says whether the browser's side of the line is TLS.
 */
export const sessionCookie = {
  // A GET does not always tell how the browser's side of the line is.
  read: (c: Context): string | null => getCookie(c, NAME, 'host') ?? getCookie(c, NAME) ?? null,
  write(c: Context, value: string, secure: boolean): void {
    setCookie(c, NAME, value, { ...attributes(secure), maxAge: SESSION_MS / 1_000 })
  },
  remove(c: Context, secure: boolean): void {
    deleteCookie(c, NAME, attributes(secure))
  },
}

function attributes(secure: boolean) {
  const prefix = secure ? ('host' as const) : undefined
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure, prefix } as const
}
