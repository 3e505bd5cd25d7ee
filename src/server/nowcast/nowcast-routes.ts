import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { API_PATHS } from '../../contract/api-paths.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { nowcastQuerySchema, type ServedNowcast } from '../../contract/nowcast.ts'
import { complain, SIMULATED_HEADER } from '../contract/http/answers.ts'
import type { Admitted, Gate } from '../contract/http/gate.ts'
import type { NowcastService } from './nowcast-service.ts'
import { serveNowcast } from './served-nowcast.ts'

/** Nowcast, for clients with access to its strikes. Mount at the root. */
export function createNowcastRoutes(deps: {
  nowcast: NowcastService
  gate: Gate
  isSimulated(): boolean
}): Hono<Admitted> {
  const { nowcast, gate, isSimulated } = deps
  const app = new Hono<Admitted>()
  app.use(API_PATHS.nowcast, compress())
  app.get(API_PATHS.nowcast, gate('lightning'), (c) => {
    c.header('cache-control', 'no-store')
    if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
    const query = nowcastQuerySchema.safeParse(c.req.query())
    if (!query.success) return complain(c, 'lightning', { status: 400, message: firstComplaint(query.error) })
    const asked = query.data.place ?? null
    return c.json<ServedNowcast>(serveNowcast(nowcast, asked, isSimulated()))
  })
  app.all(API_PATHS.nowcast, (c) => {
    c.header('allow', 'GET')
    return complain(c, 'lightning', { status: 405, message: `${c.req.path} allows GET only.` })
  })
  return app
}
