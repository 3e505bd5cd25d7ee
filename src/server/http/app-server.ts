import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { API_PATHS } from '../../contract/api-paths.ts'
import { HEALS_PATH } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createOpenDoor } from '../access/open-door.ts'
import { isUpgradeFromElsewhere } from '../access/own-origin.ts'
import { type Config, isLoopback } from '../config.ts'
import { createContractServer } from '../contract/contract-server.ts'
import { readFailure } from '../contract/http/failures.ts'
import { refuseUpgrade } from '../contract/sockets/sockets.ts'
import { createHeldFires } from '../hazards/fires/held-fires.ts'
import type { World } from '../hazards/hazard.ts'
import { createHazardRoutes } from '../hazards/hazard-routes.ts'
import * as hazards from '../hazards/list.ts'
import type { History } from '../history/history.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { requestUrl } from '../request-path.ts'
import type { Source } from '../sources/source.ts'
import type { UpstreamTokens } from '../sources/upstream/upstream-tokens.ts'
import { createAddressLimits } from './address-limits.ts'
import { createBasemapRoute, type Tiles } from './basemap-route.ts'
import { createHealRoutes } from './heal-routes.ts'
import { createInFlight } from './in-flight.ts'
import { createPageRoutes } from './page.ts'
import { createPageTokens } from './page-tokens.ts'
import { COMMON_HEADERS, type PageReach, TLS_HEADERS } from './security-headers.ts'
import type { StaticFiles } from './static.ts'
import { createReadiness, readPageConfig, readStatus } from './status.ts'
import { createViewerAccess } from './viewer-access.ts'

export interface AppServerDeps {
  config: Config
  /** Started and closed by whoever made it. */
  source: Source
  /** Given where delivery is direct. */
  upstreamTokens?: UpstreamTokens | null
  clock: Clock
  log: Logger
  /** Changes with every build, so that a page sees that it is outdated. */
  version: string
  /** Null where another server on the same port serves the page, as in development. */
  page: StaticFiles | null
  tiles: Tiles | null
  /** Opened and closed by whoever made it; null where none is kept. */
  history?: History | null
  /** Where hazards beside the contract have their data from; null where there is nowhere. */
  world?: World | null
  /** For asking an identity provider. */
  fetch?: Environment['fetch']
  /** For looking again at the files of passwords, keys and secrets. */
  readText?: (path: string) => Promise<string>
}

/** Everything on our origin: the contract, the page, and what the page asks of its own server. */
export interface AppServer {
  fetch(request: Request, env?: HttpBindings): Response | Promise<Response>
  /** False where the path is none of ours. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Turns unready and closes every socket with 1001. Safe to call twice. */
  close(): Promise<void>
}

type Env = { Bindings: HttpBindings }

/** The first segments of our paths; in metrics whatever else is asked for is the page. */
const SECTIONS = ['fast-lightning', 'fast-metar', 'v1', 'api', 'basemap', 'healthz', 'readyz', 'metrics']

/** True where a path belongs to the server, not to the page. */
export function isServerPath(path: string): boolean {
  return SECTIONS.includes(path.split('/', 2)[1] ?? '')
}

