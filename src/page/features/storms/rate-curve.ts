import type { Storm } from '../../../contract/nowcast.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** The track has a point every five minutes: after a longer interval the storm was lost in between. */
const GAP_MS = 8 * MINUTE_MS

/** Rates of a storm's track up to a time, with a break where the storm was not found. */
export function rateCurve(
  { track, strokesPerMin: nowPerMin }: Pick<Storm, 'track' | 'strokesPerMin'>,
  atMs: number,
): { timesMs: number[]; rates: (number | null)[] } {
  const timesMs: number[] = []
  const rates: (number | null)[] = []
  const points = track.map(({ t, strokesPerMin }) => ({ ms: Date.parse(t), strokesPerMin }))
  if ((points.at(-1)?.ms ?? 0) < atMs) points.push({ ms: atMs, strokesPerMin: nowPerMin })
  for (const { ms, strokesPerMin } of points) {
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
