import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { acknowledgeSchema } from '../../../contract/watch/alarms.ts'
import { type PrivateLevelsAnswer, privateLevelsSchema, VIEWER_HEADER } from '../../../contract/watch/private-levels.ts'
import { ownOrigin } from '../../access/own-origin.ts'
import { viewerId } from '../../access/viewer-id.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { allowing, bodyOf } from '../../web/requests.ts'
import type { WatchRoutesDeps } from '../alarm-routes.ts'
import { ownerOf } from './private-levels.ts'

const BODY_MAX_BYTES = 65_536

/** Hono variable: owner of the levels. */
interface OfOwner {
  Variables: CallerEnv['Variables'] & { viewer: string }
}

/** Viewer rules: `POST` activates them, `POST /{id}/acknowledge` acknowledges a row. */
export function createPrivateRoutes(deps: WatchRoutesDeps): Hono<OfOwner> {
  const { watch, peerOf } = deps
  const app = new Hono<OfOwner>()
  const limit = boundBody(BODY_MAX_BYTES)

  /** Runs before the body is read. */
  const owner = createMiddleware<OfOwner>(async (c, next) => {
    const origin = ownOrigin((name) => c.req.header(name), peerOf(c).secure)
    if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403)
    const admitted = await deps.admit(c)
    if (admitted.refused) return admitted.refused
    const viewer = ownerOf(admitted.who, c.req.header(VIEWER_HEADER))
    if (viewer === null) {
      return c.json({ detail: `${VIEWER_HEADER} must be 22 to 64 letters, digits, - or _` }, 400)
    }
    c.set('caller', admitted)
    c.set('viewer', viewer)
    return next()
  })

  app.post('/', owner, limit, async (c) => {
    const { who } = c.get('caller')
    const { ladders } = await bodyOf(c, privateLevelsSchema)
    const isNamed = who.isPerson && who.name !== null
    const address = isNamed ? null : viewerId(peerOf(c).client)
    return c.json<PrivateLevelsAnswer>(watch.own.ask(c.get('viewer'), address, ladders))
  })
  app.post('/:id/acknowledge', owner, limit, async (c) => {
    const { who } = c.get('caller')
    const said = await bodyOf(c, acknowledgeSchema)
    const by = who.name ?? said.by ?? ''
    const alarm = await watch.own.acknowledge(c.get('viewer'), c.req.param('id'), by)
    if (!alarm) return c.json({ detail: 'none of your alarms has this id' }, 404)
    return c.json(alarm)
  })
  app.all('/', allowing('POST'))
  return app
}
