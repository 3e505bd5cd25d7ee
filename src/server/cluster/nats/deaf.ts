import type { Clock } from '../../../core/time/clock.ts'
import type { Channel } from '../channel.ts'

/** Servers that have lost one of theirs agree within four to nine seconds on who leads; a connection costs little. */
const UNANSWERED_MS = 6_000
/** Who is heard through no server may be on the other side of a cut: then it is our server that nobody answers. */
const UNHEARD_MS = 1_500
const SAY_EVERY_MS = 500
const LOOK_EVERY_MS = 250
/** Whoever has not been heard for so long is gone, and says nothing of where we are. */
const GONE_AFTER_MS = 10_000

/**
 * Has another server asked where a connection stands and nothing that is asked by it is answered: a server that was cut off
 * from the others may not know, when it is back, what its clients listen to. Sooner where another process is not heard any
 * more either: then the server is cut off now, and its clients with it, which it answers itself as ever.
 */
export function leaveWhereDeaf(deps: {
  reconnect(): void
  /** By which each process says that it is there. */
  there: Channel<null>
  clock: Clock
}): {
  answered(): void
  close(): void
} {
  const { reconnect, there, clock } = deps
  let answeredMs = clock.monotonicMs()
  let hasLeft = false
  const heardMs = new Map<string, number>()

  function misses(nowMs: number): boolean {
    for (const [by, atMs] of heardMs) if (nowMs - atMs >= GONE_AFTER_MS) heardMs.delete(by)
    return [...heardMs.values()].some((atMs) => nowMs - atMs >= UNHEARD_MS)
  }

  function look(): void {
    const nowMs = clock.monotonicMs()
    const unansweredMs = nowMs - answeredMs
    if (unansweredMs >= UNANSWERED_MS) answeredMs = nowMs
    else if (hasLeft || unansweredMs < UNHEARD_MS || !misses(nowMs)) return
    hasLeft = true
    reconnect()
  }

  const stops = [
    there.on((_said, by) => heardMs.set(by, clock.monotonicMs())),
    clock.every(SAY_EVERY_MS, () => there.say(null)),
    clock.every(LOOK_EVERY_MS, look),
  ]
  return {
    answered() {
      answeredMs = clock.monotonicMs()
      hasLeft = false
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
