import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { API_PATHS } from '../../contract/api-paths.ts'
import { CLOSE_RESTART } from '../../contract/close-codes.ts'
import { HEALS_PATH } from '../../contract/heals.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { createOpenDoor } from '../access/open-door.ts'
import { isUpgradeFromElsewhere } from '../access/own-origin.ts'
import type { AccessStore } from '../access/store/access-store.ts'
import { createLocalAccessStore } from '../access/store/local-access-store.ts'
import { createWallRoutes } from '../access/walls/wall-routes.ts'
import { createAccumulationRoutes } from '../accumulations/accumulation-routes.ts'
import type { Accumulations } from '../accumulations/accumulations.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Config, isLoopback } from '../config/config.ts'
import { type ContractServer, createContractServer } from '../contract/contract-server.ts'
import { createHistoryResponses } from '../contract/history/history-responses.ts'
import { marked } from '../contract/http/answers.ts'
import { readFailure } from '../contract/http/failures.ts'
import type { HeldFires } from '../contract/http/held-fires.ts'
import { refuseUpgrade } from '../contract/sockets/refuse-upgrade.ts'
import { createDescriptionRoutes } from '../description/routes.ts'
import { dataOf, type ServerHazard, type World } from '../hazards/hazard.ts'
import { createHazardRoutes } from '../hazards/hazard-routes.ts'
import * as hazards from '../hazards/list.ts'
import type { History } from '../history/history.ts'
import { followLayers } from '../layers/follow-layers.ts'
import { createLayerAnswers } from '../layers/layer-answers.ts'
import { createLayerRoutes } from '../layers/layer-routes.ts'
import type { OwnLayer } from '../layers/layers-file.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Why } from '../metrics/refusals.ts'
import { createNowcastRoutes } from '../nowcast/nowcast-routes.ts'
import { createNoNowcast, type NowcastService } from '../nowcast/nowcast-service.ts'
import { createCollections } from '../ogc/collections.ts'
import { createOgcRoutes } from '../ogc/ogc-routes.ts'
import { createPlaceRoutes } from '../places/place-routes.ts'
import { followFile } from '../settings/kept-file.ts'
import { createSettingsFaults, type SettingsFaults } from '../settings/settings-faults.ts'
import { createTrustedProxies } from '../settings/trusted-proxies.ts'
import type { Source } from '../sources/source.ts'
import { datedBySource, sourceClock } from '../sources/source-clock.ts'
import type { UpstreamTokens } from '../sources/upstream/upstream-tokens.ts'
import type { Verification } from '../verification/verification.ts'
import { createVerificationRoutes } from '../verification/verification-routes.ts'
import { allow, CHANGES, createAlarmRoutes, NOTES, type WatchRoutesDeps } from '../watch/alarm-routes.ts'
import { createChannelRoutes } from '../watch/channel-routes.ts'
import { createDeliveryRoutes, createRowDeliveryRoutes } from '../watch/delivery-routes.ts'
import { createLevelRoutes } from '../watch/levels/level-routes.ts'
import { createNoWatchRoutes } from '../watch/no-watch-routes.ts'
import { createPrivateRoutes } from '../watch/own/private-routes.ts'
import { type ChangedPlaces, createPlaceChangeRoutes } from '../watch/place-change-routes.ts'
import { createPushRoutes } from '../watch/push/push-routes.ts'
import { createReportRoutes } from '../watch/report/report-routes.ts'
import { createRightsRoute } from '../watch/rights-route.ts'
import { readRoles } from '../watch/roles.ts'
import { entryOf } from '../watch/shift/journal.ts'
import { createJournalRoutes, createSnoozeRoutes } from '../watch/shift/shift-routes.ts'
import { createSituationRoute } from '../watch/situation-route.ts'
import { createStopRoutes } from '../watch/stops/stop-routes.ts'
import type { Watch } from '../watch/watch.ts'
import { createBasemapRoute, type Tiles } from '../web/basemap-route.ts'
import { createBodyQuota } from '../web/body-quota.ts'
import { createClientRate } from '../web/client-rate.ts'
import { createInFlight } from '../web/in-flight.ts'
import { requestUrl } from '../web/request-path.ts'
import type { PageReach } from '../web/security-headers.ts'
import type { StaticFiles } from '../web/static.ts'
import { type AddressLimits, createAddressLimits } from './address-limits.ts'
import { createEveryRequest } from './every-request.ts'
import { createForwarding, readForwarded } from './forwarding.ts'
import { createHealRoutes } from './heal-routes.ts'
import { createPageRoutes } from './page.ts'
import { createPageTokens } from './page-tokens.ts'
import { createReadiness, readPageConfig, readStatus } from './status.ts'
import { createViewerAccess, type ViewerAccess } from './viewer-access.ts'

