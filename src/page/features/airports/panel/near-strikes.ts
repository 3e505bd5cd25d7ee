import type { HistoryPart } from '../../../../client/history/strike-history.ts'
import { distanceFrom, type LatLon } from '../../../../core/geo/geo.ts'
import { strikeTimeMs } from '../../../../core/strikes/strike.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import type { Span } from '../../../../core/time/spans.ts'

/** METAR's vicinity: the range at which thunder is audible. */
export const NEAR_KM = 16
export const NEAR_BIN_MS = 10 * MINUTE_MS

/** Strikes per ten minutes; null if unobserved. */
export interface NearStrikes {
  /** The beginning of the first bin. */
  fromMs: number
  counts: (number | null)[]
  notObserved: readonly Span[]
}

export async function countNear(place: LatLon, { fromMs, toMs }: Span, part: HistoryPart): Promise<NearStrikes> {
  const counts = new Array<number>(Math.ceil((toMs - fromMs) / NEAR_BIN_MS)).fill(0)
  const kmTo = distanceFrom(place)
  for await (const records of part.pieces()) {
    for (const { time, lat, lon } of records) {
      const bin = Math.floor((strikeTimeMs(time) - fromMs) / NEAR_BIN_MS)
      if (bin >= 0 && bin < counts.length && kmTo(lat, lon) <= NEAR_KM) counts[bin]!++
    }
  }
  const missing = part.notObserved
  return {
    fromMs,
    // A count in a partly observed bin is shown; zero there is unknown.
    counts: counts.map((count, i) => (count === 0 && isTouched(fromMs + i * NEAR_BIN_MS, missing) ? null : count)),
    notObserved: missing,
  }
}

function isTouched(binMs: number, spans: readonly Span[]): boolean {
  return spans.some((span) => span.fromMs < binMs + NEAR_BIN_MS && span.toMs > binMs)
}

export function nearAt(strikes: NearStrikes | null, ms: number): number | null {
  return strikes?.counts[Math.floor((ms - strikes.fromMs) / NEAR_BIN_MS)] ?? null
}