export function createAppServer(deps: AppServerDeps): AppServer {
  const { config, source, clock, log, version } = deps
  const startedAtMs = clock.now()
  const isSimulated = () => source.simulated
  const { fetch, readText, upstreamTokens = null, history = null, world = null } = deps
  const access = createViewerAccess({ config, clock, log, upstreamTokens, fetch, readText })
  const addressOf = (c: Context) => access.peerOf(c).client
  const limits = createAddressLimits(clock)
  const inFlight = createInFlight()
  const metrics = createMetrics({ source, clock, version, history, answers: inFlight.now })
  const onStrikesSent = metrics.observeSent
  const heldFires = createHeldFires(clock)
  const contract = createContractServer({
    ...{ source, clock, policy: access.policy, log, addressOf, history, heldFires, onStrikesSent },
  })
  metrics.addViewers(contract)
  const readiness = createReadiness({
    source,
    hasOwnLines: config.delivery === 'relay',
    hasRoom: contract.hasRoom,
    hasPage: !deps.page || deps.page.has(INDEX),
  })
  const door = openDoorOf(config)
  let closing: Promise<void> | null = null

  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const beganMs = clock.monotonicMs()
    const { path } = c.req
    const peer = access.peerOf(c)
    const waitMs = limits.request(peer.client)
    const refusal = door?.refusalOf((name) => c.req.header(name))
    if (waitMs > 0) {
      metrics.refusals.count('address_rate')
      c.res = tooManyFrom(c, waitMs)
    } else if (
      c.env?.outgoing &&
      !inFlight.take(peer.client, c.env.incoming as IncomingMessage, c.env.outgoing as ServerResponse)
    ) {
      metrics.refusals.count('unread_answers')
      c.res = tooMuchUnread(c)
    } else if (refusal) {
      metrics.refusals.count('other_host')
      c.res = c.json({ detail: refusal }, 403, NO_STORE)
    } else {
      await next()
      metrics.refusals.countAnswer(path, c.res.status)
    }
    const spentMs = clock.monotonicMs() - beganMs
    const headers = peer.secure ? { ...COMMON_HEADERS, ...TLS_HEADERS } : COMMON_HEADERS
    // `c.header` would make another response of a finished one, and copy a body that every viewer shares.
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    metrics.observeRequest(isServerPath(path) ? path.split('/', 2)[1]! : 'page', c.res.status, spentMs / 1_000)
    // The query may hold a token, so the path stands alone.
    log.debug({ method: c.req.method, path, status: c.res.status, ms: Math.round(spentMs) }, 'request')
  })

  app.get(API_PATHS.health, (c) => c.json({ ok: true }, 200, NO_STORE))
  app.get(API_PATHS.ready, async (c) => {
    const missing = closing ? ['the server is going away'] : await readiness.missing()
    return c.json({ ready: missing.length === 0, missing }, missing.length === 0 ? 200 : 503, NO_STORE)
  })
  app.get(API_PATHS.metrics, async (c) =>
    c.body(await metrics.render(), 200, { ...NO_STORE, 'content-type': metrics.contentType }),
  )
  const basemapVersion = deps.tiles?.version ?? version
  const pageConfig = () => readPageConfig({ source, clock, config, version, basemapVersion, history })
  app.get(API_PATHS.config, async (c) => c.json(await pageConfig(), 200, NO_STORE))
  app.get(API_PATHS.status, access.guard.status, async (c) =>
    c.json(
      await readStatus({ source, clock, config, version, startedAtMs, viewers: contract.viewers(), history }),
      200,
      NO_STORE,
    ),
  )
  app.route(API_PATHS.token, createPageTokens({ clock, ...access, isSimulated }))
  app.use(HEALS_PATH, access.guard.status)
  app.route(HEALS_PATH, createHealRoutes({ clock, log, peerOf: access.peerOf, healed: metrics.observeHeal }))
  app.route(API_PATHS.session, access.sessionRoutes)
  app.use(`${API_PATHS.strikes}/*`, access.guard.history)
  if (deps.tiles) app.route(API_PATHS.basemap, createBasemapRoute(deps.tiles))
  for (const prefix of ['/fast-lightning/*', '/fast-metar/*', '/v1/*']) app.use(prefix, compress())
  const { gate } = contract
  app.route('/', createHazardRoutes({ hazards: Object.values(hazards), world, gate, isSimulated, clock, heldFires }))
  app.route('/', contract.app)
  if (deps.page) app.route('/', createPageRoutes({ files: deps.page, reach: reachOf(config), config: pageConfig }))

  app.notFound((c) => c.json({ detail: `There is nothing at ${c.req.path}.` }, 404, NO_STORE))
  app.onError((error, c) => {
    const failure = readFailure(error)
    if (failure.status >= 500) log.error({ path: c.req.path, error: error.message }, 'a request failed')
    return c.json({ detail: failure.message }, failure.status as 500, { ...NO_STORE, ...failure.headers })
  })

  return {
    fetch: (request, env) => app.fetch(request, env),
    handleUpgrade(request, socket, head) {
      if (!isServerPath(requestUrl(request.url)?.pathname ?? '')) return false
      const header = (name: string) => request.headers[name] as string | undefined
      if (door?.refusalOf(header)) {
        metrics.refusals.count('other_host')
        refuseUpgrade(socket, '403 Forbidden')
        return true
      }
      if (isUpgradeFromElsewhere(header)) {
        metrics.refusals.count('other_origin')
        refuseUpgrade(socket, '403 Forbidden')
        return true
      }
      if (limits.upgrade(access.peerOfUpgrade(request).client) > 0) {
        metrics.refusals.count('address_rate')
        refuseUpgrade(socket, '429 Too Many Requests')
        return true
      }
      return contract.handleUpgrade(request, socket, head)
    },
    close() {
      closing ??= contract.close().finally(() => {
        readiness.close()
        access.close()
        metrics.close()
      })
      return closing
    },
  }
}

const NO_STORE = { 'cache-control': 'no-store' }
const INDEX = '/index.html'

/** Who is let in without a sign-in, on a map that this machine alone reaches. */
function openDoorOf({ access, host, publicOrigin }: Config) {
  if (access.kind !== 'open' || !isLoopback(host)) return null
  return createOpenDoor({ publicOrigin, isAssumed: access.assumed })
}

function tooManyFrom(c: Context, waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1_000)
  return c.json({ detail: `too many requests from this address: try again in ${seconds} s` }, 429, {
    ...NO_STORE,
    'retry-after': String(seconds),
  })
}

function tooMuchUnread(c: Context): Response {
  const detail = 'too many answers of this connection or address are not read yet: read them, and try again'
  return c.json({ detail }, 503, { ...NO_STORE, 'retry-after': '1', connection: 'close' })
}

/** What the page may reach beyond us, by what is configured. */
function reachOf(config: Config): PageReach {
  const basemap = config.basemapStyleUrl ? [new URL(config.basemapStyleUrl).origin] : []
  const upstream =
    config.delivery === 'direct' && config.upstream ? [new URL(config.upstream.bases.specialWs).origin] : []
  return { connect: [...basemap, ...upstream], images: basemap }
}
