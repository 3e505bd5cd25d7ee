import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { FollowedSource } from './followed-source.ts'
import type { Term } from './leadership.ts'

/** What is longer ago can't be had from REST by the next one that leads. */
export const HELD_MOST_MS = 5 * MINUTE_MS
/** Servers that have just been started take so long to agree, at most, on two cores that are asked for too much. */
const BACK_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 1_000

/** A term that goes on without the lease, for the viewers of this process alone. */
export interface Holding {
  /**
   * The lease ran out: goes on by the sockets that stand, and opens none. Whoever leads next copes with those as with one that
   * sleeps. False where it does not.
   */
  begin(term: Term): boolean
  /** The lease is had again, and nobody else had it. */
  goOn(term: Term): void
  stop(): void
}

export function createHolding(deps: {
  /** Whether what the processes share is away as a whole, so that nobody can lead. */
  isEngineGone(): boolean
  followed: Pick<FollowedSource, 'readNumber' | 'takenNumber'>
  /** It was away for too long. */
  onTooLong(): void
  clock: Clock
  log: Logger
}): Holding {
  const { isEngineGone, followed, onTooLong, clock, log } = deps
  let sinceMs = 0 // monotonic
  let stop = () => {}

  function endTooLong(): void {
    log.warn('NATS was away for too long: this process goes on no more')
    onTooLong()
  }

  return {
    begin(term) {
      const isOwing = followed.readNumber() < followed.takenNumber()
      if (!(isEngineGone() || isOwing) || !term.hold()) return false
      log.warn('NATS is away as a whole: this process goes on for its own viewers')
      const nowMs = clock.monotonicMs()
      sinceMs = isOwing ? sinceMs : nowMs
      let goneMs = nowMs
      stop()
      stop = clock.every(LOOK_EVERY_MS, () => {
        const nowMs = clock.monotonicMs()
        if (isEngineGone()) goneMs = nowMs
        if (nowMs - sinceMs < HELD_MOST_MS && nowMs - goneMs < BACK_WITHIN_MS) return
        endTooLong()
      })
      return true
    },
    goOn(term) {
      stop()
      // The log may take nothing yet, though the lease can be renewed.
      stop = clock.every(LOOK_EVERY_MS, () => {
        if (followed.readNumber() >= followed.takenNumber()) stop()
        else if (clock.monotonicMs() - sinceMs >= HELD_MOST_MS) endTooLong()
      })
      term.goOn()
      log.info('NATS is back: what came meanwhile is written')
    },
    stop: () => stop(),
  }
}