export interface AppServerDeps {
  config: Config
  /** Started and closed by the caller. */
  source: Source
  /** Set if DELIVERY=direct. */
  upstreamTokens?: UpstreamTokens | null
  clock: Clock
  log: Logger
  /** Changes with every build, so that an open page detects that it is outdated. */
  version: string
  /** Null in development, where Vite serves the page on the same port. */
  page: StaticFiles | null
  tiles: Tiles | null
  /** Opened and closed by the caller; null without history. */
  history?: History | null
  /** Fire cells cached for all viewers. */
  heldFires: HeldFires
  /** Opened and closed by the caller; null without monitored places. */
  places?: ChangedPlaces | null
  /** Started and closed by the caller; absent if the server receives no strikes. */
  nowcast?: NowcastService
  /** Opened and closed by the caller; absent if the server receives no strikes. */
  verification?: Verification
  /** Opened and closed by the caller; absent if the server receives no strikes. */
  accumulations?: Accumulations
  /** Cluster membership; null for a single process. */
  cluster?: Cluster | null
  /** Opened and closed by the caller; null without alarms. */
  watch?: Watch | null
  /** Data origin of hazards beyond the contract; null without one. */
  world?: World | null
  /** Persistent access state; in memory if absent. */
  accessStore?: AccessStore
  /** For requests to an identity provider. */
  fetch?: Environment['fetch']
  faults?: SettingsFaults
  /** Free bytes of the file system of DATA_DIR. */
  freeBytes?(): Promise<number>
  /** Blocked turns of the event loop, by work. */
  blocked?(): Record<string, number>
  /** Re-reads the files of passwords, keys and secrets. */
  readText?: (path: string) => Promise<string>
}

/** Everything on our origin: contract, page, and the page's own API. */
export type AppServer = ReturnType<typeof createAppServer>

type Env = { Bindings: HttpBindings }

/** First segments of our paths; in metrics all other paths count as the page. */
const SECTIONS = ['fast-lightning', 'fast-metar', 'v1', 'api', 'ogc', 'basemap', 'healthz', 'readyz', 'metrics']

/** True where a path belongs to the server, not to the page. */
export function isServerPath(path: string): boolean {
  return SECTIONS.includes(path.split('/', 2)[1] ?? '')
}

