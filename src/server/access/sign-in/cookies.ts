import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** One cookie of ours, by what the browser's side of the line is. */
export interface Cookie {
  /** Null where the browser sends none that counts. */
  read(c: Context): string | null
  write(c: Context, value: string, maxAgeMs: number): void
  remove(c: Context): void
}

export type MakeCookie = (name: string) => Cookie

/**
 * Makes cookies that no script and no other site can use. Over TLS they bear the prefix by which a browser keeps
 * everybody but this very host from setting them, and one without the prefix does not count: somebody on the way to an
 * unencrypted page of the same name could have put it there.
 */
export function createCookies(isOverTls: (c: Context) => boolean): MakeCookie {
  return (name) => ({
    read: (c) => getCookie(c, name, 'host') ?? (isOverTls(c) ? null : getCookie(c, name)) ?? null,
    write(c, value, maxAgeMs) {
      setCookie(c, name, value, { ...attributes(isOverTls(c)), maxAge: Math.ceil(maxAgeMs / 1_000) })
    },
    remove(c) {
      if (isOverTls(c)) deleteCookie(c, name, attributes(true))
      deleteCookie(c, name, attributes(false))
    },
  })
}

function attributes(secure: boolean) {
  const prefix = secure ? ('host' as const) : undefined
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure, prefix } as const
}
