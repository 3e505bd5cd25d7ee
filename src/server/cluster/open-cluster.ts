import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts'
import type { Config } from '../config/config.ts'
import type { OpenedSource } from '../config/open-source.ts'
import { dataNameOf } from '../config/open-source.ts'
import type { History } from '../history/history.ts'
import type { NumberedChange } from '../history/watch-store.ts'
import type { NatsSettings } from '../settings/nats-settings.ts'
import type { Source } from '../sources/source.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import { lineAddress } from '../sources/upstream/upstream-lines.ts'
import { openSharedAccessStore, type SharedAccessStore } from './access/shared-access-store.ts'
import { createSharedUse } from './access/shared-use.ts'
import { noteRead } from './catch-up.ts'
import type { Cluster } from './cluster.ts'
import { watchEngine } from './engine-gone.ts'
import { createKeeper } from './kept/keeper.ts'
import type { KeptStore } from './kept/kept-store.ts'
import { openPast } from './kept/open-past.ts'
import { createLeader, type Leader } from './leader.ts'
import { createLive } from './live.ts'
import { readEntries } from './messages.ts'
import { type Bus, createBus } from './nats/bus.ts'
import { type Cell, openCell } from './nats/cell.ts'
import { connectNats, followStatus } from './nats/connection.ts'
import { type EventLog, openEventLog } from './nats/event-log.ts'
import { openKeptStream } from './nats/kept-stream.ts'
import { leaveSilentServer } from './nats/silent-server.ts'
import { createUntilThere } from './nats/until-there.ts'
import { createOwnSource } from './own-source.ts'
import { createAsk } from './questions.ts'
import { createViewerPlacement } from './readiness.ts'
import { createSecondLine, type SecondLine } from './second-line.ts'
import { createSharedSource, type SharedSource } from './shared-source.ts'
import { AWAY_MOST_MS, LIVE_WITHIN_MS, STUCK_MS } from './timing.ts'
import { joinWatch } from './watch/open-cluster-watch.ts'
import { openSharedWatchStore, type SharedWatchStore } from './watch/shared-watch-store.ts'

/** One copy of each thing where there are fewer servers, three where they can be spread. */
const REPLICAS_FROM_SERVERS = 3
/** Log message while waiting at the start. */
const NOT_AGREED = 'the servers of NATS do not agree yet on who keeps what, or JetStream is not enabled'

/** Asks until the servers have agreed, who take some seconds for it when they have just been started. */
type Agreed = <T>(open: () => Promise<T>) => Promise<T>

interface ClusterDeps {
  config: Config
  nats: NatsSettings
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
}

export interface OpenedCluster extends OpenedSource {
  /** For history and alarms, which must be the same on all processes: events of the log alone. */
  logged: Source
  cluster: Cluster
  history: History
  sharedAccess: SharedAccessStore | null
}

/**
 * The source of a process that shares its upstream with others through NATS: each follows the log, one of them leads and
 * writes it; and its history, of which what is long past may still be on its way to this machine. Resolves once that has what
 * the log has, for which it waits as long as it takes. Rejects where no waiting helps, as where NATS does not let us in.
 */
