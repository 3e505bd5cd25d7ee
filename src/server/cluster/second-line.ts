import type { Logger } from 'pino'
import type { SocketAddress } from '../../client/feed/line/line-socket.ts'
import type { Environment, Socket } from '../../client/session/environment.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { Cell } from './engine.ts'
import { createFence } from './fenced-environment.ts'
import type { Leader } from './leader.ts'
import { createLease } from './lease.ts'
import { createSecondLineSocket, type SecondLineSocket } from './second-line-socket.ts'
import { CHECK_EVERY_MS, LOOK_EVERY_MS, LOST_AFTER_MS } from './timing.ts'

/** The server closes day-old sockets. Line A is renewed at another time. */
const RENEWED_AFTER_MS = 23 * HOUR_MS

export type SecondLine = ReturnType<typeof createSecondLine>

/**
 * Line B: the lightning socket of the process with the second-line lease, which sends no REST requests and writes
 * nothing.
 */
export function createSecondLine(deps: {
  cell: Cell
  id: string
  environment: Environment
  /** Null without an upstream. */
  address: SocketAddress | null
  /** Of this process: a leader leaves line B to another one. */
  lineA: Pick<Leader, 'leads' | 'isLive'>
  isEngineGone(): boolean
  onBatch(records: StrikeRecord[]): void
  clock: Clock
  log: Logger
}) {
  const { cell, id, environment, address, lineA, isEngineGone, onBatch, clock, log } = deps
  const lease = createLease({
    cell,
    role: 'second-line' as const,
    id,
    clock,
    log,
    mayTake: () => address !== null && !lineA.leads(),
    onGained: () => look(),
    onLost: () => look(),
    onTaken: () => look(),
  })
  const fence = createFence({ environment, lease, isEngineGone })
  let socket: SecondLineSocket | null = null
  let triedMs = Number.NEGATIVE_INFINITY
  let liveMs = 0
  let openedMs = 0 // monotonic
  let waitMs = CHECK_EVERY_MS
  let wasLive = false

  const isLive = () => socket?.isLive() ?? false

  function drop(): void {
    socket?.close()
    socket = null
  }

  function openNow(address: SocketAddress, nowMs: number): void {
    if (nowMs - triedMs < 2 * waitMs) waitMs = Math.min(MINUTE_MS, 2 * waitMs)
    triedMs = liveMs = openedMs = nowMs
    const opened: SecondLineSocket = createSecondLineSocket({
      socket: fence.environment.openSocket(address.url, address.headers),
      onBatch,
      onEnd() {
        if (socket === opened) drop()
      },
      clock,
    })
    socket = opened
  }

  function look(): void {
    const nowMs = clock.monotonicMs()
    if (isLive()) {
      liveMs = nowMs
      waitMs = CHECK_EVERY_MS
    }
    if (isLive() !== wasLive) log.info(wasLive ? 'second line lost' : 'second line live')
    wasLive = isLive()
    // The socket remains line B until line A is live.
    if (lineA.isLive()) lease.yield('this process has line A')
    const mayHold = fence.mayHoldSockets() && !lineA.isLive()
    if (socket && (!mayHold || nowMs - liveMs > LOST_AFTER_MS || nowMs - openedMs > RENEWED_AFTER_MS)) drop()
    if (!socket && mayHold && !lineA.leads() && address && nowMs - triedMs >= waitMs) openNow(address, nowMs)
  }

  const stop = clock.every(LOOK_EVERY_MS, look)

  return {
    isLive,
    /** The live socket, which becomes line A of a new leader here; null if it is not live. */
    takeSocket(): Socket | null {
      const taken = socket?.take() ?? null
      if (taken) socket = null
      return taken
    },
    /** Releases the lease, and never takes it again. */
    async handOver(): Promise<void> {
      stop()
      drop()
      await lease.release()
    },
  }
}
