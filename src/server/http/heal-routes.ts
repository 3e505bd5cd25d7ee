import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { type Heal, healsSchema } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'
import { ownOrigin } from '../access/own-origin.ts'
import type { ReadPeer } from '../access/peers.ts'
import { viewerId } from '../access/viewer-id.ts'
import { boundBody } from '../web/body-quota.ts'
import { createClientRate } from '../web/client-rate.ts'
import { allowing, tooMany } from '../web/requests.ts'

const BODY_MAX_BYTES = 16_384
/** All walls behind one address reconnect at once after a restart. */
const RATE = { burst: 100, perSecond: 0.5 }

/** `POST`: an unattended wall display reports recoveries, which are counted and logged. */
export function createHealRoutes(deps: {
  clock: Clock
  log: Logger
  peerOf: ReadPeer
  healed(heal: Heal): void
}): Hono {
  const { clock, log, peerOf, healed } = deps
  const rate = createClientRate({ clock, ...RATE })
  const app = new Hono()
  const limit = boundBody(BODY_MAX_BYTES)

  /** Before the body is read. */
  const mayTell = createMiddleware(async (c, next) => {
    const { client, secure } = peerOf(c)
    const origin = ownOrigin((name) => c.req.header(name), secure)
    if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)
    const waitMs = rate.take(client)
    return waitMs > 0 ? tooMany(c, 'too many at once', waitMs) : next()
  })

  app.post('/', mayTell, limit, async (c) => {
    const { client } = peerOf(c)
    const told = healsSchema.safeParse(await c.req.json().catch(() => null))
    if (!told.success) return c.json({ detail: 'send {"heals": [{"cause", "at", "seconds", "said"}]}' }, 400)
    for (const heal of told.data.heals) {
      healed(heal)
      log.info({ viewer: viewerId(client), ...heal }, 'wall display recovered')
    }
    return c.body(null, 204)
  })
  app.all('/', allowing('POST'))
  return app
}
