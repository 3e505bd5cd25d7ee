import { randomUUID } from 'node:crypto'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { lineAddress } from '../sources/upstream/upstream-lines.ts'
import type { Bus, Cell, EventLog } from './engine.ts'
import { createLeader, type Leader, type LeaderDeps } from './leader.ts'
import { type LeaderMessage, readLeaderMessage } from './leader-message.ts'
import { createLive } from './live.ts'
import type { LogEntry } from './messages.ts'
import { createOwnSource, type OwnSourceDeps } from './own-source.ts'
import { createSecondLine, type SecondLine } from './second-line.ts'
import type { SharedSource } from './shared-source.ts'
import { LIVE_WITHIN_MS } from './timing.ts'

export type Roles = ReturnType<typeof createRoles>

/** What a process says, hears and reads, and its turns as the leader and as the second line. */
export function createRoles(
  deps: Pick<OwnSourceDeps, 'config' | 'log' | 'history' | 'replay'> &
    Pick<LeaderDeps, 'environment' | 'isEngineGone' | 'watch'> & {
      shared: SharedSource
      eventLog: EventLog
      cells: { leader: Cell; second: Cell; points: Cell }
      bus: Pick<Bus, 'channel' | 'onQuestion'>
      /** Receives each message of the log; the same ones again where the log has lost its end. */
      take(number: number, entries: LogEntry[]): void
      onLeaderMessage(message: LeaderMessage): void
    },
) {
  const { config, environment, log, shared, eventLog, cells, bus, isEngineGone } = deps
  const { clock } = environment
  const base = { id: randomUUID(), environment, isEngineGone, clock, log }
  const leaderMessages = bus.channel<LeaderMessage>('word')
  /** When line B of another process was last live (monotonic). */
  let lineBMs = Number.NEGATIVE_INFINITY
  const isLineBHeard = () => clock.monotonicMs() - lineBMs < LIVE_WITHIN_MS
  let stopReading = () => {}
  let stopHearing = () => {}

  function readFrom(from: number): void {
    stopReading()
    stopReading = eventLog.read(from, deps.take)
  }

  function readAgain(from: number): void {
    log.warn({ from, read: shared.log.readNumber() }, 'log end lost, reading again')
    shared.takeBack(from - 1)
    readFrom(from)
  }

  function hear(message: LeaderMessage): void {
    const from = shared.hear(message)
    if (from !== null) readAgain(from)
    eventLog.knowWritten(message.number)
    deps.onLeaderMessage(message)
  }

  const live = createLive({
    channel: bus.channel('live'),
    known: shared.known,
    clock,
    log,
    hear(message) {
      if (message.isLive && message.line === 'B') lineBMs = clock.monotonicMs()
      shared.deliver(message)
    },
    deliver: shared.deliver,
  })
  const leader: Leader = createLeader({
    ...base,
    eventLog,
    shared,
    live,
    cell: cells.leader,
    ownSource: (fence) =>
      createOwnSource({ ...deps, fence, points: cells.points, takeSocket: () => second.takeSocket() }),
    hasSecondLine: () => second.isLive(),
    isSecondLineLive: () => second.isLive() || isLineBHeard(),
    watch: deps.watch,
    answerOthers: bus.onQuestion,
    say(message) {
      leaderMessages.say(message)
      hear(message)
    },
    readAgain,
  })
  const second: SecondLine = createSecondLine({
    ...base,
    cell: cells.second,
    lineA: leader,
    address: config.upstream && lineAddress(config.upstream, LIGHTNING_PATHS.socket),
    onBatch: (records) => live.say({ line: 'B', isLive: true, records }),
  })

  return {
    leader,
    second,
    /** Whether this process has a live line. */
    isIngesting: () => leader.isLive() || second.isLive(),
    /** Reads the log from that message on, and hears the leader. */
    start(from: number): void {
      readFrom(from)
      stopHearing = leaderMessages.on((message) => hear(readLeaderMessage(message)))
    },
    async handOver(): Promise<void> {
      await Promise.all([leader.handOver(), second.handOver()])
    },
    close(): void {
      stopReading()
      stopHearing()
      live.close()
    },
  }
}
