import type { Context, Hono } from 'hono'
import { API_PATHS } from '../../contract/api-paths.ts'
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
import { createDerivedRoutes, type DerivedRoutesDeps, refusePlace } from '../contract/http/derived-routes.ts'
import type { Admitted } from '../contract/http/gate.ts'
import { queryOf } from '../web/requests.ts'
import { type Accumulations, sideFor, WHOLE_WORLD } from './accumulations.ts'

const PATHS = [API_PATHS.accumulations, ACCUMULATED_PLACE_PATH, REPORT_CHECKS_PATH]

/** Accumulations, for viewers with access to the strikes they are computed from. To be mounted at the root. */
export function createAccumulationRoutes(
  deps: DerivedRoutesDeps & {
    /** Null if this server receives no strikes. */
    accumulations: Accumulations | null
    past: PastAnswers
    addressOf(c: Context): string
  },
): Hono<Admitted> {
  const { accumulations, past, addressOf, isSimulated } = deps
  const app = createDerivedRoutes(PATHS, deps)
  const without = () => ({ state: 'no-strikes' as const, simulated: isSimulated() })

  for (const path of PATHS) {
    app.get(path, async (c, next) => {
      const leave = past.enter(c.get('application').id)
      return leave ? next().finally(leave) : past.refuse(c, 'lightning')
    })
  }
  app.get(API_PATHS.accumulations, async (c) => {
    const { from, to, bbox = WHOLE_WORLD, kind = 'density' } = queryOf(c, accumulationsQuerySchema)
    const none = { kind, from: null, to: null, minutes: 0, notObservedMin: 0, cellDeg: sideFor(bbox), cells: [] }
    return c.json<ServedAccumulations>(
      accumulations
        ? await accumulations.cells({ fromMs: from, toMs: to }, bbox, kind, addressOf(c))
        : { ...without(), ...none },
    )
  })
  app.get(ACCUMULATED_PLACE_PATH, async (c) => {
    const { place } = queryOf(c, accumulatedPlaceQuerySchema)
    const told = await accumulations?.place(place, addressOf(c))
    return told ? c.json<AccumulatedPlace>(told) : refusePlace(c, accumulations !== null)
  })
  app.get(REPORT_CHECKS_PATH, async (c) => {
    const query = queryOf(c, reportChecksQuerySchema)
    const none = { from: null, to: null, all: figuresOf([]), months: [], airports: [] }
    return c.json<ReportChecks>(
      accumulations ? await accumulations.reports(query, addressOf(c)) : { ...without(), ...none },
    )
  })
  return app
}
