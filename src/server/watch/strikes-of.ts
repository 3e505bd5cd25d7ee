import { type Clock, delay } from '../../core/time/clock.ts'
import type { History } from '../history/history.ts'

/** Processed in some milliseconds. */
const STRIKES_AT_ONCE = 1_000

/**
 * Strikes of a period, Unix ms, in batches with turns for other work in between. Strikes of its first and last minute
 * may lie outside.
 */
export async function* strikesOf({ strikes }: Pick<History, 'strikes'>, fromMs: number, toMs: number, clock: Clock) {
  let looked = 0
  for (const minute of await strikes.minutes(fromMs, toMs)) {
    const block = await strikes.block(minute)
    if (!block) continue
    const { lat, lon, pol } = block.columns
    const strikeAt = (i: number) => ({
      timeMs: block.baseS * 1_000 + block.offsetsNs[i]! / 1e6,
      lat: Number(lat[i]),
      lon: Number(lon[i]),
      /** 0 if unknown. */
      polarity: Math.sign(Number(pol[i] ?? 0)),
    })
    for (let from = 0; from < lat.length; from += STRIKES_AT_ONCE) {
      const length = Math.min(STRIKES_AT_ONCE, lat.length - from)
      yield Array.from({ length }, (_, at) => strikeAt(from + at))
      looked += length
      if (looked < STRIKES_AT_ONCE) continue
      looked = 0
      await delay(clock, 0)
    }
  }
}