export async function openCluster(deps: ClusterDeps): Promise<OpenedCluster> {
  const { config, nats, environment, log } = deps
  const { clock } = environment
  const name = `brontide-${dataNameOf(config)}`
  const replicas = nats.servers.length >= REPLICAS_FROM_SERVERS ? REPLICAS_FROM_SERVERS : 1
  const untilThere = createUntilThere({ clock, log })
  const agreed = <T>(open: () => Promise<T>) => untilThere(NOT_AGREED, open)
  const connection = await connectNats(nats, clock, log, untilThere)
  const { stream, kept } = await openStreams({ ...deps, agreed }, { connection, name, replicas })
  const at = { connection, replicas, clock, log }
  // It fails where there is no connection anyway, and one is looked for already.
  const reconnect = () => void connection.reconnect().catch(() => {})
  const bus = createBus(connection, name, log)
  const onStatus = (take: (type: string) => void) => followStatus(connection, log, ({ type }) => take(type))
  const onReconnect = (take: () => void) => onStatus((type) => type === 'reconnect' && take())
  const engine = watchEngine({ onStatus, servers: nats.servers, clock })
  const placement = createViewerPlacement({
    onStatus,
    isEngineGone: engine.isGone,
    clock,
    log,
    isIngesting: () => leader.isLive() || second.isLive(),
  })
  const silence = leaveSilentServer({
    reconnect,
    onCut: placement.leavesSilent,
    onReconnect,
    there: bus.channel('there'),
    clock,
  })
  const hears = { answered: silence.answered, written: silence.written }
  const cell = (key: string) => agreed(() => openCell({ connection, name: `${name}-${key}`, replicas, ...hears }))
  const cells = { leader: await cell('leader'), second: await cell('second-line'), points: await cell('points') }
  const use = createSharedUse({ channel: bus.channel('use'), clock })
  const sharedAccess = await openAccess(config, { cell, bus, onReconnect, clock, log })
  const eventLog = withKept(stream, kept)
  const past = await agreed(() => openPast({ store: kept, eventLog, history: deps.history, clock, log }))
  const { takenNumber, marks } = past
  const watchStore = await openWatchStore({ ...deps, ...at, agreed, name: `${name}-watch`, history: past.history })
  const history = { ...past.history, watch: watchStore }
  const remembered = await history.memory.recall()
  const id = randomUUID()
  const stops: (() => void)[] = []
  let stopReading = () => {}

  const ask = createAsk({ answer: (question) => leader.answer(question), bus, clock })
  const shared = createSharedSource({
    clock,
    remembered,
    readNumber: takenNumber,
    ask,
    pointsPerDay: config.pointsPerDay,
    logName: eventLog.name,
    simulated: remembered.simulated ?? config.upstream === null,
    opened: open,
    async closed() {
      await handOver()
      keeper.close()
      watchStore.close()
      stopReading()
      for (const stop of stops.splice(0)) stop()
      sharedAccess?.close()
      for (const each of [use, placement, engine, silence, live]) each.close()
      await connection.close()
    },
  })
  /** When a line of another process was last live (monotonic). */
  const heardMs = { A: Number.NEGATIVE_INFINITY, B: Number.NEGATIVE_INFINITY }
  const isHeard = (line: 'A' | 'B') => clock.monotonicMs() - heardMs[line] < LIVE_WITHIN_MS
  const live = createLive({
    channel: bus.channel('live'),
    known: shared.known,
    clock,
    log,
    hear(message) {
      if (message.isLive) heardMs[message.line] = clock.monotonicMs()
      shared.deliver(message)
    },
  })
  const watch = joinWatch({ store: watchStore, ask, clock, log })
  const leader: Leader = createLeader({
    id,
    eventLog,
    shared,
    live,
    cell: cells.leader,
    environment,
    clock,
    log,
    ownSource: (fence) =>
      createOwnSource({
        ...deps,
        fence,
        history,
        eventLog,
        shared,
        points: cells.points,
        takeSocket: () => second.takeSocket(),
        othersSockets: () => (isHeard('B') ? 1 : 0),
      }),
    hasSecondLine: () => second.isLive(),
    isSecondLineLive: () => second.isLive() || isHeard('B'),
    watch: watch.leading,
    answerOthers: bus.onQuestion,
    say: bus.say,
    tellFree: bus.tellFree,
    isEngineGone: engine.isGone,
    onStuck: unstick(reconnect, eventLog),
    readFrom: read,
  })
  const second: SecondLine = createSecondLine({
    id,
    cell: cells.second,
    environment,
    lineA: leader,
    isEngineGone: engine.isGone,
    clock,
    log,
    address: config.upstream && lineAddress(config.upstream, LIGHTNING_PATHS.socket),
    onBatch(records) {
      shared.deliver({ isLive: true, records })
      live.say({ line: 'B', isLive: true, records })
    },
  })
  async function handOver(): Promise<void> {
    await Promise.all([leader.handOver(), second.handOver()])
  }
  const keeper = createKeeper({
    store: kept,
    identity: eventLog.identity,
    history,
    marks,
    takenNumber: shared.log.readNumber,
    clock,
    log,
    mayKeep: () => leader.leads() && past.isWhole(),
  })

  const learn = createLearning(history, shared)

  function read(from: number): void {
    stopReading()
    stopReading = eventLog.read(from, (number, entries) => {
      marks.take(number, entries)
      shared.read(number, entries)
      void noteRead(history, eventLog, number)
    })
  }

  function open(): void {
    read(takenNumber + 1)
    stops.push(
      bus.onFree(() => {
        leader.look()
        second.look()
      }),
      bus.onWord((word) => {
        const from = shared.hear(word)
        if (from !== null) {
          log.warn({ from, read: shared.log.readNumber() }, 'log lost its end: read again')
          shared.takeBack(from - 1)
          read(from)
        }
        eventLog.knowWritten(word.number)
        if (word.simulated !== null) void learn(word.simulated)
      }),
    )
    leader.look()
  }

  const { seed } = config.simulator
  return {
    source: shared,
    logged: shared.logged,
    history,
    sharedAccess,
    cluster: {
      handOver,
      leads: leader.leads,
      readNumber: shared.log.readNumber,
      onCutOff: placement.onCutOff,
      sendsAway: placement.sendsAway,
      mayKnowLess: placement.mayKnowLess,
      channel: bus.channel,
      use,
      watch: watch.watch,
    },
    upstreamTokens: null,
    world: config.upstream ? null : { kind: 'synthetic', clock, seed },
  }
}

