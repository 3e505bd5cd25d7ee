import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Environment } from '../client/session/environment.ts'
import type { Clock } from '../core/time/clock.ts'
import { DAY_MS } from '../core/time/durations.ts'
import { messageOf } from '../core/util/message-of.ts'
import { loadSimAirports } from '../simulator/source/metar/sim-airports.ts'
import { type OpenedReplay, type OpenReplay, openReplay, replayLine } from '../simulator/source/replay/replay.ts'
import { STORM_NAMES } from '../simulator/source/scenarios/scenarios.ts'
import type { AccessStore } from './access/store/access-store.ts'
import { createLocalAccessStore } from './access/store/local-access-store.ts'
import { type AccumulationsDeps, openAccumulations } from './accumulations/accumulations.ts'
import { openBackupSocket } from './backup/backup-socket.ts'
import type { Cluster } from './cluster/cluster.ts'
import { type Config, readConfig } from './config/config.ts'
import { createLog } from './config/log.ts'
import { dataNameOf, FIRST_REACH_MS, type OpenedSource, openSource } from './config/open-source.ts'
import { createEventLoopMonitor, threadCpuMs } from './event-loop/event-loop-monitor.ts'
import { labelledClock, workLabels } from './event-loop/work-labels.ts'
import { createLocalHeldFires } from './hazards/fires/local-held-fires.ts'
import { closeToOthers, dataFolderProblem, freeBytesAt } from './history/data-folder.ts'
import type { History } from './history/history.ts'
import { lockDataFolder, openHistory } from './history/open-history.ts'
import { createAppServer } from './http/app-server.ts'
import { createBasemap } from './http/basemap.ts'
import { withEarlierAssets } from './http/earlier-assets.ts'
import { type HttpFront, openHttpFront, type PageServer } from './http/http-front.ts'
import { createNodeEnvironment } from './node-environment.ts'
import { startNowcast } from './nowcast/nowcast-service.ts'
import { keptDrawnPlaces } from './places/drawn-places.ts'
import { createGuardedPlaces, type GuardedPlaces } from './places/guarded-places.ts'
import { followSignals } from './process-end.ts'
import { readLocales } from './read-locales.ts'
import { COMMANDS } from './settings/command-names.ts'
import { followFile } from './settings/kept-file.ts'
import { createSettingsFaults, type SettingsFaults } from './settings/settings-faults.ts'
import { recordSource } from './sources/recorder.ts'
import type { Source } from './sources/source.ts'
import { openVerification, type VerificationDeps } from './verification/verification.ts'
import { readVersion } from './version.ts'
import { readChannels } from './watch/channels/channels-file.ts'
import { createPost } from './watch/channels/post.ts'
import { instanceInFile, madeOnceInFile, madeOnceInStore, newInstance } from './watch/made-once.ts'
import { whyNoWatch } from './watch/no-watch-routes.ts'
import { isVapidKey, newVapidKey } from './watch/push/vapid.ts'
import { noteFileChanges } from './watch/shift/journal.ts'
import { createStoredChecks } from './watch/stored-states.ts'
import { openWatch, type Watch } from './watch/watch.ts'
import { boundBodies } from './web/bounded-bodies.ts'
import { loadStaticFiles } from './web/static.ts'

export interface RunOptions {
  env: Record<string, string | undefined>
  /** Folder of `dist` and `package.json`. */
  root: string
  /** Serves the page from another source than the build. */
  openPage?: (server: Server) => Promise<PageServer>
  /** Messages for the person at the terminal; logs go to standard error. */
  say(line: string): void
}

/** Aggregation reads the whole history: it starts after the first pages have loaded theirs. */
const SUMMED_UP_AFTER_MS = 5_000
/** Files readable by this user only. */
const OWN_FILES_ALONE = 0o077

