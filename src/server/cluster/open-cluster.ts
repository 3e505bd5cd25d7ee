import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts'
import type { OpenReplay } from '../../simulator/source/replay/replay.ts'
import { createSharedUse } from '../access/shared-use.ts'
import type { Config } from '../config/config.ts'
import type { OpenedSource } from '../config/open-source.ts'
import { dataNameOf } from '../config/open-source.ts'
import type { History } from '../history/history.ts'
import type { NumberedChange } from '../history/watch-store.ts'
import type { NatsSettings } from '../settings/nats-settings.ts'
import type { Source } from '../sources/source.ts'
import { openSharedAccessStore, type SharedAccessStore } from './access/shared-access-store.ts'
import { noteRead } from './catch-up.ts'
import type { Cluster } from './cluster.ts'
import type { EventLog, KeptStore } from './engine.ts'
import { watchEngine } from './engine-gone.ts'
import { createKeeper } from './kept/keeper.ts'
import { openPast } from './kept/open-past.ts'
import { readEntries } from './messages.ts'
import { createBus } from './nats/bus.ts'
import { openCell } from './nats/cell.ts'
import { connectNats, followStatus } from './nats/connection.ts'
import { openEventLog } from './nats/event-log.ts'
import { openKeptStream } from './nats/kept-stream.ts'
import { leaveSilentServer } from './nats/silent-server.ts'
import { createUntilThere } from './nats/until-there.ts'
import { createAsk } from './questions.ts'
import { createViewerPlacement } from './readiness.ts'
import { createRoles, type Roles } from './roles.ts'
import { createSharedSource } from './shared-source.ts'
import { AWAY_MOST_MS } from './timing.ts'
import { joinWatch } from './watch/open-cluster-watch.ts'
import { openSharedWatchStore, type SharedWatchStore } from './watch/shared-watch-store.ts'

/** Replicas of a stream with at least this number of servers; 1 with fewer. */
const REPLICAS = 3

interface ClusterDeps {
  config: Config
  nats: NatsSettings
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
}

export interface OpenedCluster extends OpenedSource {
  /** For history and alarms, which must be the same at all processes: events of the log alone. */
  logged: Source
  cluster: Cluster
  history: History
  sharedAccess: SharedAccessStore | null
}

/**
 * The source of a process that shares its upstream with others through NATS, and its history. Older minutes are copied in the background. Waits for NATS, and resolves once the log is read to its end. Rejects if waiting cannot help, as with wrong credentials.
 */