/** Opens the streams of the log and of final minutes. */
async function openStreams(
  deps: { config: Config; environment: Environment; log: Logger; agreed: Agreed },
  at: { connection: Awaited<ReturnType<typeof connectNats>>; name: string; replicas: number },
): Promise<{ stream: EventLog; kept: KeptStore }> {
  const { config, environment, log, agreed } = deps
  const keepMs = config.historyHours * HOUR_MS
  const stream = await agreed(() => openEventLog({ ...at, keepMs, readEntries, clock: environment.clock, log }))
  const kept = await agreed(() => openKeptStream({ ...at, name: `${at.name}-kept`, keepMs }))
  // Servers that have just made a stream may not have agreed yet who answers for it.
  await agreed(() => Promise.all([stream.bounds(), kept.last()]))
  return { stream, kept }
}

/** Shared sign-outs; null without sign-in. */
async function openAccess(
  { access }: Config,
  deps: Pick<Parameters<typeof openSharedAccessStore>[0], 'onReconnect' | 'clock' | 'log'> & {
    cell(key: string): Promise<Cell>
    bus: Bus
  },
): Promise<SharedAccessStore | null> {
  if (access.kind !== 'password') return null
  return openSharedAccessStore({ ...deps, cell: await deps.cell('access'), written: deps.bus.channel('access') })
}

/** Remembered strikes may be simulated ones, or real ones. */
function createLearning(history: History, shared: Pick<SharedSource, 'forget'>) {
  let isLearned: boolean | null = null
  return async (told: boolean): Promise<void> => {
    if (isLearned === told) return
    isLearned = told
    if (!(await history.memory.learnedSimulated(told))) shared.forget()
  }
}

/** Moves a log whose appends fail to another server, and each second time has the servers elect another leader of its stream. */
function unstick(reconnect: () => void, eventLog: Pick<EventLog, 'agreeAnew'>): (forMs: number) => void {
  return (forMs) => {
    reconnect()
    if (forMs % (2 * STUCK_MS) >= STUCK_MS) return
    eventLog.agreeAnew().catch(() => {
      // Retried with the next call.
    })
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
async function openWatchStore(deps: {
  config: Config
  agreed: Agreed
  connection: Awaited<ReturnType<typeof connectNats>>
  replicas: number
  name: string
  history: History
  clock: Clock
  log: Logger
}): Promise<SharedWatchStore> {
  const { name, config, agreed } = deps
  const watchLog = await agreed(() => openEventLog<NumberedChange>({ ...deps, keepMs: AWAY_MOST_MS }))
  const kept = await agreed(() => openKeptStream({ ...deps, name: `${name}-kept`, keepMs: null }))
  const keepMs = config.logDays * DAY_MS
  return agreed(() => openSharedWatchStore({ ...deps, watchLog, kept, keepMs }))
}