/** Runs Brontide until a signal ends it. */
export async function run(options: RunOptions): Promise<void> {
  readLocales()
  const { env, root, say } = options
  const read = readConfig(env, { stormNames: STORM_NAMES })
  if (!read.ok) return refuse(listOf(read.problems))
  const { config } = read
  const environment = createNodeEnvironment()
  const { clock } = environment
  const log = createLog(config.logLevel, process.stderr)
  for (const notice of read.notices) log.warn(notice)
  const eventLoop = createEventLoopMonitor({ clock, log, labels: workLabels, cpuMs: threadCpuMs })
  const closeOnEnd = followSignals(log, clock)
  process.umask(OWN_FILES_ALONE)

  const page = options.openPage ? null : loadStaticFiles(join(root, 'dist', 'page'))
  const tilesFile = join(root, 'dist', 'basemap', `${config.boundaries}.mbtiles`)
  if (!existsSync(tilesFile)) return refuse(`the base map is not built. ${COMMANDS.build}.`)
  const tiles = createBasemap({ file: tilesFile })
  // index.html names every hashed file of the page.
  const version = readVersion(root, [tiles.version, page?.get('/index.html')?.body ?? ''])
  const dir = resolve(config.dataDir)
  // Check the port first: a second process must exit before it touches the files of the first.
  const unusable = (await portProblem(config)) ?? dataFolderProblem(dir)
  if (unusable) return refuse(unusable)
  const lock = lockDataFolder(dir)
  if ('problem' in lock) return refuse(lock.problem)
  closeToOthers(dir)
  const played = await openReplayOf(config, clock)
  if (played && !played.ok) return refuse(`SIMULATOR_REPLAY: ${played.problem}`)
  const replay = played?.replay ?? null
  const faults = createSettingsFaults()
  const checks = createStoredChecks({ log, faults })
  const own = await openHistory(
    asWork('history', { name: dataNameOf(config), hours: config.historyHours, dir, clock, log, checks }),
  )
  const { source, logged, upstreamTokens, world, cluster, history, sharedAccess } = await openOwnOrShared({
    config,
    environment,
    log,
    history: own,
    replay,
  })
  const accessStore = sharedAccess ?? openAccessStore({ config, dir, clock, log })
  const places = await openPlaces({ source, history, config, clock, log, faults })
  const known = { source, history, places, clock, log, locationErrorKm: config.locationErrorKm }
  const nowcast = config.delivery === 'relay' ? startNowcast(asWork('nowcast', known)) : undefined
  const past = nowcast && openPast({ nowcast, ...known, keepDays: config.logDays })
  const { watch, closeWatch } = await openWatchOf({
    ...asWork('alarms', known),
    config,
    dir,
    tiles,
    source: logged,
    nowcast: nowcast ?? null,
    environment,
    cluster,
    faults,
  })
  const app = createAppServer({
    config,
    places,
    watch,
    accessStore,
    source,
    upstreamTokens,
    clock,
    heldFires: createLocalHeldFires(clock),
    nowcast,
    ...past,
    cluster,
    log,
    version,
    page: page && withEarlierAssets({ page, built: join(root, 'dist', 'page'), dir, clock, log }),
    tiles,
    history,
    world,
    fetch: boundBodies(environment).fetch,
    freeBytes: () => freeBytesAt(dir),
    faults,
    blocked: eventLoop.blocked,
  })
  const backups = await openBackupSocket({ dir, history, log })
  // Stops after the viewers' sockets are closed.
  const stopRecording = recordSource({ source: logged, history, clock, log })

  const front = await listen({ app, clock, openPage: options.openPage }, config)
  closeOnEnd(async () => {
    eventLoop.stop()
    await cluster?.handOver()
    nowcast?.close()
    past?.close()
    await closeWatch()
    await Promise.all([app.close(), front.close()])
    places.close()
    await source.close()
    await stopRecording()
    backups.close()
    await history.close()
    tiles.close()
    lock.release()
  })

  // The page is served before the source has started and shows the missing parts.
  source.start().catch((error: unknown) => {
    log.fatal({ error: messageOf(error) }, 'source failed to start')
    process.exit(1)
  })
  log.info({ version, host: config.host, port: front.port, simulated: config.upstream === null }, 'listening')
  eventLoop.start()
  say(`Brontide is at ${addressOf(config.host, front.port)}`)
  say(replay ? replayLine(replay) : dataLine(config))
}

