import type { Clock } from '../../../core/time/clock.ts'
import { type Elsewhere, fairShare, NOWHERE } from '../../web/usage-exchange.ts'

const SPAN_MS = 1_000

export interface SlidingWindow {
  /** 0 if the event is admitted, else the delay in milliseconds. */
  take(): number
}

/**
 * Admits at most `limit` events in any one-second window; refused events do not count. Events `elsewhere` count too, up
 * to the fair share of the other processes.
 */
export function createSlidingWindow(clock: Clock, limit: number, elsewhere = (): Elsewhere => NOWHERE): SlidingWindow {
  const admittedAtMs: number[] = []
  return {
    take() {
      if (limit === Infinity) return 0
      const nowMs = clock.monotonicMs()
      forget(admittedAtMs, nowMs)
      const others = elsewhere()
      const most = Math.max(limit - others.count, Math.floor(fairShare(limit, others)), 1)
      if (admittedAtMs.length >= most) return Math.max(1, (admittedAtMs[0] ?? nowMs) + SPAN_MS - nowMs)
      admittedAtMs.push(nowMs)
      return 0
    },
  }
}

/** The maximum number of events in any second so far. */
export function createPeakMeter(clock: Clock): { mark(): void; peak(): number } {
  const atMs: number[] = []
  let peak = 0
  return {
    mark() {
      const nowMs = clock.monotonicMs()
      forget(atMs, nowMs)
      atMs.push(nowMs)
      peak = Math.max(peak, atMs.length)
    },
    peak: () => peak,
  }
}

function forget(atMs: number[], nowMs: number): void {
  while (atMs.length > 0 && nowMs - atMs[0]! >= SPAN_MS) atMs.shift()
}
