import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { firstComplaint } from '../../../contract/complaint.ts'
import { type LevelsAnswer, levelsQuerySchema } from '../../../contract/watch/place-states.ts'
import { VIEWER_HEADER } from '../../../contract/watch/private-levels.ts'
import { SIMULATED_HEADER } from '../../contract/http/answers.ts'
import { NO_STORE, type ReaderEnv, type WatchRoutesDeps } from '../alarm-routes.ts'
import { ownerOf } from '../own/private-levels.ts'

/**
 * `GET /api/levels?place`: states of all ladders with a level not off, or of the named places; including the viewer's
 * own.
 */
export function createLevelRoutes({ watch, guard, admit, isSimulated }: WatchRoutesDeps): Hono<ReaderEnv> {
  const app = new Hono<ReaderEnv>()
  app.get('/', guard, compress(), async (c) => {
    const read = levelsQuerySchema.safeParse(c.req.query())
    if (!read.success) return c.json({ detail: firstComplaint(read.error) }, 400, NO_STORE)
    // Read the revision first: rows written meanwhile are repeated by the stream, which is harmless.
    const rev = await watch.store.newestRev()
    const { engine } = watch
    if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
    // Viewers with a token but no sign-in have no viewer rules.
    const admitted = await admit(c)
    const viewer = admitted.refused ? null : ownerOf(admitted.who, c.req.header(VIEWER_HEADER))
    const { place } = read.data
    const own = viewer === null ? [] : engine.statesOf(viewer, place)
    const answer = { rev, observed: engine.observed(), places: [...engine.states(place), ...own] }
    return c.json<LevelsAnswer>(answer, 200, NO_STORE)
  })
  app.all('/', (c) => c.json({ detail: 'method not allowed: use GET' }, 405, { ...NO_STORE, allow: 'GET' }))
  return app
}
