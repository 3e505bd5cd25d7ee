import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { Spans } from '../../core/time/spans.ts'
import { createLeader, type Leader } from '../../server/cluster/leader.ts'
import type { LeaderMessage } from '../../server/cluster/leader-message.ts'
import { createLive, type LiveMessage } from '../../server/cluster/live.ts'
import { createOwnSource } from '../../server/cluster/own-source.ts'
import { createSecondLine, type SecondLine } from '../../server/cluster/second-line.ts'
import { LIVE_WITHIN_MS } from '../../server/cluster/timing.ts'
import { readConfig } from '../../server/config/config.ts'
import { FIRST_REACH_MS } from '../../server/config/open-source.ts'
import type { History } from '../../server/history/history.ts'
import { REACH_MS } from '../../server/sources/upstream/line-ledger.ts'
import { lineAddress } from '../../server/sources/upstream/upstream-lines.ts'
import { createForgetfulHistory } from '../fakes/forgetful-history.ts'
import { FAKE_UPSTREAM_SETTINGS } from './fake-upstream.ts'
import { NOTHING, openSharedSource } from './shared-source-kit.ts'
import type { SimulatedWay } from './simulated-way.ts'

export type ClusterProcess = ReturnType<typeof createClusterProcess>

/** A process of a cluster with real roles, lines and log writer, on fakes of everything outside, which it reaches by `way`. */
export function createClusterProcess(way: SimulatedWay) {
  const { clock, environment, eventLog, cells } = way
  const id = randomUUID()
  const base = { clock, log: pino({ level: 'silent' }) }
  const read = readConfig(FAKE_UPSTREAM_SETTINGS, { stormNames: [] })
  if (!read.ok) throw new Error('the settings are not read')
  const { config } = read
  const isEngineGone = () => way.faults.isEngineGone
  const told = { strikes: [] as StrikeRecord[], atMs: [] as number[] }
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
  const recall = async () => {
    const covered = { lightning: coveredMs(), metar: clock.now() }
    return { ...NOTHING, strikes: logged.strikes, simulated: true, coveredMs: covered }
  }
  const { notes, memory } = createForgetfulHistory()
  const history = { notes, memory: { ...memory, recall } } as History

  const shared = openSharedSource(clock)
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

  let stopReading = () => {}
  function readFrom(from: number): void {
    stopReading()
    stopReading = eventLog.read(from, shared.read)
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
  let lineBMs = Number.NEGATIVE_INFINITY // monotonic
  const live = createLive({
    channel: way.channel<LiveMessage>('live'),
    known: shared.known,
    ...base,
    hear(message) {
      if (message.isLive && message.line === 'B') lineBMs = clock.monotonicMs()
      shared.deliver(message)
    },
  })
  const leader: Leader = createLeader({
    id,
    eventLog,
    shared,
    live,
    cell: cells.leader,
    environment,
    ...base,
    ownSource: (fence) =>
      createOwnSource({
        config,
        fence,
        log: base.log,
        replay: null,
        eventLog,
        shared,
        points: cells.points,
        history,
        takeSocket: () => second.takeSocket(),
      }),
    hasSecondLine: () => second.isLive(),
    isSecondLineLive: () => second.isLive() || clock.monotonicMs() - lineBMs < LIVE_WITHIN_MS,
    watch: { begin: async () => {}, end: async () => {}, answer: () => null },
    answerOthers() {
      way.answering.add(id)
      return () => way.answering.delete(id)
    },
    say(message) {
      messages.say(message)
      hear(message)
    },
    isEngineGone,
    readFrom,
  })
  const second: SecondLine = createSecondLine({
    id,
    cell: cells.second,
    environment,
    lineA: leader,
    ...base,
    address: lineAddress(config.upstream!, LIGHTNING_PATHS.socket),
    isEngineGone,
    onBatch(records) {
      shared.deliver({ isLive: true, records })
      live.say({ line: 'B', isLive: true, records })
    },
  })
  return { way, shared, leader, second, told, logged }
}
