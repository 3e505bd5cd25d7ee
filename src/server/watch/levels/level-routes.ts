import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { firstComplaint } from '../../../contract/complaint.ts'
import { type LevelsAnswer, levelsQuerySchema } from '../../../contract/watch/place-states.ts'
import { SIMULATED_HEADER } from '../../contract/http/answers.ts'
import { NO_STORE, type OfReader, type WatchRoutesDeps } from '../alarm-routes.ts'

/** `GET /api/levels?place`: the states of all ladders that have a level not off, or of the places named. */
export function createLevelRoutes({ watch, guard, isSimulated }: WatchRoutesDeps): Hono<OfReader> {
  const app = new Hono<OfReader>()
  app.get('/', guard, compress(), async (c) => {
    const read = levelsQuerySchema.safeParse(c.req.query())
    if (!read.success) return c.json({ detail: firstComplaint(read.error) }, 400, NO_STORE)
    // The revision first: what is written meanwhile is told again by the stream, and costs nothing.
    const rev = await watch.store.newestRev()
    const { engine } = watch
    if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
    const answer = { rev, observed: engine.observed(), places: engine.states(read.data.place) }
    return c.json<LevelsAnswer>(answer, 200, NO_STORE)
  })
  app.all('/', (c) => c.json({ detail: 'method not allowed: use GET' }, 405, { ...NO_STORE, allow: 'GET' }))
  return app
}