/** Exits if listening fails. */
async function listen(
  deps: Omit<Parameters<typeof openHttpFront>[0], 'host' | 'port'>,
  config: Config,
): Promise<HttpFront> {
  try {
    return await openHttpFront({ ...deps, host: config.host, port: config.port })
  } catch (error) {
    refuse(listenFailure(error, config))
    process.exit()
  }
}

/** Runs the timers of a component under its work label. */
function asWork<Deps extends { clock: Clock }>(work: string, deps: Deps): Deps {
  return { ...deps, clock: labelledClock(work, deps.clock) }
}

/** Persistent access state; on disk only for passwords. */
function openAccessStore({ config, dir, clock, log }: { config: Config; dir: string; clock: Clock; log: Logger }) {
  const file = config.access.kind === 'password' ? join(dir, 'access.json') : null
  return createLocalAccessStore({ file, clock, log })
}

async function openPlaces(
  deps: { config: Config; history: History } & Omit<
    Parameters<typeof createGuardedPlaces>[0],
    'file' | 'rules' | 'drawn'
  >,
): Promise<GuardedPlaces> {
  const { config, history, ...rest } = asWork('places', deps)
  const drawn = await keptDrawnPlaces(history.watch)
  return createGuardedPlaces({ ...rest, file: config.places, rules: config.rules, drawn })
}

function openPast(deps: VerificationDeps & AccumulationsDeps) {
  const verification = openVerification(asWork('verification', deps))
  const accumulations = openAccumulations(asWork('accumulations', { ...deps, beginAfterMs: SUMMED_UP_AFTER_MS }))
  return {
    verification,
    accumulations,
    close() {
      verification.close()
      accumulations.close()
    },
  }
}

/** Settings files whose changes are followed. */
function filesOf({ places, channels, rules, roles, layers }: Config) {
  const byName = {
    PLACES_FILE: places,
    CHANNELS_FILE: channels,
    RULES_FILE: rules,
    ROLES_FILE: roles,
    LAYERS_FILE: layers,
  }
  return Object.entries(byName).map(([name, { path }]) => ({ name, path }))
}

/** The source of this process, or the shared one of a cluster; NATS modules are loaded only for the latter. */
async function openOwnOrShared(
  deps: Parameters<typeof openSource>[0] & { history: History; replay: OpenReplay | null },
): Promise<
  OpenedSource & { logged: Source; cluster: Cluster | null; history: History; sharedAccess: AccessStore | null }
> {
  const { history, config } = deps
  const { nats } = config
  if (nats === null) {
    const own = await openSource(deps)
    return { ...own, logged: own.source, cluster: null, history, sharedAccess: null }
  }
  const { openCluster } = await import('./cluster/open-cluster.ts')
  try {
    return await openCluster({ ...deps, nats })
  } catch (error) {
    refuse(`NATS_URL: ${messageOf(error)}.`)
    process.exit()
  }
}

type WatchOf = Pick<Parameters<typeof openWatch>[0], 'source' | 'history' | 'nowcast' | 'clock' | 'log' | 'tiles'> & {
  config: Config
  dir: string
  environment: Pick<Environment, 'random'>
  places: GuardedPlaces
  cluster: Cluster | null
  faults: SettingsFaults
}

