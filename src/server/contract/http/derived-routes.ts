import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { marked } from './answers.ts'
import type { Admitted, Gate } from './gate.ts'

export interface DerivedRoutesDeps {
  gate: Gate
  isSimulated(): boolean
}

/** Read-only routes of data derived from strikes, for clients with access to strikes. Mount at the root. */
export function createDerivedRoutes(
  paths: readonly string[],
  { gate, isSimulated }: DerivedRoutesDeps,
): Hono<Admitted> {
  const app = new Hono<Admitted>()
  for (const path of paths) {
    app.use(path, compress(), async (c, next) => {
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
      return c.json({ detail: `${c.req.path} allows GET only.` }, 405, { allow: 'GET' })
    })
    app.use(path, gate('lightning'), marked(isSimulated))
  }
  return app
}

/** Refuses data of one place: `has` is false on a server that receives no strikes. */
export function refusePlace(c: Context, has: boolean): Response {
  const detail = has ? 'No monitored place has this id.' : 'This server receives no strikes (DELIVERY=direct).'
  return c.json({ detail }, 404)
}
