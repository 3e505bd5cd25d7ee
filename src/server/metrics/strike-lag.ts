import { Histogram, type Registry } from 'prom-client'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { parseInstantMs } from '../../contract/time.ts'

/** Sample size per batch: measuring an outbreak or a backfill must not cost more than sending it. */
const OF_A_BATCH = 100
/** Backfilled strikes are as old as the break was long, so they are excluded. */
const LIVE_WITHIN_S = 60
const BUCKETS_S = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60]

/** Delay from a strike to its arrival at the upstream, its receipt here, and its delivery to every viewer. */
export interface StrikeLag {
  received(records: readonly StrikeRecord[]): void
  sent(records: readonly StrikeRecord[]): void
}

/** `nowMs` uses the clock of the strikes' timestamps. */
export function createStrikeLag(registry: Registry, nowMs: () => number): StrikeLag {
  const histogram = new Histogram({
    name: 'brontide_strike_lag_seconds',
    help: 'From a strike to its arrival at the upstream, to its receipt here, and until it was sent to every viewer.',
    labelNames: ['until'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const of = (until: string) => {
    histogram.zero({ until }) // there from the start, so that its absence means something
    return histogram.labels(until)
  }
  const arrival = of('arrival')
  const receipt = of('receipt')
  const sending = of('sending')

  /** An even sample of strikes, with the age of each in seconds. */
  function* sampleOf(records: readonly StrikeRecord[]): Generator<[StrikeRecord, number]> {
    const step = Math.max(1, Math.ceil(records.length / OF_A_BATCH))
    for (let i = 0; i < records.length; i += step) {
      const record = records[i]!
      const ageS = nowMs() / 1_000 - Number(record.time) / 1e9
      if (ageS < LIVE_WITHIN_S) yield [record, Math.max(0, ageS)]
    }
  }

  return {
    received(records) {
      for (const [record, ageS] of sampleOf(records)) {
        receipt.observe(ageS)
        const arrivedMs = parseInstantMs(record.arrived_at)
        if (arrivedMs !== null) arrival.observe(Math.max(0, arrivedMs / 1_000 - Number(record.time) / 1e9))
      }
    },
    sent(records) {
      for (const [, ageS] of sampleOf(records)) sending.observe(ageS)
    },
  }
}
