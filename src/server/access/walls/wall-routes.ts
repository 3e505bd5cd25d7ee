import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { type LetInWall, letInSchema, type WallList } from '../../../contract/brontide.ts'
import { boundBody } from '../../http/body-room.ts'
import { ownOrigin } from '../own-origin.ts'
import type { ReadPeer } from '../peers.ts'
import type { PasswordDoor } from '../sign-in/password-door.ts'
import type { Session } from '../sign-in/sessions.ts'
import type { Wall } from '../store/access-store.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const BODY_MAX_BYTES = 4_096

/** Walls, for whoever has signed in by a password: `GET` lists them, `POST` lets one in, `DELETE /{id}` turns it away. */
export function createWallRoutes(deps: { log: Logger; peerOf: ReadPeer; door: PasswordDoor | null }): Hono {
  const { log, peerOf, door } = deps
  const app = new Hono()
  if (!door) {
    app.all('*', (c) => c.json({ detail: 'walls need no letting in here: ACCESS is not password' }, 404, NO_STORE))
    return app
  }
  const { walls } = door

  const signedIn = createMiddleware<{ Variables: { session: Session } }>(async (c, next) => {
    if (c.req.method !== 'GET') {
      const origin = ownOrigin((name) => c.req.header(name), peerOf(c).secure)
      if ('refusal' in origin) return c.json({ detail: origin.refusal }, 403, NO_STORE)
    }
    const visitor = await door.visitorOf(c)
    if (visitor?.kind !== 'person') return c.json({ detail: 'sign in with a password first' }, 401, NO_STORE)
    c.set('session', visitor.session)
    return next()
  })
  const limit = boundBody(BODY_MAX_BYTES)

  app.get('/', signedIn, async (c) => c.json<WallList>({ walls: (await walls.list()).map(told) }, 200, NO_STORE))

  app.post('/', signedIn, limit, async (c) => {
    const said = letInSchema.safeParse(await c.req.json().catch(() => null))
    if (!said.success) return c.json({ detail: 'send {"name": what you call the wall}' }, 400, NO_STORE)
    const { name: madeBy } = c.get('session')
    const letIn = await walls.letIn({ name: said.data.name, madeBy })
    if (!letIn) return c.json({ detail: 'there are as many walls as there may be: turn one away' }, 409, NO_STORE)
    log.info({ wall: letIn.wall.name, name: madeBy }, 'a wall may come in')
    return c.json<LetInWall>({ ...told(letIn.wall), code: letIn.code }, 201, NO_STORE)
  })

  app.delete('/:id', signedIn, async (c) => {
    if (!(await walls.turnAway(c.req.param('id')))) return c.json({ detail: 'there is no such wall' }, 404, NO_STORE)
    log.info({ name: c.get('session').name }, 'a wall was turned away')
    return c.body(null, 204, NO_STORE)
  })
  app.all('*', (c) => c.json({ detail: 'GET lists, POST lets in, DELETE /{id} turns away' }, 405, NO_STORE))
  return app
}

function told({ id, name, madeBy, madeMs, linkUntilMs, seenMs }: Wall): WallList['walls'][number] {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    id,
    name,
    madeBy,
    madeAt: new Date(madeMs).toISOString(),
    linkUntil: instant(linkUntilMs),
    seenAt: instant(seenMs),
  }
}
