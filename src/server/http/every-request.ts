import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { createOpenDoor } from '../access/open-door.ts'
import { workLabels } from '../event-loop/work-labels.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { BodyQuota, WithBodyReader } from '../web/body-quota.ts'
import type { InFlight, SharedBody } from '../web/in-flight.ts'
import { tooMany } from '../web/requests.ts'
import { COMMON_HEADERS, EMBED_SCRIPT, TLS_HEADERS } from '../web/security-headers.ts'
import type { AddressLimits } from './address-limits.ts'
import type { ViewerAccess } from './viewer-access.ts'

export interface EveryRequestDeps {
  clock: Clock
  log: Logger
  access: Pick<ViewerAccess, 'peerOf'>
  limits: AddressLimits
  inFlight: InFlight
  bodies: BodyQuota
  /** Null if access requires a sign-in. */
  door: ReturnType<typeof createOpenDoor> | null
  metrics: Metrics
  /** The route name for metrics: one of a fixed set, never client input. */
  routeOf(path: string): string
}

type Env = { Bindings: HttpBindings; Variables: SharedBody['Variables'] & WithBodyReader['Variables'] }

/** Middleware of every request: address limits, response headers, metrics and log. */
export function createEveryRequest(deps: EveryRequestDeps): MiddlewareHandler<Env> {
  const { clock, log, access, metrics, bodies } = deps

  return async (c, next) => {
    const beganMs = clock.monotonicMs()
    const { path } = c.req
    const peer = access.peerOf(c)
    const refused = refusalOf(c, peer.client, deps)
    if (refused) c.res = refused
    else {
      const work = `http ${ownPathOf(path) ?? deps.routeOf(path)}`
      c.set('bodyReader', (caller) => {
        const read = bodies.readerOf(peer.client, caller)
        return async (...of) => {
          const body = await read(...of)
          workLabels.continueAs(work)
          return body
        }
      })
      await workLabels.run(work, next)
      metrics.refusals.countAnswer(path, c.res.status)
      const body = c.get('sharedBody')
      if (body && c.env?.outgoing) deps.inFlight.shares(c.env.outgoing as ServerResponse, body)
    }
    const spentMs = clock.monotonicMs() - beganMs
    const headers = peer.secure ? { ...COMMON_HEADERS, ...TLS_HEADERS } : COMMON_HEADERS
    // `c.header` would copy a finished response and its body, which is shared between viewers.
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    if (path === EMBED_SCRIPT) c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    metrics.observeRequest(deps.routeOf(path), c.res.status, spentMs / 1_000)
    // Without the query, which may hold a token.
    log.debug({ method: c.req.method, path, status: c.res.status, ms: Math.round(spentMs) }, 'request')
  }
}

const OWN_PATHS: readonly string[] = Object.values(API_PATHS)

/** The section that contains a path; null if it is not ours. */
function ownPathOf(path: string): string | null {
  return OWN_PATHS.find((own) => path === own || path.startsWith(`${own}/`)) ?? null
}

/** Charges the request to the limits of its address; null if it is allowed. */
function refusalOf(
  c: Context<Env>,
  client: string,
  { limits, inFlight, door, metrics }: EveryRequestDeps,
): Response | null {
  const waitMs = limits.request(client)
  if (waitMs > 0) {
    metrics.refusals.count('address_rate')
    return tooMany(c, 'too many requests from this address', waitMs)
  }
  const outgoing = c.env?.outgoing as ServerResponse | undefined
  if (outgoing && !inFlight.take(client, c.env.incoming as IncomingMessage, outgoing)) {
    metrics.refusals.count('unread_answers')
    const detail = 'too many unread responses on this connection or address: read them, then retry'
    return c.json({ detail }, 503, { 'retry-after': '1', connection: 'close' })
  }
  const refusal = door?.refusalOf((name) => c.req.header(name))
  if (!refusal) return null
  metrics.refusals.count('other_host')
  return c.json({ detail: refusal }, 403)
}
