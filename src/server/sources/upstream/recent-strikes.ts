import type { StrikeRecord } from '../../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/clock.ts'
import { strikeTimeMs } from '../../../core/strike.ts'

const KEEP_MS = LIGHTNING_MINUTES_MAX * 60_000

interface Batch {
  receivedAtMs: number
  records: StrikeRecord[]
}

/** The last five minutes of strikes, from which the relay answers its own viewers' joins. */
export function createRecentStrikes(clock: Clock) {
  const batches: Batch[] = []

  return {
    add(records: StrikeRecord[]): void {
      if (records.length > 0) batches.push({ receivedAtMs: clock.now(), records })
      while (batches[0] && batches[0].receivedAtMs < clock.now() - KEEP_MS) batches.shift()
    },

    /**
     * What was received in the last `minutes`, and is no older. A record that a join brought late counts by when it
     * came, so that a viewer who joins after it finds it; one older than the document's five minutes does not belong.
     */
    last(minutes: number): StrikeRecord[] {
      const now = clock.now()
      const since = now - minutes * 60_000
      return batches
        .filter(({ receivedAtMs }) => receivedAtMs >= since)
        .flatMap(({ records }) => records.filter(({ time }) => strikeTimeMs(time) >= now - KEEP_MS))
    },
  }
}
