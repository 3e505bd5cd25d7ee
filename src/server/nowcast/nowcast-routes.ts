import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { API_PATHS } from '../../contract/api-paths.ts'
import { CHANCE_FIELD_PATH, type ChanceField, chanceFieldQuerySchema } from '../../contract/chance/field.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { nowcastQuerySchema, type ServedNowcast } from '../../contract/nowcast.ts'
import { TILE_MAX_DEG, TILES_MAX, tilesOf } from '../../core/nowcast/chance-field.ts'
import type { Clock } from '../../core/time/clock.ts'
import { complain, SIMULATED_HEADER } from '../contract/http/answers.ts'
import type { Admitted, Gate } from '../contract/http/gate.ts'
import { createConcurrencyLimit } from '../web/concurrency-limit.ts'
import { createChanceFields } from './chance-fields.ts'
import type { NowcastService } from './nowcast-service.ts'
import { serveNowcast } from './served-nowcast.ts'

/** Chance fields in progress, per address and in total: each holds the lines of its view. */
const FIELDS_AT_ONCE_MAX = { each: 16, all: 64 }
const ASK_AGAIN_S = '2'
const PATHS = [API_PATHS.nowcast, CHANCE_FIELD_PATH]

/** Nowcast, for clients with access to its strikes. Mount at the root. */
export function createNowcastRoutes(deps: {
  nowcast: NowcastService
  gate: Gate
  clock: Clock
  addressOf(c: Context): string
  isSimulated(): boolean
}): Hono<Admitted> {
  const { nowcast, gate, clock, addressOf, isSimulated } = deps
  const app = new Hono<Admitted>()
  const fields = createChanceFields({ nowcast, clock, isSimulated })
  const inProgress = createConcurrencyLimit(FIELDS_AT_ONCE_MAX)
  const complaint = (c: Context, status: 400 | 405 | 503, message: string) =>
    complain(c, 'lightning', { status, message })

  for (const path of PATHS) {
    app.use(path, compress())
    app.get(path, gate('lightning'), async (c, next) => {
      c.header('cache-control', 'no-store')
      if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
      await next()
    })
  }
  app.get(API_PATHS.nowcast, (c) => {
    const query = nowcastQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const asked = query.data.place ?? null
    return c.json<ServedNowcast>(serveNowcast(nowcast, asked, isSimulated()))
  })
  app.get(CHANCE_FIELD_PATH, async (c) => {
    const query = chanceFieldQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const block = tilesOf(query.data.bbox)
    if (!block) {
      const message = `bbox must touch at most ${TILES_MAX} squares of ${TILE_MAX_DEG}°, got ${c.req.query('bbox')}`
      return complaint(c, 400, message)
    }
    const place = inProgress.enter(addressOf(c))
    if (!place.isFree) {
      c.header('retry-after', ASK_AGAIN_S)
      return complaint(c, 503, 'Too many chance fields are being computed: retry in 2 s.')
    }
    return c.json<ChanceField>(await fields.field(block, addressOf(c)).finally(place.leave))
  })
  for (const path of PATHS) {
    app.all(path, (c) => {
      c.header('allow', 'GET')
      return complaint(c, 405, `${c.req.path} allows GET only.`)
    })
  }
  return app
}
