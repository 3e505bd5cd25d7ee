import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { type LevelsAnswer, levelsQuerySchema } from '../../../contract/watch/place-states.ts'
import { VIEWER_HEADER } from '../../../contract/watch/private-levels.ts'
import { allowing, queryOf } from '../../web/requests.ts'
import type { ReaderEnv, WatchRoutesDeps } from '../alarm-routes.ts'
import { ownerOf } from '../own/private-levels.ts'

/**
 * `GET /api/levels?place`: states of all ladders with a level not off, or of the named places; including the viewer's
 * own.
 */
export function createLevelRoutes({ watch, guard, admit }: WatchRoutesDeps): Hono<ReaderEnv> {
  const app = new Hono<ReaderEnv>()
  app.get('/', guard, compress(), async (c) => {
    const { place } = queryOf(c, levelsQuerySchema)
    // Read the revision first: rows written meanwhile are repeated by the stream, which is harmless.
    const rev = await watch.store.newestRev()
    const { engine } = watch
    // Viewers with a token but no sign-in have no viewer rules.
    const admitted = await admit(c)
    const viewer = admitted.refused ? null : ownerOf(admitted.who, c.req.header(VIEWER_HEADER))
    const own = viewer === null ? [] : engine.statesOf(viewer, place)
    const places = [...engine.states(place), ...own]
    // A monitored place that is named has a state, also while it is off.
    const monitored = new Set(places.map((state) => state.place?.id))
    const unknown = place?.filter((id) => !monitored.has(id)) ?? []
    return c.json<LevelsAnswer>({ rev, observed: engine.observed(), places, unknown })
  })
  app.all('/', allowing('GET'))
  return app
}
