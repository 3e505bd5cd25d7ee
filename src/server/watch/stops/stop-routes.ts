import { type Context, Hono } from 'hono'
import type { WorkStop } from '../../../contract/watch/place-states.ts'
import {
  resumeSchema,
  type StopList,
  stopChangeSchema,
  stopSchema,
  stopsQuerySchema,
} from '../../../contract/watch/stops.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { CallerEnv } from '../../web/caller.ts'
import { allowing, queryOf } from '../../web/requests.ts'
import { allow, noteRefusal, type WatchRoutesDeps } from '../alarm-routes.ts'
import { type Authored, readAuthored } from '../shift/authored.ts'
import { StopRefusal } from './work-stops.ts'

const BODY_MAX_BYTES = 16_384

/** Work stops: `GET` lists, `POST` stops work, `PUT /{id}` changes a stop, `POST /{id}/resume` ends it. */
export function createStopRoutes(deps: WatchRoutesDeps): Hono<CallerEnv> {
  const { watch, guard, clock, log } = deps
  const app = new Hono<CallerEnv>()
  const mayStop = allow('stop', deps)
  const limit = boundBody(BODY_MAX_BYTES)

  app.get('/', guard, (c) => {
    const { from, to, place } = queryOf(c, stopsQuerySchema)
    const { stops } = watch
    const isOfPeriod = from !== undefined || to !== undefined
    const listed = isOfPeriod
      ? stops.during({ fromMs: from ?? 0, toMs: to ?? clock.now() + 1 }, place)
      : stops.open(place)
    return c.json<StopList>({ stops: listed })
  })

  app.post('/', mayStop, limit, async (c) => {
    return answer(c, await readAuthored(c, stopSchema), ({ by, what }) => watch.stops.begin({ ...what, by }), 201)
  })
  app.put('/:id', mayStop, limit, async (c) => {
    const id = c.req.param('id')
    return answer(c, await readAuthored(c, stopChangeSchema), ({ by, what }) => watch.stops.change(id, { ...what, by }))
  })
  app.post('/:id/resume', mayStop, limit, async (c) => {
    const id = c.req.param('id')
    return answer(c, await readAuthored(c, resumeSchema), ({ by, what }) => watch.stops.resume(id, { ...what, by }))
  })
  app.all('/', allowing('GET', 'POST'))
  return app

  async function answer<What extends { note?: string | undefined }>(
    c: Context<CallerEnv>,
    read: Authored<What>,
    keep: (read: Authored<What>) => Promise<WorkStop>,
    status: 200 | 201 = 200,
  ): Promise<Response> {
    const refused = noteRefusal(c, read.what.note ?? '', deps)
    if (refused) return refused
    try {
      const stop = await keep(read)
      const { id, place, resumed, changes } = stop
      log.info({ stop: id, place, changes: changes.length, resumed: resumed !== null }, 'work stop recorded')
      return c.json<WorkStop>(stop, status)
    } catch (error) {
      if (error instanceof StopRefusal) return c.json({ detail: error.message }, error.status)
      throw error
    }
  }
}
