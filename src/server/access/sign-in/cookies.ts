import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** One of our cookies, with attributes by the transport of the request. */
export interface Cookie {
  /** Null without a valid cookie. */
  read(c: Context): string | null
  write(c: Context, value: string, maxAgeMs: number): void
  remove(c: Context): void
}

export type MakeCookie = (name: string) => Cookie

/**
 * Creates HttpOnly, SameSite cookies. Over TLS they have the `__Host-` prefix, which only this host can set; a cookie
 * without it is ignored there, because an attacker on an unencrypted page of the same name could have set it.
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