/** Alarms run in one process: in a cluster, in the leader. With direct delivery there are none. */
async function openWatchOf(deps: WatchOf): Promise<{ watch: Watch | null; closeWatch(): Promise<void> }> {
  const { config, cluster, places, history, clock, log } = deps
  if (whyNoWatch(config)) return { watch: null, closeWatch: async () => {} }
  if (!cluster) {
    return openOwnWatchOf({
      ...deps,
      vapidKey: () =>
        madeOnceInFile(join(deps.dir, 'vapid.pem'), newVapidKey, {
          isIntact: isVapidKey,
          onDamage: (aside) =>
            log.error({ aside }, 'push key damaged and set aside, all browsers must subscribe again'),
        }),
      instance: () => instanceInFile(join(deps.dir, 'instance'), log),
    })
  }
  const { openLedWatch } = await import('./cluster/watch/led-watch.ts')
  const led = await openLedWatch({
    store: cluster.watch.store,
    places,
    clock,
    log,
    async open() {
      const vapidKey = await madeOnceInStore(history.watch, 'vapid/key', newVapidKey)
      const instance = await madeOnceInStore(history.watch, 'instance', newInstance)
      return openOwnWatchOf({ ...deps, vapidKey: () => vapidKey, instance: () => instance })
    },
  })
  cluster.watch.setTerms(led.terms)
  return led
}

/** The alarm engine of this process. */
async function openOwnWatchOf(deps: Omit<WatchOf, 'cluster' | 'dir'> & { vapidKey(): string; instance(): string }) {
  const { config, clock, log } = deps
  const { publicOrigin, locationErrorKm, logDays, heartbeatUrl } = config
  const watch = await openWatch({
    ...deps,
    publicOrigin,
    locationErrorKm,
    channels: config.channels.value,
    channelsArePartial: config.channels.isPartial,
    post: createPost(),
    heartbeatUrl,
    keepMs: logDays * DAY_MS,
    random: deps.environment.random,
  })
  const channels = followFile({
    name: 'CHANNELS_FILE',
    kept: config.channels,
    parse: readChannels,
    clock,
    log,
    faults: deps.faults,
    taken: (list) => void watch.dispatcher.setChannels(list),
  })
  const stopNoting = noteFileChanges({ files: filesOf(config), store: watch.store, clock })
  return {
    watch,
    async closeWatch() {
      channels.close()
      stopNoting()
      await watch.close()
    },
  }
}

/** Null without a replay; the recording is opened before viewers connect. */
async function openReplayOf({ upstream, simulator }: Config, clock: Clock): Promise<OpenedReplay | null> {
  if (upstream || !simulator.replay) return null
  const wish = { ...simulator.replay, file: resolve(simulator.replay.file) }
  return openReplay(wish, { startMs: clock.now() - FIRST_REACH_MS, airports: loadSimAirports() })
}

function refuse(why: string): void {
  process.stderr.write(`Brontide does not start: ${why}\n`)
  process.exitCode = 1
}

function listOf(problems: string[]): string {
  const count = problems.length === 1 ? 'one setting is invalid' : `${problems.length} settings are invalid`
  return [`${count}.`, ...problems.map((problem) => `  - ${problem}`)].join('\n')
}

function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `http://${name}:${port}/${everywhere ? ', and at every address of this machine' : ''}`
}

function dataLine(config: Config): string {
  if (!config.upstream) {
    const storm = config.simulator.storm ? `, storm ${config.simulator.storm}` : ''
    return `The data is simulated (seed ${config.simulator.seed}${storm}). Set the UPSTREAM_* variables for real data.`
  }
  const hosts = [...new Set(Object.values(config.upstream.bases).map((base) => new URL(base).host))]
  return `The data comes from ${hosts.join(', ')}.`
}

/** Why listening on the configured address is impossible; null if it is possible, or the port is 0. */
function portProblem(config: Config): Promise<string | null> {
  const probe = createServer()
  return new Promise((settle) => {
    if (config.port === 0) return settle(null)
    probe.once('error', (error) => settle(listenFailure(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => settle(null)))
  })
}

function listenFailure(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `port ${port} at ${host} is in use. Set PORT to a free one, such as PORT=${port + 1}.`
  }
  if (code === 'EACCES') return `no permission to listen on port ${port}. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is not an address of this machine.`
  }
  return `it can't listen at ${host}:${port} (${messageOf(error)}).`
}
