import type { StrikeRecord } from '../../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

const KEEP_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS

interface Batch {
  receivedAtMs: number // monotonic
  records: StrikeRecord[]
}

/** Strikes of the last five minutes, from which the relay serves its viewers' backfills. */
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

    /** Strikes received in the last `minutes`, including late ones, which viewers that were away may have missed. */
    last(minutes: number): StrikeRecord[] {
      const since = clock.monotonicMs() - minutes * MINUTE_MS
      return batches.filter(({ receivedAtMs }) => receivedAtMs >= since).flatMap(({ records }) => records)
    },
  }
}
