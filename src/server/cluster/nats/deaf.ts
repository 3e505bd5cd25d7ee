import type { Clock } from '../../../core/time/clock.ts'
import type { Channel, There } from '../channel.ts'

/** Servers that have lost one of theirs agree within four to nine seconds on who leads; a connection costs little. */
const UNANSWERED_MS = 6_000
/** Who is heard through no server may be on the other side of a cut: then it is our server that nobody answers. */
const UNHEARD_MS = 1_000
const SAY_EVERY_MS = 250
const LOOK_EVERY_MS = 250
/** A process that looks this much too late has not heard what was said meanwhile. */
const HELD_UP_MS = 150
/** Of three servers there are two others. */
const LEAVES_MOST = 2
/** Whoever has not been heard for so long is gone, and says nothing of where we are. */
const GONE_AFTER_MS = 10_000

/**
 * Has another server asked where a connection stands and nothing that is asked by it is answered: a server that was cut off
 * from the others may not know, when it is back, what its clients listen to. Sooner where another process is not heard any
 * more either: then the server is cut off now, and its clients with it, which it answers itself as ever; also where what is read
 * is answered and what is written is not, since a server that led what is read learns after seconds only that it does not.
 */
export function leaveWhereDeaf(deps: {
  reconnect(): void
  /** The server that is about to be left is probably cut off, and this process with it. */
  onCut?(): void
  /** By which each process says that it is there. */
  there: Channel<There>
  /** Whether this one may come to lead. */
  mayLead(): boolean
  onReconnect(take: () => void): () => void
  clock: Clock
}): {
  answered(): void
  /** Whether what was to be written was answered. */
  written(isAnswered: boolean): void
  close(): void
} {
  const { reconnect, onCut = () => {}, there, mayLead, onReconnect, clock } = deps
  let answeredMs = clock.monotonicMs()
  /** What was heard by another connection says nothing of this one. */
  let connectedMs = answeredMs
  let wroteInVain = false
  let left = 0
  let lookedMs = answeredMs
  const heardMs = new Map<string, number>()

  function misses(nowMs: number): boolean {
    for (const [by, atMs] of heardMs) if (nowMs - atMs >= GONE_AFTER_MS) heardMs.delete(by)
    return [...heardMs.values()].some((atMs) => isSilent(atMs, nowMs))
  }

  const isSilent = (atMs: number, nowMs: number) => nowMs - Math.max(atMs, connectedMs) >= UNHEARD_MS

  function look(): void {
    const nowMs = clock.monotonicMs()
    const unansweredMs = nowMs - answeredMs
    const isHeldUp = nowMs - lookedMs > LOOK_EVERY_MS + HELD_UP_MS
    lookedMs = nowMs
    const isSuspect = unansweredMs >= UNHEARD_MS || wroteInVain
    const isCut = !isHeldUp && left < LEAVES_MOST && isSuspect && misses(nowMs)
    if (unansweredMs >= UNANSWERED_MS) answeredMs = nowMs
    else if (!isCut) return
    left++
    // Where one is heard, it may be another machine that is gone, and not our way.
    const hearsNobody = [...heardMs.values()].every((atMs) => isSilent(atMs, nowMs))
    connect()
    if (isCut && hearsNobody) onCut()
    reconnect()
  }

  function connect(): void {
    connectedMs = clock.monotonicMs()
    wroteInVain = false
  }

  const stops = [
    onReconnect(connect),
    there.on((_said, by) => heardMs.set(by, clock.monotonicMs())),
    clock.every(SAY_EVERY_MS, () => there.say(mayLead() ? null : 'leads-not')),
    clock.every(LOOK_EVERY_MS, look),
  ]
  return {
    answered() {
      answeredMs = clock.monotonicMs()
      left = 0
    },
    written(isAnswered) {
      wroteInVain = !isAnswered
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
