import type { Socket } from '../../../client/session/environment.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { createSpareSocket, type SpareSocket } from './spare-socket.ts'

/** All sockets of the application may be taken, or the key be refused: nobody misses this one, and each wait is twice as long. */
const TRY_AGAIN_MS = 5_000
const TRY_AGAIN_MOST_MS = 80_000
const LOOK_EVERY_MS = 250
/** One that brings nothing for so long is dead. */
const SILENT_MS = 10_000

/** The socket that a process holds in spare, as long as it is to. */
export interface SpareLine {
  want(isWanted: boolean): void
  /** Whether it holds one, open or not yet. */
  holds(): boolean
  stands(): boolean
  take(): Socket | null
  close(): void
}

export function createSpareLine(deps: { open(): Socket; clock: Clock }): SpareLine {
  const { open, clock } = deps
  let isWanted = false
  let spare: SpareSocket | null = null
  let [triedMs, stoodMs] = [Number.NEGATIVE_INFINITY, 0] // monotonic
  let waitMs = TRY_AGAIN_MS

  function drop(): void {
    spare?.close()
    spare = null
  }

  function look(): void {
    const nowMs = clock.monotonicMs()
    if (spare?.stands()) {
      stoodMs = nowMs
      waitMs = TRY_AGAIN_MS
    }
    if (spare && nowMs - stoodMs > SILENT_MS) drop()
    if (!isWanted || spare || nowMs - triedMs < waitMs) return
    if (nowMs - triedMs < 2 * waitMs) waitMs = Math.min(TRY_AGAIN_MOST_MS, 2 * waitMs)
    triedMs = stoodMs = nowMs
    const socket: SpareSocket = createSpareSocket({
      ...{ socket: open(), clock },
      onEnd() {
        if (spare === socket) drop()
      },
    })
    spare = socket
  }

  const stop = clock.every(LOOK_EVERY_MS, look)

  return {
    want(wanted) {
      isWanted = wanted
      if (wanted) look()
      else drop()
    },
    holds: () => spare !== null,
    stands: () => spare?.stands() ?? false,
    take() {
      const socket = spare?.take() ?? null
      if (socket) spare = null
      return socket
    },
    close() {
      stop()
      isWanted = false
      drop()
    },
  }
}
