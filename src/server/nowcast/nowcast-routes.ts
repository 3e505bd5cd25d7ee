import type { Context, Hono } from 'hono'
import { API_PATHS } from '../../contract/api-paths.ts'
import { CHANCE_FIELD_PATH, type ChanceField, chanceFieldQuerySchema } from '../../contract/chance/field.ts'
import { nowcastQuerySchema, type ServedNowcast } from '../../contract/nowcast.ts'
import { TILE_MAX_DEG, TILES_MAX, tilesOf } from '../../core/nowcast/chance-field.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createDerivedRoutes, type DerivedRoutesDeps } from '../contract/http/derived-routes.ts'
import type { Admitted } from '../contract/http/gate.ts'
import { createConcurrencyLimit } from '../web/concurrency-limit.ts'
import { queryOf } from '../web/requests.ts'
import { createChanceFields } from './chance-fields.ts'
import type { NowcastService } from './nowcast-service.ts'
import { serveNowcast } from './served-nowcast.ts'

/** Chance fields in progress, per address and in total: each holds the lines of its view. */
const FIELDS_AT_ONCE_MAX = { each: 16, all: 64 }
const ASK_AGAIN_S = '2'
const PATHS = [API_PATHS.nowcast, CHANCE_FIELD_PATH]

/** Nowcast, for clients with access to its strikes. Mount at the root. */
export function createNowcastRoutes(
  deps: DerivedRoutesDeps & { nowcast: NowcastService; clock: Clock; addressOf(c: Context): string },
): Hono<Admitted> {
  const { nowcast, clock, addressOf, isSimulated } = deps
  const app = createDerivedRoutes(PATHS, deps)
  const fields = createChanceFields({ nowcast, clock, isSimulated })
  const inProgress = createConcurrencyLimit(FIELDS_AT_ONCE_MAX)

  app.get(API_PATHS.nowcast, (c) => {
    const { place = null } = queryOf(c, nowcastQuerySchema)
    return c.json<ServedNowcast>(serveNowcast(nowcast, place, isSimulated()))
  })
  app.get(CHANCE_FIELD_PATH, async (c) => {
    const block = tilesOf(queryOf(c, chanceFieldQuerySchema).bbox)
    if (!block) {
      const detail = `bbox must touch at most ${TILES_MAX} squares of ${TILE_MAX_DEG}°, got ${c.req.query('bbox')}`
      return c.json({ detail }, 400)
    }
    const place = inProgress.enter(addressOf(c))
    if (!place.isFree) {
      const detail = 'Too many chance fields are being computed: retry in 2 s.'
      return c.json({ detail }, 503, { 'retry-after': ASK_AGAIN_S })
    }
    return c.json<ChanceField>(await fields.field(block, addressOf(c)).finally(place.leave))
  })
  return app
}
