import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { signInSchema } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { PasswordDoor } from './admission.ts'
import { ownOrigin } from './own-origin.ts'
import type { ReadPeer } from './peers.ts'
import { sessionCookie } from './session-cookie.ts'
import { createSignInDelay } from './sign-in-delay.ts'
import { viewerId } from './viewer-id.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const BODY_MAX_BYTES = 4_096

/** `POST` trades a password for a session's cookie; `DELETE` takes the cookie back. */
export function createSessionRoutes(deps: {
  clock: Clock
  log: Logger
  peerOf: ReadPeer
  door: PasswordDoor | null
}): Hono {
  const { clock, log, peerOf, door } = deps
  const delays = createSignInDelay(clock)
  const app = new Hono()

  /** The refusal of a request that comes from elsewhere, or whether the browser's side of the line is TLS. */
  function originOf(c: Context): { refusal: Response } | { secure: boolean } {
    const origin = ownOrigin((name) => c.req.header(name), peerOf(c).secure)
    if ('refusal' in origin) return { refusal: c.json({ detail: origin.refusal }, 403, NO_STORE) }
    return { secure: origin.url.startsWith('https:') }
  }

  function tooMany(c: Context, detail: string, waitMs: number): Response {
    const seconds = Math.ceil(waitMs / 1_000)
    return c.json({ detail }, 429, { ...NO_STORE, 'retry-after': String(seconds) })
  }

  const limit = bodyLimit({
    maxSize: BODY_MAX_BYTES,
    onError: (c) => c.json({ detail: `at most ${BODY_MAX_BYTES} bytes` }, 413, NO_STORE),
  })

  app.post('/', limit, async (c) => {
    if (!door) return c.json({ detail: 'nobody signs in here: ACCESS is not password' }, 404, NO_STORE)
    const origin = originOf(c)
    if ('refusal' in origin) return origin.refusal
    const wanted = signInSchema.safeParse(await c.req.json().catch(() => null))
    if (!wanted.success)
      return c.json({ detail: 'send {"password": …} and, where there are names, "name"' }, 400, NO_STORE)

    const { client } = peerOf(c)
    const waitMs = delays.attempt(client)
    const viewer = viewerId(client)
    if (waitMs > 0) {
      return tooMany(c, `too many wrong passwords: try again in ${Math.ceil(waitMs / 1_000)} s`, waitMs)
    }
    const { password, name } = wanted.data
    const line = await door.passwords.check({ name: name?.trim() ? name : null, password })
    if (line === 'busy') return tooMany(c, 'too many are signing in: try again in 2 s', 2_000)
    if (!line) {
      log.warn({ viewer }, 'a sign-in was refused')
      const nextMs = delays.waitMs(client)
      if (nextMs > 0) c.header('retry-after', String(Math.ceil(nextMs / 1_000)))
      return c.json({ detail: 'the password is not right', reason: 'wrong-password' }, 401, NO_STORE)
    }
    delays.succeeded(client)
    log.info({ viewer, name: line.name }, 'signed in')
    sessionCookie.write(c, door.sessions.issue({ name: line.name, password: line.id }), origin.secure)
    return c.json({ name: line.name }, 200, NO_STORE)
  })

  app.delete('/', (c) => {
    const origin = originOf(c)
    if ('refusal' in origin) return origin.refusal
    sessionCookie.remove(c, origin.secure)
    if (origin.secure) sessionCookie.remove(c, false)
    return c.body(null, 204, NO_STORE)
  })
  app.all('/', (c) =>
    c.json({ detail: 'POST signs in, DELETE signs out' }, 405, { ...NO_STORE, allow: 'POST, DELETE' }),
  )
  return app
}
