import { Histogram, type Registry } from 'prom-client'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { parseInstantMs } from '../../contract/time.ts'

/** What one batch adds at most: an outbreak, or a join of five minutes, must not cost more to measure than to send. */
const OF_A_BATCH = 100
/** What a join brings is as old as the break was long, and says nothing about the line. */
const LIVE_WITHIN_S = 60
const BUCKETS_S = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60]

/** How long after a strike it arrives at the upstream, is received here, and has been sent to every viewer. */
export interface StrikeLag {
  received(records: readonly StrikeRecord[]): void
  sent(records: readonly StrikeRecord[]): void
}

/** `nowMs` is by the clock that strikes are dated by. */
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

  /** Some of the strikes, evenly, with how old each is now in seconds. */
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