export async function openCluster(deps: ClusterDeps): Promise<OpenedCluster> {
  const { config, nats, environment, log } = deps
  const { clock } = environment
  const base = { clock, log }
  const name = `brontide-${dataNameOf(config)}`
  const untilThere = createUntilThere(base)
  /** Servers that were just started elect for some seconds. */
  const agreed = <T>(open: () => Promise<T>) =>
    untilThere('NATS servers have not elected yet, or JetStream is off', open)
  const connection = await connectNats(nats, clock, log, untilThere)
  const at = { connection, replicas: nats.servers.length >= REPLICAS ? REPLICAS : 1, clock, log }
  const historyMs = config.historyHours * HOUR_MS
  const stream = await agreed(() => openEventLog({ ...at, name, keepMs: historyMs, readEntries }))
  const kept = await agreed(() => openKeptStream({ ...at, name: `${name}-kept`, keepMs: historyMs }))
  // Servers may not have elected a leader of a new stream yet.
  await agreed(() => Promise.all([stream.bounds(), kept.last()]))
  const bus = createBus(connection, name, log)
  const onStatus = (take: (type: string) => void) => followStatus(connection, log, ({ type }) => take(type))
  const onReconnect = (take: () => void) => onStatus((type) => type === 'reconnect' && take())
  const engine = watchEngine({ onStatus, servers: nats.servers, clock })
  const isIngesting = () => roles.isIngesting()
  const placement = createViewerPlacement({ onStatus, isEngineGone: engine.isGone, isIngesting, ...base })
  const silence = leaveSilentServer({
    // Fails without a connection, which is being opened then.
    reconnect: () => void connection.reconnect().catch(() => {}),
    onCut: placement.leavesSilent,
    onReconnect,
    there: bus.channel('there'),
    clock,
  })
  const hears = { answered: silence.answered, written: silence.written }
  const cell = (key: string) => agreed(() => openCell({ ...at, name: `${name}-${key}`, ...hears }))
  const cells = { leader: await cell('leader'), second: await cell('second-line'), points: await cell('points') }
  const use = createSharedUse({ channel: bus.channel('use'), clock })
  const hasSignIn = config.access.kind === 'password'
  const sharedAccess = hasSignIn
    ? await openSharedAccessStore({
        cell: await cell('access'),
        written: bus.channel('access'),
        onReconnect,
        clock,
        log,
      })
    : null
  const eventLog = withKept(stream, kept)
  const past = await agreed(() => openPast({ store: kept, eventLog, history: deps.history, ...base }))
  const { takenNumber, marks } = past
  const watchStore = await openWatchStore({ ...at, agreed, name: `${name}-watch`, history: past.history, config })
  const history = { ...past.history, watch: watchStore }
  const remembered = await history.memory.recall()
  const ask = createAsk({ answer: (question) => roles.leader.answer(question), bus, clock })
  const shared = createSharedSource({
    clock,
    remembered,
    readNumber: takenNumber,
    ask,
    pointsPerDay: config.pointsPerDay,
    logName: eventLog.name,
    simulated: remembered.simulated ?? config.upstream === null,
    opened: () => roles.start(takenNumber + 1),
    async closed() {
      await roles.handOver()
      for (const each of [keeper, watchStore, roles, use, placement, engine, silence]) each.close()
      sharedAccess?.close()
      await connection.close()
    },
  })
  const watch = joinWatch({ store: watchStore, ask, ...base })
  const roles: Roles = createRoles({
    ...deps,
    history,
    shared,
    eventLog,
    cells,
    bus,
    isEngineGone: engine.isGone,
    watch: watch.leading,
    take(number, entries) {
      marks.take(number, entries)
      shared.read(number, entries)
      void noteRead(history, eventLog, number)
    },
    onLeaderMessage: ({ simulated }) => simulated !== null && void learn(simulated),
  })
  const keeper = createKeeper({
    store: kept,
    identity: eventLog.identity,
    history,
    marks,
    takenNumber: shared.log.readNumber,
    ...base,
    mayKeep: () => roles.leader.leads() && past.isWhole(),
  })

  let isSimulated: boolean | null = null
  /** Remembered strikes may be simulated ones, or real ones. */
  async function learn(simulated: boolean): Promise<void> {
    if (isSimulated === simulated) return
    isSimulated = simulated
    if (!(await history.memory.learnedSimulated(simulated))) shared.forget()
  }

  const { onCutOff, sendsAway, mayKnowLess } = placement
  return {
    source: shared,
    logged: shared.logged,
    history,
    sharedAccess,
    cluster: {
      handOver: roles.handOver,
      leads: roles.leader.leads,
      readNumber: shared.log.readNumber,
      onCutOff,
      sendsAway,
      mayKnowLess,
      channel: bus.channel,
      use,
      watch: watch.watch,
    },
    upstreamTokens: null,
    world: config.upstream ? null : { kind: 'synthetic', clock, seed: config.simulator.seed },
  }
}

/** Purges the stored minutes together with the log. */
function withKept(stream: EventLog, kept: KeptStore): EventLog {
  return {
    ...stream,
    async purge() {
      await kept.purge()
      await stream.purge()
    },
  }
}

/** Opens the log of the alarms and its stored parts. */
async function openWatchStore(
  deps: Omit<Parameters<typeof openKeptStream>[0], 'keepMs'> &
    Pick<ClusterDeps, 'config' | 'history'> & { agreed<T>(open: () => Promise<T>): Promise<T> },
): Promise<SharedWatchStore> {
  const { name, config, agreed } = deps
  const watchLog = await agreed(() => openEventLog<NumberedChange>({ ...deps, keepMs: AWAY_MOST_MS }))
  const kept = await agreed(() => openKeptStream({ ...deps, name: `${name}-kept`, keepMs: null }))
  return agreed(() => openSharedWatchStore({ ...deps, watchLog, kept, keepMs: config.logDays * DAY_MS }))
}
