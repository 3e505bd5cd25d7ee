import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { type AdmittedWall, admitWallSchema, type WallList } from '../../../contract/server/sign-in.ts'
import { isoOrNull } from '../../../core/time/iso.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { jsonOf } from '../../web/requests.ts'
import type { Admit } from '../admission.ts'
import { ownOrigin } from '../own-origin.ts'
import type { ReadPeer } from '../peers.ts'
import type { Wall } from '../store/access-store.ts'
import type { Walls } from './walls.ts'

const BODY_MAX_BYTES = 4_096

/** Walls, for people signed in by password: `GET` lists them, `POST` admits one, `DELETE /{id}` removes it. */
export function createWallRoutes(deps: {
  log: Logger
  peerOf: ReadPeer
  admit: Admit
  /** Guard for admitting and removing walls. */
  mayChange: MiddlewareHandler<CallerEnv>
  /** Writes to the journal. */
  note(entry: { by: string | null; subject: string; code: 'admitted' | 'removed' }): Promise<void>
  /** Null if password sign-in is disabled. */
  walls: Walls | null
}): Hono<CallerEnv> {
  const { log, peerOf, admit, mayChange, note, walls } = deps
  const app = new Hono<CallerEnv>()
  if (!walls) {
    app.all('*', (c) => c.json({ detail: 'walls need no sign-in link: ACCESS is not password' }, 404))
    return app
  }
  const signedIn = createMiddleware<CallerEnv>(async (c, next) => {
    const origin = ownOrigin((name) => c.req.header(name), peerOf(c).secure)
    if (c.req.method !== 'GET' && 'refusal' in origin) return c.json({ detail: origin.refusal }, 403)
    const admitted = await admit(c)
    if (!admitted.refused && admitted.who.isPerson) return next()
    return c.json({ detail: 'sign in with a password first' }, 401)
  })
  const limit = boundBody(BODY_MAX_BYTES)

  app.get('/', signedIn, async (c) => c.json<WallList>({ walls: (await walls.list()).map(told) }))

  app.post('/', signedIn, mayChange, limit, async (c) => {
    const said = admitWallSchema.safeParse(await jsonOf(c))
    if (!said.success) return c.json({ detail: 'send {"name": name of the wall}' }, 400)
    const { name: madeBy } = c.get('caller').who
    const admitted = await walls.admitWall({ name: said.data.name, madeBy })
    if (!admitted) return c.json({ detail: 'the limit of walls is reached: remove one first' }, 409)
    await note({ by: madeBy, subject: admitted.wall.name, code: 'admitted' })
    log.info({ wall: admitted.wall.name, by: madeBy }, 'wall added')
    return c.json<AdmittedWall>({ ...told(admitted.wall), code: admitted.code }, 201)
  })

  app.delete('/:id', signedIn, mayChange, async (c) => {
    const id = c.req.param('id')
    const wall = (await walls.list()).find((each) => each.id === id)
    if (!wall || !(await walls.turnAway(id))) return c.json({ detail: 'no wall has this id' }, 404)
    const { name: by } = c.get('caller').who
    await note({ by, subject: wall.name, code: 'removed' })
    log.info({ wall: wall.name, by }, 'wall removed')
    return c.body(null, 204)
  })
  app.all('*', (c) => c.json({ detail: 'method not allowed: use GET, POST, or DELETE /{id}' }, 405))
  return app
}

function told({ id, name, madeBy, madeMs, linkUntilMs, seenMs }: Wall): WallList['walls'][number] {
  return {
    id,
    name,
    madeBy,
    madeAt: new Date(madeMs).toISOString(),
    linkUntil: isoOrNull(linkUntilMs),
    seenAt: isoOrNull(seenMs),
  }
}
