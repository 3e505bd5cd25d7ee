import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { API_PATHS } from '../../contract/api-paths.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import {
  ACCUMULATED_PLACE_PATH,
  type AccumulatedPlace,
  REPORT_CHECKS_PATH,
  type ReportChecks,
  type Accumulations as ServedAccumulations,
} from '../../contract/verification/accumulations.ts'
import {
  accumulatedPlaceQuerySchema,
  accumulationsQuerySchema,
  reportChecksQuerySchema,
} from '../../contract/verification/queries.ts'
import { figuresOf } from '../../core/verification/report-checks.ts'
import type { PastAnswers } from '../contract/history/past-answers.ts'
import { complain, SIMULATED_HEADER } from '../contract/http/answers.ts'
import type { Admitted, Gate } from '../contract/http/gate.ts'
import { type Accumulations, sideFor, WHOLE_WORLD } from './accumulations.ts'

const PATHS = [API_PATHS.accumulations, ACCUMULATED_PLACE_PATH, REPORT_CHECKS_PATH]

/** Accumulations, for viewers with access to the strikes they are computed from. To be mounted at the root. */
export function createAccumulationRoutes(deps: {
  /** Null if this server receives no strikes. */
  accumulations: Accumulations | null
  gate: Gate
  past: PastAnswers
  addressOf(c: Context): string
  isSimulated(): boolean
}): Hono<Admitted> {
  const { accumulations, gate, past, addressOf, isSimulated } = deps
  const app = new Hono<Admitted>()
  const complaint = (c: Context, status: 400 | 404 | 405, message: string) =>
    complain(c, 'lightning', { status, message })
  const without = () => ({ state: 'no-strikes' as const, simulated: isSimulated() })

  for (const path of PATHS) {
    app.use(path, compress())
    app.get(path, gate('lightning'), async (c, next) => {
      const leave = past.enter(c.get('application').id)
      if (!leave) return past.refuse(c, 'lightning')
      c.header('cache-control', 'no-store')
      if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
      try {
        await next()
      } finally {
        leave()
      }
    })
  }
  app.get(API_PATHS.accumulations, async (c) => {
    const query = accumulationsQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const { from, to, bbox = WHOLE_WORLD, kind = 'density' } = query.data
    const period = { ...(from !== undefined && { fromMs: from }), ...(to !== undefined && { toMs: to }) }
    const none = { kind, from: null, to: null, minutes: 0, notObservedMin: 0, cellDeg: sideFor(bbox), cells: [] }
    return c.json<ServedAccumulations>(
      accumulations ? await accumulations.cells(period, bbox, kind, addressOf(c)) : { ...without(), ...none },
    )
  })
  app.get(ACCUMULATED_PLACE_PATH, async (c) => {
    const query = accumulatedPlaceQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const told = await accumulations?.place(query.data.place, addressOf(c))
    if (!told)
      return complaint(
        c,
        404,
        accumulations ? 'No monitored place has this id.' : 'This server receives no strikes (DELIVERY=direct).',
      )
    return c.json<AccumulatedPlace>(told)
  })
  app.get(REPORT_CHECKS_PATH, async (c) => {
    const query = reportChecksQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const none = { from: null, to: null, all: figuresOf([]), months: [], airports: [] }
    return c.json<ReportChecks>(
      accumulations ? await accumulations.reports(query.data, addressOf(c)) : { ...without(), ...none },
    )
  })
  for (const path of PATHS) {
    app.all(path, (c) => {
      c.header('allow', 'GET')
      return complaint(c, 405, `${c.req.path} allows GET only.`)
    })
  }
  return app
}
