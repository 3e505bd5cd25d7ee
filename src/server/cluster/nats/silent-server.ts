import type { Clock } from '../../../core/time/clock.ts'
import type { Channel } from '../../web/channel.ts'

/** Servers elect a leader within four to nine seconds. */
const UNANSWERED_MS = 6_000
/** A process without messages for this time may be partitioned from this one. */
const UNHEARD_MS = 800
const SAY_EVERY_MS = 250
/** Before a check this late, messages were not processed. */
const HELD_UP_MS = 150
/** Of three servers there are two others. */
const LEAVES_MOST = 2
/** A process without messages for this time has ended. */
const GONE_AFTER_MS = 10_000

/**
 * Leaves a server that is partitioned from the other servers: it still responds to pings, and to reads of streams that it led. Signs are
 * requests without a response, and other processes without messages.
 */
export function leaveSilentServer(deps: {
  reconnect(): void
  /** The server that is about to be left is probably partitioned, with this process. */
  onCut(): void
  /** Heartbeats of processes. */
  there: Channel<null>
  onReconnect(take: () => void): () => void
  clock: Clock
}): {
  answered(): void
  /** Whether a write was answered. */
  written(isAnswered: boolean): void
  close(): void
} {
  const { reconnect, onCut, there, onReconnect, clock } = deps
  let answeredMs = clock.monotonicMs()
  /** Messages of an earlier connection do not count. */
  let connectedMs = answeredMs
  let isWriteUnanswered = false
  let left = 0
  let lookedMs = answeredMs
  const heardMs = new Map<string, number>()

  function look(): void {
    const nowMs = clock.monotonicMs()
    const isHeldUp = nowMs - lookedMs > SAY_EVERY_MS + HELD_UP_MS
    lookedMs = nowMs
    there.say(null)
    for (const [by, atMs] of heardMs) if (nowMs - atMs >= GONE_AFTER_MS) heardMs.delete(by)
    const isSilent = (atMs: number) => nowMs - Math.max(atMs, connectedMs) >= UNHEARD_MS
    const silent = [...heardMs.values()].filter(isSilent).length
    const hearsNobody = silent === heardMs.size
    const hearsAll = [...heardMs.values()].every((atMs) => nowMs - atMs < UNHEARD_MS)
    if (hearsAll && nowMs - answeredMs < UNHEARD_MS) left = 0
    const isSuspect = nowMs - answeredMs >= UNHEARD_MS || isWriteUnanswered || (hearsNobody && silent > 1)
    const isCut = !isHeldUp && left < LEAVES_MOST && isSuspect && silent > 0
    if (nowMs - answeredMs >= UNANSWERED_MS) answeredMs = nowMs
    else if (!isCut) return
    left++
    connected()
    if (isCut && hearsNobody) onCut()
    reconnect()
  }

  function connected(): void {
    connectedMs = clock.monotonicMs()
    isWriteUnanswered = false
  }

  const stops = [
    onReconnect(connected),
    there.on((_said, by) => heardMs.set(by, clock.monotonicMs())),
    clock.every(SAY_EVERY_MS, look),
  ]
  return {
    answered() {
      answeredMs = clock.monotonicMs()
    },
    written(isAnswered) {
      isWriteUnanswered = !isAnswered
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
