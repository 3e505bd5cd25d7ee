import { Hono } from 'hono'
import { firstComplaint } from '../../../contract/complaint.ts'
import { type PushOffer, pushEndSchema, pushSubscriptionSchema } from '../../../contract/watch/push.ts'
import { viewerId } from '../../access/viewer-id.ts'
import { boundBody, jsonOf } from '../../web/body-quota.ts'
import type { CallerEnv, Who } from '../../web/caller.ts'
import { allow, NO_STORE, type WatchRoutesDeps } from '../alarm-routes.ts'
import { namesFor } from '../roles.ts'

const BODY_MAX_BYTES = 4_096

/** Push subscriptions: `GET` returns the public key, `POST` subscribes a browser, `DELETE` unsubscribes it. */
export function createPushRoutes(deps: WatchRoutesDeps): Hono<CallerEnv> {
  const { watch, guard, peerOf } = deps
  const app = new Hono<CallerEnv>()
  const limit = boundBody(BODY_MAX_BYTES)
  const namesOf = (who: Who) => {
    const roles = deps.roles()
    return roles ? namesFor('acknowledge', who, roles) : [who.name].filter((name) => name !== null)
  }
  const mayAcknowledge = allow('acknowledge', deps)
  const channels = () =>
    watch.dispatcher
      .health()
      .map(({ channel }) => channel)
      .filter(({ kind }) => kind === 'webpush')

  app.get('/', guard, (c) =>
    c.json<PushOffer>({ key: channels().length > 0 ? watch.push.vapid.publicKey() : null }, 200, NO_STORE),
  )
  app.post('/', mayAcknowledge, limit, async (c) => {
    const { who, signIn } = c.get('caller')
    if (channels().length === 0) return c.json({ detail: 'no push channel is configured' }, 404, NO_STORE)
    const read = pushSubscriptionSchema.safeParse(await jsonOf(c))
    if (!read.success) return c.json({ detail: firstComplaint(read.error) }, 400, NO_STORE)
    const added = await watch.push.subscriptions.add(read.data, {
      viewer: who.name ?? viewerId(peerOf(c).client),
      names: namesOf(who),
      signIn,
      by: who.name ?? read.data.by ?? null,
      allowPrivate: channels().some(({ allowPrivate }) => allowPrivate),
    })
    if ('problem' in added) return c.json({ detail: added.problem }, added.isFull ? 409 : 400, NO_STORE)
    return c.json(added, 201, NO_STORE)
  })
  app.delete('/', mayAcknowledge, limit, async (c) => {
    const { who } = c.get('caller')
    const read = pushEndSchema.safeParse(await jsonOf(c))
    if (!read.success) return c.json({ detail: firstComplaint(read.error) }, 400, NO_STORE)
    const isKnown = await watch.push.subscriptions.end(read.data.endpoint, who.name)
    return isKnown ? c.body(null, 204, NO_STORE) : c.json({ detail: 'this browser is not subscribed' }, 404, NO_STORE)
  })
  app.all('/', (c) => {
    return c.json({ detail: 'method not allowed: use GET, POST or DELETE' }, 405, {
      ...NO_STORE,
      allow: 'GET, POST, DELETE',
    })
  })
  return app
}
