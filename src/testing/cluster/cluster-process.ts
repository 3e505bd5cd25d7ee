import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Spans } from '../../core/time/spans.ts'
import { createLeader, type Leader } from '../../server/cluster/leader.ts'
import type { LeaderMessage } from '../../server/cluster/leader-message.ts'
import { createLive, type LiveMessage } from '../../server/cluster/live.ts'
import { createOwnSource } from '../../server/cluster/own-source.ts'
import { createSecondLine, type SecondLine } from '../../server/cluster/second-line.ts'
import { createSharedSource } from '../../server/cluster/shared-source.ts'
import { readConfig } from '../../server/config/config.ts'
import { FIRST_REACH_MS } from '../../server/config/open-source.ts'
import { REACH_MS } from '../../server/sources/upstream/line-ledger.ts'
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
  const faults = { isEngineGone: false }
  const told: { strikes: StrikeRecord[]; atMs: number[] } = { strikes: [], atMs: [] }
  const logged = { strikes: [] as StrikeRecord[], observed: new Spans() }
  const reachedMs = clock.now() - FIRST_REACH_MS
  /** As a history recalls it: up to the first hole that the upstream can still fill. */
  function coveredMs(): number {
    const [first] = logged.observed.list()
    const { last } = logged.observed
    if (!first || !last) return reachedMs
    const holes = logged.observed.missing(first.fromMs, last.toMs)
    return holes.find(({ toMs }) => toMs > clock.now() - REACH_MS)?.fromMs ?? last.toMs
  }
  const way = engine.openWay()
  const nothing = { strikes: [], reports: [], observed: [], gaps: [] }
  const shared = createSharedSource({
    clock,
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
    if (event.kind === 'observed') logged.observed.add(event.fromMs, event.toMs)
    if (event.kind === 'missing') logged.observed.remove(event.fromMs, event.toMs)
  })
  void shared.start()

  let stopReading = () => {}
  function readFrom(from: number): void {
    stopReading()
    stopReading = engine.log.read(from, (number, entries) => shared.read(number, entries))
  }
  readFrom(1)

  const messages = way.channel<LeaderMessage>('word')
  function hear(message: LeaderMessage): void {
    const from = shared.hear(message)
    if (from === null) return
    shared.takeBack(from - 1)
    readFrom(from)
  }
  messages.on(hear)
  const live = createLive({
    channel: way.channel<LiveMessage>('live'),
    known: shared.known,
    hear: shared.deliver,
    clock,
    log,
  })
  const heardMs = { A: Number.NEGATIVE_INFINITY, B: Number.NEGATIVE_INFINITY }
  way.channel<LiveMessage>('live').on(({ line, isLive }) => {
    if (isLive) heardMs[line] = clock.monotonicMs()
  })
  const environment = { clock, random: () => 0.5, ...upstream.environment }
  const leader: Leader = createLeader({
    id,
    eventLog: engine.log,
    shared,
    live,
    cell: engine.cells.leader().cell,
    environment,
    clock,
    log,
    ownSource: (fence) =>
      createOwnSource({
        config: read.config,
        fence,
        log,
        replay: null,
        eventLog: engine.log,
        shared,
        points: engine.cells.points().cell,
        history: {
          memory: {
            recall: async () => ({
              ...nothing,
              strikes: logged.strikes,
              simulated: true,
              aheadMs: 0,
              coveredMs: { lightning: coveredMs(), metar: clock.now() },
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
    say(message) {
      messages.say(message)
      hear(message)
    },
    isEngineGone: () => faults.isEngineGone,
    readFrom,
  })
  const second: SecondLine = createSecondLine({
    id,
    cell: engine.cells.second().cell,
    environment,
    lineA: leader,
    clock,
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
