import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createLeader, type Leader } from '../../server/cluster/leader.ts'
import type { LeaderWord } from '../../server/cluster/leader-word.ts'
import { createLive, type LiveMessage } from '../../server/cluster/live.ts'
import type { LogEntry } from '../../server/cluster/messages.ts'
import type { EventLog } from '../../server/cluster/nats/event-log.ts'
import { createOwnSource } from '../../server/cluster/own-source.ts'
import { createSecondLine, type SecondLine } from '../../server/cluster/second-line.ts'
import { createSharedSource } from '../../server/cluster/shared-source.ts'
import { readConfig } from '../../server/config/config.ts'
import { FIRST_REACH_MS } from '../../server/config/open-source.ts'
import { lineAddress } from '../../server/sources/upstream/upstream-lines.ts'
import { createNotesInMemory } from '../fakes/forgetful-history.ts'
import { createFakeCell } from './fake-cell.ts'
import { createFakeChannels } from './fake-channel.ts'
import { createFakeEventLog } from './fake-event-log.ts'
import { type createFakeUpstream, FAKE_UPSTREAM_SETTINGS } from './fake-upstream.ts'

const LOG_NAME = 'log'

/** NATS in memory. */
export function createSharedEngine() {
  return {
    cells: { leader: createFakeCell(), second: createFakeCell(), points: createFakeCell() },
    ...createFakeEventLog(LOG_NAME),
    openWay: createFakeChannels(),
    /** The processes that answer the questions of others. */
    answering: new Set<string>(),
  }
}

/** Faults of one process. */
export interface ProcessFaults {
  /** It is partitioned from the others. */
  isCutOff: boolean
  /** All servers refuse connections. */
  isEngineGone: boolean
  /** Streams do not respond; messages between processes arrive. */
  isElecting: boolean
  /** It does nothing at all. */
  isKilled: boolean
}

/** A process of a cluster with real roles, lines and log writer, on fakes of everything outside. */
export function createClusterProcess(
  engine: ReturnType<typeof createSharedEngine>,
  clock: Clock,
  upstream: Pick<ReturnType<typeof createFakeUpstream>, 'environment'>,
) {
  const id = randomUUID()
  const log = pino({ level: 'silent' })
  const read = readConfig(FAKE_UPSTREAM_SETTINGS, { stormNames: [] })
  if (!read.ok) throw new Error('the settings are not read')
  const faults: ProcessFaults = { isCutOff: false, isEngineGone: false, isElecting: false, isKilled: false }
  const told: { strikes: StrikeRecord[]; atMs: number[] } = { strikes: [], atMs: [] }
  const logged = { strikes: [] as StrikeRecord[], coveredMs: clock.now() - FIRST_REACH_MS }
  const own = stoppable(clock, () => faults.isKilled)
  const cells = { leader: engine.cells.leader(), second: engine.cells.second(), points: engine.cells.points() }
  const way = engine.openWay()
  const isAway = () => faults.isCutOff || faults.isElecting || faults.isKilled
  const reach = <T>(go: () => Promise<T>): Promise<T> => (isAway() ? Promise.reject(new Error('out')) : go())
  const eventLog: EventLog = {
    ...engine.log,
    bounds: () => reach(engine.log.bounds),
    append: (entries, after, messageId) => reach(() => engine.log.append(entries, after, messageId)),
  }

  const nothing = { strikes: [], reports: [], observed: [], gaps: [] }
  const shared = createSharedSource({
    clock: own,
    simulated: true,
    pointsPerDay: 1,
    readNumber: 0,
    logName: LOG_NAME,
    ask: async () => null,
    remembered: { ...nothing, coveredMs: { lightning: null, metar: null }, simulated: true, aheadMs: 0 },
    opened() {},
    closed: async () => {},
  })
  shared.onStrikes((event) => {
    if (event.kind !== 'batch') return
    told.strikes.push(...event.records)
    told.atMs.push(clock.monotonicMs())
  })
  shared.logged.onStrikes((event) => {
    if (event.kind === 'batch') logged.strikes.push(...event.records)
    if (event.kind === 'observed') logged.coveredMs = event.toMs
  })
  void shared.start()

  const unread: [number, LogEntry[]][] = []
  let stopReading = () => {}
  function readOn(): void {
    while (!isAway() && unread.length > 0) shared.read(...unread.shift()!)
  }
  function readFrom(from: number): void {
    stopReading()
    unread.length = 0
    stopReading = engine.log.read(from, (number, entries) => {
      unread.push([number, entries])
      readOn()
    })
  }
  readFrom(1)
  own.every(100, () => {
    for (const { faults: of } of Object.values(cells)) of.isOut = isAway()
    way.faults.isOut = faults.isCutOff || faults.isKilled
    readOn()
  })

  const words = way.channel<LeaderWord>('word')
  function hear(word: LeaderWord): void {
    const from = shared.hear(word)
    if (from === null) return
    shared.takeBack(from - 1)
    readFrom(from)
  }
  words.on(hear)
  const live = createLive({
    channel: way.channel<LiveMessage>('live'),
    known: shared.known,
    hear: shared.deliver,
    clock: own,
    log,
  })
  const heardMs = { A: Number.NEGATIVE_INFINITY, B: Number.NEGATIVE_INFINITY }
  way.channel<LiveMessage>('live').on(({ line, isLive }) => {
    if (isLive) heardMs[line] = clock.monotonicMs()
  })
  const environment = { clock: own, random: () => 0.5, ...upstream.environment }
  const leader: Leader = createLeader({
    id,
    eventLog,
    shared,
    live,
    cell: cells.leader.cell,
    environment,
    clock: own,
    log,
    ownSource: (fence) =>
      createOwnSource({
        config: read.config,
        fence,
        log,
        replay: null,
        eventLog,
        shared,
        points: cells.points.cell,
        history: {
          memory: {
            recall: async () => ({
              ...nothing,
              strikes: logged.strikes,
              simulated: true,
              aheadMs: 0,
              coveredMs: { lightning: logged.coveredMs, metar: clock.now() },
            }),
            learnedSimulated: async () => true,
            learnedAhead: async () => {},
          },
          notes: createNotesInMemory(),
        } as never,
        takeSocket: () => second.takeSocket(),
      }),
    hasSecondLine: () => second.isLive(),
    isSecondLineLive: () => second.isLive() || clock.monotonicMs() - heardMs.B < 3_500,
    watch: { begin: async () => {}, end: async () => {}, answer: () => null },
    answerOthers() {
      engine.answering.add(id)
      return () => engine.answering.delete(id)
    },
    say(word) {
      words.say(word)
      hear(word)
    },
    isEngineGone: () => faults.isEngineGone,
    readFrom,
  })
  const second: SecondLine = createSecondLine({
    id,
    cell: cells.second.cell,
    environment,
    lineA: leader,
    clock: own,
    log,
    address: lineAddress(read.config.upstream!, LIGHTNING_PATHS.socket),
    isEngineGone: () => faults.isEngineGone,
    onBatch(records) {
      shared.deliver({ isLive: true, records })
      live.say({ line: 'B', isLive: true, records })
    },
  })
  return { shared, leader, second, told, logged, faults }
}

/** A clock whose timers do nothing for a process that is killed. */
function stoppable(clock: Clock, isKilled: () => boolean): Clock {
  const unlessKilled = (run: () => void) => () => {
    if (!isKilled()) run()
  }
  return {
    ...clock,
    after: (delayMs, run) => clock.after(delayMs, unlessKilled(run)),
    every: (intervalMs, run) => clock.every(intervalMs, unlessKilled(run)),
  }
}
