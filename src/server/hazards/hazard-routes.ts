import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Clock } from '../../core/time/clock.ts'
import { complain, marked } from '../contract/http/answers.ts'
import { noSuchPath } from '../contract/http/failures.ts'
import type { Admitted, Gate } from '../contract/http/gate.ts'
import type { ServerHazard } from './hazard.ts'

/**
 * Routes of all hazards, mounted at the root: guarded and rate limited like the contract's, uncacheable, and marked if
 * the data is simulated.
 */
export function createHazardRoutes(deps: {
  hazards: readonly ServerHazard[]
  /** Data of a hazard; null without any. */
  dataOf(hazard: ServerHazard): unknown
  gate: Gate
  isSimulated(): boolean
  clock: Clock
}): Hono<Admitted> {
  const { gate, isSimulated, clock } = deps
  const all = new Hono<Admitted>()
  for (const hazard of deps.hazards) {
    const { path, guard } = hazard
    const app = new Hono<Admitted>()
    hazard.routes(app, { data: deps.dataOf(hazard), clock })

    all.use(`${path}/*`, compress(), gate(guard), marked(isSimulated))
    all.route(path, app)
    const methods = new Map(app.routes.map((route) => [route.path === '/' ? path : path + route.path, route.method]))
    all.all(`${path}/*`, (c) => complain(c, guard, noSuchPath(c, methods)))
  }
  return all
}
