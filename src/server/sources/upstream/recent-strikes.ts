import type { StrikeRecord } from '../../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

const KEEP_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS

interface Batch {
  receivedAtMs: number // monotonic
  records: StrikeRecord[]
}

/** The last five minutes of strikes, from which the relay answers its own viewers' joins. */
export function createRecentStrikes(clock: Clock) {
  const batches: Batch[] = []

  return {
    clear(): void {
      batches.length = 0
    },
    add(records: StrikeRecord[]): void {
      if (records.length > 0) batches.push({ receivedAtMs: clock.monotonicMs(), records })
      while (batches[0] && batches[0].receivedAtMs < clock.monotonicMs() - KEEP_MS) batches.shift()
    },

    /**
     * What was received in the last `minutes`, however old it is: what a join brought late is looked for by a viewer who
     * was away when it came.
     */
    last(minutes: number): StrikeRecord[] {
      const since = clock.monotonicMs() - minutes * MINUTE_MS
      return batches.filter(({ receivedAtMs }) => receivedAtMs >= since).flatMap(({ records }) => records)
    },
  }
}