export function createAppServer(deps: AppServerDeps) {
  const { config, source, clock, log, version } = deps
  const startedAtMs = clock.now()
  const { fetch, readText, upstreamTokens = null, history = null, world = null, heldFires } = deps
  const store = deps.accessStore ?? createLocalAccessStore({ file: null, clock, log })
  const pageClock = sourceClock(source, clock)
  const { watch = null, cluster = null, faults = createSettingsFaults() } = deps
  const access = createViewerAccess({
    config,
    clock,
    pageClock,
    log,
    store,
    upstreamTokens,
    fetch,
    readText,
    faults,
    channelOf: cluster?.channel,
  })
  const addressOf = (c: Context) => access.peerOf(c).client
  const limits = createAddressLimits(clock, cluster?.use)
  const inFlight = createInFlight(() => metrics.refusals.count('unread_answers'))
  const bodies = createBodyQuota(clock)
  const metrics = createMetrics({
    ...deps,
    faults,
    history,
    answers: inFlight.now,
    bodies: bodies.count,
    watch,
    cluster,
  })
  const contract = createContractServer({
    source,
    clock,
    policy: access.policy,
    log,
    addressOf,
    history,
    heldFires,
    onStrikesSent: metrics.observeSent,
    others: cluster?.use,
  })
  metrics.addViewers(contract)
  const stopLooking = cluster?.onCutOff(() => contract.closeAll(CLOSE_RESTART, 'this replica fell behind'))
  const readiness = createReadiness({
    source,
    hasOwnLines: config.delivery === 'relay',
    hasRoom: contract.hasRoom,
    hasPage: !deps.page || deps.page.has(INDEX),
  })
  const door = openDoorOf(config)
  const follow = { clock, log, readText, faults }
  const look = access.signIns.look
  const roles = followFile({ name: 'ROLES_FILE', kept: config.roles, parse: readRoles, ...follow, taken: look })
  const layers = followLayers({ kept: config.layers, ...follow })
  let closing: Promise<void> | null = null
  const missing = async () => {
    if (closing) return ['the server is shutting down']
    return cluster?.mayKnowLess() ? ['the shared log is unreachable'] : readiness.missing()
  }

  const app = new Hono<Env>()
  const routeOf = (path: string) => (isServerPath(path) ? path.split('/', 2)[1]! : 'page')
  app.use(datedBySource(source))
  app.use(createEveryRequest({ clock, log, access, limits, inFlight, bodies, door, metrics, routeOf }))
  mountOwnRoutes(app, deps, { access, contract, metrics, missing, startedAtMs, faults })
  if (config.layers.path !== null) {
    const answers = createLayerAnswers({ clock, log, fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)) })
    metrics.addLayers({ ...answers, counts: () => answers.counts(layers.current()) })
    app.use(`${API_PATHS.layers}/*`, access.guard.status)
    app.route(API_PATHS.layers, createLayerRoutes({ layers: layers.current, answers, clock, viewerOf: addressOf }))
  }
  const isSimulated = () => source.simulated
  const { gate, past } = contract
  const ofStrikes = { gate, addressOf, isSimulated }
  const all: readonly ServerHazard[] = Object.values(hazards)
  const hazardData = (hazard: ServerHazard) => (hazard === hazards.fires ? heldFires : dataOf(hazard, world))
  app.route('/', createHazardRoutes({ hazards: all, dataOf: hazardData, gate, isSimulated, clock }))
  app.route('/', createDescriptionRoutes({ version, ofHazards: all.flatMap(({ operations }) => operations) }))
  app.route('/', createNowcastRoutes({ nowcast: deps.nowcast ?? createNoNowcast(), clock, ...ofStrikes }))
  app.route('/', createVerificationRoutes({ verification: deps.verification ?? null, ...ofStrikes }))
  const accumulations = deps.accumulations ?? null
  app.route('/', createAccumulationRoutes({ accumulations, past: past.answers, ...ofStrikes }))
  if (history) mountOgc(app, { ...deps, history }, { access, contract, clock: pageClock })
  const changes = createClientRate({ clock, ...CHANGES })
  const changers = { ...access, roles: roles.current, changes }
  mountWatch(
    app,
    { ...deps, clock: pageClock },
    { access, contract, roles: roles.current, changes, faults: faults.list },
  )
  const { admit, peerOf, walls } = access
  const note: Parameters<typeof createWallRoutes>[0]['note'] = async (entry) => {
    // In a cluster the leader admits walls, because the journal records it.
    if (!watch || (cluster && !cluster.watch.isOpen())) return
    await watch.writer.write({ journal: [entryOf('wall', entry, pageClock.now())] })
  }
  const mayChange = allow(['acknowledge', 'configure'], changers)
  app.route(API_PATHS.walls, createWallRoutes({ log, peerOf, admit, mayChange, note, walls }))
  app.route('/', contract.app)
  if (deps.page) {
    const pages = { files: deps.page, reach: () => reachOf(config, layers.current()), config: () => pageConfigOf(deps) }
    app.route('/', createPageRoutes(pages))
  }

  app.notFound((c) => c.json({ detail: `No resource at ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    const failure = readFailure(error)
    if (failure.status >= 500) log.error({ path: c.req.path, error: error.message }, 'request failed')
    return c.json({ detail: failure.message }, failure.status as 500, failure.headers)
  })

  return {
    fetch: (request: Request, env?: HttpBindings): Response | Promise<Response> => app.fetch(request, env),
    /** Mounted routes in Hono's syntax; a test compares them with the API description. */
    routes: (): { method: string; path: string }[] => app.routes.map(({ method, path }) => ({ method, path })),
    /** Counts connections refused before a request was parsed. */
    refused: (why: Extract<Why, 'silent_connections' | 'bad_head'>): void => metrics.refusals.count(why),
    /** Whether a connection comes from a trusted proxy. */
    isProxy: createTrustedProxies(config.trustedProxies).has,
    /** False if the path is not ours. */
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      if (!isServerPath(requestUrl(request.url)?.pathname ?? '')) return false
      if (cluster?.sendsAway()) {
        refuseUpgrade(socket, '503 Service Unavailable')
        return true
      }
      const refused = refusedUpgrade(request, { door, limits, access })
      if (refused) {
        metrics.refusals.count(refused.why)
        refuseUpgrade(socket, refused.status)
        return true
      }
      return contract.handleUpgrade(request, socket, head)
    },
    /** Becomes unready and closes all sockets with 1012, in slices. Idempotent. */
    close(): Promise<void> {
      closing ??= contract.close().finally(() => {
        readiness.close()
        access.close()
        roles.close()
        layers.close()
        metrics.close()
        stopLooking?.()
      })
      return closing
    },
  }
}

const INDEX = '/index.html'

function refusedUpgrade(
  request: IncomingMessage,
  by: { door: ReturnType<typeof openDoorOf>; limits: AddressLimits; access: ViewerAccess },
) {
  const header = (name: string) => request.headers[name] as string | undefined
  if (by.door?.refusalOf(header)) return { why: 'other_host', status: '403 Forbidden' } as const
  if (isUpgradeFromElsewhere(header)) return { why: 'other_origin', status: '403 Forbidden' } as const
  const isTooSoon = by.limits.upgrade(by.access.peerOfUpgrade(request).client) > 0
  return isTooSoon ? ({ why: 'address_rate', status: '429 Too Many Requests' } as const) : null
}

/** Guard of a map without sign-in on a loopback address. */
function openDoorOf({ access, host, publicOrigin }: Config) {
  if (access.kind !== 'open' || !isLoopback(host)) return null
  return createOpenDoor({ publicOrigin, isAssumed: access.assumed })
}

/** Mounts status, configuration, sign-in and base map. */
function mountOwnRoutes(
  app: Hono<Env>,
  deps: AppServerDeps,
  parts: {
    access: ViewerAccess
    contract: ContractServer
    metrics: Metrics
    /** Conditions missing before viewers can be served. */
    missing(): Promise<string[]>
    startedAtMs: number
    faults: SettingsFaults
  },
): void {
  const { source, clock, config, version, log, history = null } = deps
  const { access, contract, metrics, startedAtMs } = parts

  app.get(API_PATHS.health, (c) => c.json({ ok: true }))
  app.get(API_PATHS.ready, async (c) => {
    const missing = await parts.missing()
    // The last valid settings stay in force, so viewers are served as before.
    const degraded = parts.faults.list().map(({ name }) => name)
    const told = { ready: missing.length === 0, missing, degraded }
    return c.json(told, missing.length === 0 ? 200 : 503)
  })
  app.get(API_PATHS.metrics, async (c) => c.body(await metrics.render(), 200, { 'content-type': metrics.contentType }))
  app.get(API_PATHS.config, async (c) => c.json(await pageConfigOf(deps)))
  app.get(API_PATHS.status, access.guard.status, async (c) => {
    const viewers = contract.viewers()
    return c.json(await readStatus({ source, clock, config, version, startedAtMs, viewers, history }))
  })
  app.route(
    API_PATHS.token,
    createPageTokens({ clock, ...access, isSimulated: () => source.simulated, others: deps.cluster?.use }),
  )
  app.use(HEALS_PATH, access.guard.status)
  app.route(HEALS_PATH, createHealRoutes({ clock, log, peerOf: access.peerOf, healed: metrics.observeHeal }))
  app.route(API_PATHS.session, access.sessionRoutes)
  app.use(`${API_PATHS.strikes}/*`, access.guard.history)
  if (deps.tiles) app.route(API_PATHS.basemap, createBasemapRoute(deps.tiles))
  for (const prefix of ['/fast-lightning/*', '/fast-metar/*', '/v1/*']) app.use(prefix, compress())
}

/** Mounts places, alarms, channels and permissions. */
function mountWatch(
  app: Hono<Env>,
  { config, source, clock, log, watch, places, history, tiles, cluster, nowcast }: AppServerDeps,
  {
    access,
    contract,
    roles,
    faults,
    changes,
  }: Pick<WatchRoutesDeps, 'roles' | 'changes'> & {
    access: ViewerAccess
    contract: ContractServer
    faults: SettingsFaults['list']
  },
): void {
  const { admit, peerOf, guard, signIns } = access
  if (!watch) {
    if (places) app.route(API_PATHS.places, createPlaceRoutes(places, guard.status))
    app.route('/', createNoWatchRoutes(guard.status, config))
    return
  }
  if (cluster) {
    const { isOpen, isFull, ask } = cluster.watch
    const { paths, handlers } = createForwarding({ leads: isOpen, isFull, ask, guard: guard.status, admit, peerOf })
    for (const path of paths) app.use(path, ...handlers)
    cluster.watch.answerBy(async (forwarded) => {
      const { request, env } = readForwarded(forwarded)
      const answer = await app.fetch(request, env)
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    })
  }
  signIns.onLook(() => {
    // In a cluster the leader owns the stored alarm state.
    if (cluster && !cluster.watch.isOpen()) return
    const names = access.names()
    if (names) watch.own.keepNames(names)
    const mayAcknowledge = () => roles()?.acknowledge ?? null
    const by = { names: access.names, mayAcknowledge, isInForce: signIns.isInForce }
    watch.push.subscriptions
      .review(by)
      .catch((error) => log.error({ error: String(error) }, 'push subscription review failed'))
  })
  const isSimulated = () => source.simulated
  const { past } = contract
  const routes = {
    watch,
    guard: guard.status,
    admit,
    peerOf,
    signIns,
    roles,
    isSimulated,
    past,
    changes,
    clock,
    log,
    notes: createClientRate({ clock, ...NOTES }),
    keepMs: config.logDays * DAY_MS,
  }
  if (places) {
    const changes = createPlaceChangeRoutes({ ...routes, places })
    app.route(API_PATHS.places, createPlaceRoutes(places, guard.status, changes))
  }
  for (const path of [`${API_PATHS.alarms}/*`, API_PATHS.levels, API_PATHS.situation, `${API_PATHS.places}/:id/report`])
    app.use(path, marked(isSimulated))
  app.route(API_PATHS.alarms, createAlarmRoutes(routes))
  app.route(API_PATHS.privateLevels, createPrivateRoutes(routes))
  app.route(API_PATHS.channels, createChannelRoutes(routes))
  if (history && places) app.route(API_PATHS.places, createReportRoutes({ ...routes, history, places, tiles }))
  app.route(API_PATHS.journal, createJournalRoutes(routes))
  app.route(API_PATHS.push, createPushRoutes(routes))
  app.route(API_PATHS.alarms, createRowDeliveryRoutes(routes))
  app.route(API_PATHS.deliveries, createDeliveryRoutes(routes))
  app.route(API_PATHS.snoozes, createSnoozeRoutes(routes))
  app.route(API_PATHS.levels, createLevelRoutes(routes))
  app.route(API_PATHS.stops, createStopRoutes(routes))
  if (places) {
    const situation = { ...routes, levels: () => watch.engine, places, nowcast: nowcast ?? null, nowMs: clock.now }
    app.route(API_PATHS.situation, createSituationRoute(situation))
  }
  app.route(API_PATHS.rights, createRightsRoute({ ...routes, faults }))
}

/** Mounts OGC API – Features, for viewers of the map. */
function mountOgc(
  app: Hono<Env>,
  deps: AppServerDeps & { history: History },
  { access, contract, clock }: { access: ViewerAccess; contract: ContractServer; clock: Clock },
): void {
  const { source, history, places = null, heldFires, log, config } = deps
  const { turns, answers: past } = contract.past
  const { period: periodOf } = createHistoryResponses({ history, source, clock, log, turns, past })
  const nowcast = deps.nowcast ?? createNoNowcast()
  const { guard, peerOf } = access
  const routes = createOgcRoutes({
    collections: createCollections({ history, source, places, nowcast, heldFires, periodOf, clock }),
    guards: { lightning: guard.history, metar: guard.reports, standard: guard.status },
    turns,
    past,
    log,
    originOf(c) {
      const { host } = new URL(c.req.url)
      return config.publicOrigin ?? `${peerOf(c).secure ? 'https' : 'http'}://${host}`
    },
    askerOf: (c) => peerOf(c).client,
    isSimulated: () => source.simulated,
    nowMs: clock.now,
  })
  app.route('/', routes)
}

function pageConfigOf({ source, clock, config, version, tiles, history = null, places = null }: AppServerDeps) {
  const basemapVersion = tiles?.version ?? version
  return readPageConfig({ source, clock, config, version, basemapVersion, history, places })
}

/** External origins for the page's content security policy. */
function reachOf(config: Config, own: readonly OwnLayer[]): PageReach {
  const basemap = config.basemapStyleUrl ? [new URL(config.basemapStyleUrl).origin] : []
  const upstream =
    config.delivery === 'direct' && config.upstream ? [new URL(config.upstream.bases.specialWs).origin] : []
  // The page fetches layer images by requests, not by elements.
  const layers = own.filter(({ via }) => via === 'browser').map(({ url }) => new URL(url).origin)
  return { connect: [...new Set([...basemap, ...upstream, ...layers])], images: basemap, frames: config.embedOrigins }
}
