import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { FollowedSource } from './followed-source.ts'
import type { Term } from './leadership.ts'

/** What is longer ago can't be had from REST by the next one that leads. */
export const HELD_MOST_MS = 5 * MINUTE_MS
/** Servers that have just been started take so long to agree, at most, on two cores that are asked for too much. */
const BACK_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 250
/**
 * Where a server is silent, those on it find out and ask another one within two and a half seconds. So long nothing is told, and whether
 * another one leads is seen as soon as the lease can be read.
 */
const UNHEARD_MOST_MS = 4_000

/** A term that goes on without the lease: for the viewers of this process alone, and of all who promise to take no lead meanwhile. */
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
  /** Whether all others have promised within that time not to take the lead. */
  arePledged(withinMs: number): boolean
  /** Whether this process does not reach what is shared. */
  isCutOff(): boolean
  followed: Pick<FollowedSource, 'readNumber' | 'takenNumber'>
  /** It was away for too long: what was told is not written any more. */
  onTooLong(): void
  /** Others do not hear this process any more: whoever leads next writes what all were told. */
  onUnheard(): void
  clock: Clock
  log: Logger
}): Holding {
  const { isEngineGone, arePledged, isCutOff, followed, onTooLong, onUnheard, clock, log } = deps
  /** Since when something is told that may not be in the log yet. */
  let sinceMs: number | null = null // monotonic
  /** The last time that NATS was away as a whole. */
  let goneMs = Number.NEGATIVE_INFINITY // monotonic
  let stop = () => {}

  const areOthersPledged = () => !isCutOff() && arePledged(UNHEARD_MOST_MS)
  const isOrWasGone = () => clock.monotonicMs() - goneMs < BACK_WITHIN_MS

  function end(): void {
    stop()
    sinceMs = null
  }

  function endTooLong(): void {
    log.warn('NATS was away for too long: this process goes on no more')
    end()
    onTooLong()
  }

  function endUnheard(): void {
    log.warn('others do not hear this process any more: it goes on no more')
    end()
    onUnheard()
  }

  return {
    begin(term) {
      const nowMs = clock.monotonicMs()
      // What was told while NATS was away is not in the log yet.
      const wasGone = isEngineGone() || (sinceMs !== null && goneMs >= sinceMs)
      if (!(wasGone || areOthersPledged())) return false
      if (wasGone) goneMs = nowMs
      if (!term.hold(isOrWasGone)) return false
      if (isEngineGone()) log.warn('NATS is away as a whole: this process goes on for its own viewers')
      else log.warn('the lease can not be renewed: this process goes on, as long as all others hear it')
      const beganMs = sinceMs ?? nowMs
      sinceMs = beganMs
      stop()
      stop = clock.every(LOOK_EVERY_MS, () => {
        const nowMs = clock.monotonicMs()
        if (isEngineGone()) goneMs = nowMs
        if (nowMs - beganMs >= HELD_MOST_MS) return endTooLong()
        if (isOrWasGone() || areOthersPledged()) return
        if (goneMs >= beganMs) endTooLong()
        else endUnheard()
      })
      return true
    },
    goOn(term) {
      stop()
      const beganMs = sinceMs ?? clock.monotonicMs()
      // The log may take nothing yet, though the lease can be renewed.
      stop = clock.every(LOOK_EVERY_MS, () => {
        if (followed.readNumber() >= followed.takenNumber()) return end()
        if (clock.monotonicMs() - beganMs >= HELD_MOST_MS) endTooLong()
      })
      term.goOn()
      log.info('the lease is held again: what came meanwhile is written')
    },
    stop: end,
  }
}
