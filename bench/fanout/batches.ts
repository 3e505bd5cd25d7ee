import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { systemClock } from '../../src/core/time/clock.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'
import { loadSimAirports } from '../../src/simulator/source/metar/sim-airports.ts'
import { createSyntheticSource } from '../../src/simulator/source/synthetic-source.ts'
import { nowMicros } from '../lib/machine.ts'

/** A sent batch: its identity and time. */
export interface SentBatch {
  /** The digits of its first strike's time. */
  key: string
  strikes: number
  sentMicros: number
}

/** Batches of the simulator's strikes, `rate` a second; each passes `send` once. */
export async function createBatches(rate: number, send: (records: StrikeRecord[]) => void) {
  const source = createSyntheticSource({
    clock: systemClock,
    seed: 1,
    recordsPerSecond: rate,
    storm: null,
    startedAtMs: systemClock.now(),
    airports: loadSimAirports(),
  })
  await source.start()
  const records = (await source.strikes(5)).slice(0, rate * 240)
  await source.close()
  const sent: SentBatch[] = []
  let next = 0
  let stop: (() => void) | null = null

  function emit(): void {
    if (next + rate > records.length) next = 0
    // New objects each time: records cache their serialised form, and those of an upstream are always new.
    const batch = records
      .slice(next, next + rate)
      .map((record, i) => ({ ...record, time: BigInt(record.time) + BigInt(sent.length * 1_000 + i) }))
    next += rate
    sent.push({ key: String(batch[0]!.time), strikes: batch.length, sentMicros: nowMicros() })
    send(batch)
  }

  return {
    start() {
      stop ??= systemClock.every(SECOND_MS, emit)
    },
    stop() {
      stop?.()
      stop = null
    },
    sent: () => sent,
    source,
    /** As many as in the last minutes, held as in a relay: created before the first request. */
    strikes: async (minutes: number) => records.slice(0, rate * 60 * minutes),
  }
}
