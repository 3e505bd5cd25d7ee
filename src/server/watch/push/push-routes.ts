import { Hono } from 'hono'
import { type PushOffer, pushEndSchema, pushSubscriptionSchema } from '../../../contract/watch/push.ts'
import { viewerId } from '../../access/viewer-id.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { CallerEnv, Who } from '../../web/caller.ts'
import { allowing, bodyOf } from '../../web/requests.ts'
import { allow, type WatchRoutesDeps } from '../alarm-routes.ts'
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

  app.get('/', guard, (c) => c.json<PushOffer>({ key: channels().length > 0 ? watch.push.vapid.publicKey() : null }))
  app.post('/', mayAcknowledge, limit, async (c) => {
    const { who, signIn } = c.get('caller')
    if (channels().length === 0) return c.json({ detail: 'no push channel is configured' }, 404)
    const read = await bodyOf(c, pushSubscriptionSchema)
    const added = await watch.push.subscriptions.add(read, {
      viewer: who.name ?? viewerId(peerOf(c).client),
      names: namesOf(who),
      signIn,
      by: who.name ?? read.by ?? null,
      allowPrivate: channels().some(({ allowPrivate }) => allowPrivate),
    })
    if ('problem' in added) return c.json({ detail: added.problem }, added.isFull ? 409 : 400)
    return c.json(added, 201)
  })
  app.delete('/', mayAcknowledge, limit, async (c) => {
    const { who } = c.get('caller')
    const read = await bodyOf(c, pushEndSchema)
    const isKnown = await watch.push.subscriptions.end(read.endpoint, who.name)
    return isKnown ? c.body(null, 204) : c.json({ detail: 'this browser is not subscribed' }, 404)
  })
  app.all('/', allowing('GET', 'POST', 'DELETE'))
  return app
}
