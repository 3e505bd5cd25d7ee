import type { Storm } from '../../../contract/nowcast.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** The track has a point every five minutes: where the next comes later than this the storm was not found in between. */
const GAP_MS = 8 * MINUTE_MS

/** The rates of a storm's track over time, with a break where it was not found. */
export function rateCurve({ track }: Pick<Storm, 'track'>): { timesMs: number[]; rates: (number | null)[] } {
  const timesMs: number[] = []
  const rates: (number | null)[] = []
  for (const { t, strokesPerMin } of track) {
    const ms = Date.parse(t)
    const beforeMs = timesMs.at(-1)
    if (beforeMs !== undefined && ms - beforeMs > GAP_MS) {
      timesMs.push(beforeMs + MINUTE_MS)
      rates.push(null)
    }
    timesMs.push(ms)
    rates.push(strokesPerMin)
  }
  return { timesMs, rates }
}
