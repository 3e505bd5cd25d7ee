import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { type SignIn, signInSchema, wallSignInSchema } from '../../../contract/server/sign-in.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { boundBody } from '../../web/body-quota.ts'
import { allowing, tooMany } from '../../web/requests.ts'
import { ownOrigin } from '../own-origin.ts'
import { normalName } from '../password-file.ts'
import type { ReadPeer } from '../peers.ts'
import { viewerId } from '../viewer-id.ts'
import type { PasswordDoor } from './password-door.ts'
import { createSignInLimits, type SignInWords } from './sign-in-limits.ts'

const BODY_MAX_BYTES = 4_096
const BUSY_MS = 2_000

/** `POST` exchanges a password or a wall link for a cookie; `DELETE` ends its session. */
export function createSessionRoutes(deps: {
  clock: Clock
  log: Logger
  peerOf: ReadPeer
  door: PasswordDoor | null
  /** Null with a single server process. */
  others: SignInWords | null
}): Hono {
  const { log, peerOf, door } = deps
  const limits = createSignInLimits(deps.clock, deps.others)
  const app = new Hono()

  /** Refuses cross-origin requests. */
  function fromElsewhere(c: Context): Response | null {
    const origin = ownOrigin((name) => c.req.header(name), peerOf(c).secure)
    return 'refusal' in origin ? c.json({ detail: origin.refusal }, 403) : null
  }

  async function byPassword(c: Context, { passwords, deviceOf, enter }: PasswordDoor, signIn: SignIn) {
    const { client } = peerOf(c)
    const viewer = viewerId(client)
    const name = signIn.name?.trim() ? normalName(signIn.name) : null
    const device = deviceOf(c, name)
    const attempt = { client, name, device }
    const claim = limits.attempt(attempt)
    if (claim.kind === 'wait') return tooMany(c, 'too many wrong passwords', claim.waitMs)
    const asker = { id: device ?? client, isStranger: claim.isStranger }
    const line = await passwords.check({ name, password: signIn.password }, asker)
    if (line === 'busy') {
      claim.wasNotTried()
      return tooMany(c, 'too many sign-ins in progress', BUSY_MS)
    }
    if (!line) {
      log.warn({ viewer }, 'sign-in refused')
      const nextMs = limits.waitMs(attempt)
      if (nextMs > 0) c.header('retry-after', String(Math.ceil(nextMs / 1_000)))
      return c.json({ detail: 'wrong password', reason: 'wrong-password' }, 401)
    }
    claim.wasRight()
    log.info({ viewer, name: line.name }, 'signed in')
    enter(c, line)
    return c.json({ name: line.name })
  }

  /** No rate limit needed: a code has 80 bits and is valid for a quarter of an hour. */
  async function byLink(c: Context, { walls, enterWall }: PasswordDoor, code: string) {
    const redeemed = await walls.redeem(code)
    if (!redeemed) {
      return c.json({ detail: 'the link has been used or has expired', reason: 'wrong-link' }, 401)
    }
    log.info({ viewer: viewerId(peerOf(c).client), wall: redeemed.wall.name }, 'wall signed in by link')
    enterWall(c, redeemed.secret)
    return c.json({ name: redeemed.wall.name })
  }

  const limit = boundBody(BODY_MAX_BYTES)

  const isHere: MiddlewareHandler = async (c, next) => fromElsewhere(c) ?? next()

  if (!door) {
    app.post('/', (c) => c.json({ detail: 'sign-in is disabled: ACCESS is not password' }, 404))
  } else
    app.post('/', isHere, limit, async (c) => {
      const body = await c.req.json().catch(() => null)
      const wall = wallSignInSchema.safeParse(body)
      if (wall.success) return byLink(c, door, wall.data.wall)
      const wanted = signInSchema.safeParse(body)
      if (wanted.success) return byPassword(c, door, wanted.data)
      const detail =
        'send {"password": …}, with "name" where the password file has names, or {"wall": code of the link}'
      return c.json({ detail }, 400)
    })

  app.delete('/', async (c) => {
    const refused = fromElsewhere(c)
    if (refused) return refused
    await door?.leave(c)
    // Clears cached responses of the signed-out person; the page deletes its own storage itself.
    return c.body(null, 204, { 'clear-site-data': '"cache"' })
  })
  app.all('/', allowing('POST', 'DELETE'))
  return app
}
