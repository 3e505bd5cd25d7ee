import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PastNowcast } from '../levels/replay-ladder.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { type Span, Spans } from '../time/spans.ts'
import { PARTS } from './score-sums.ts'

/** Forecast for a place at a minute; null if unknown. */
export interface ForecastOfPlace {
  /** Unix ms. */
  atMs: number
  /** Probability of a strike by horizon, in `PARTS`, per listed ring; other rings had no expectation. */
  rings: ReadonlyMap<number, readonly number[]> | null
}

/** A probability is unknown after this time without a newer nowcast. */
const HOLDS_MS = 2 * MINUTE_MS

/** Forecasts of a period for a level of one ring, km; and times without a forecast, Unix ms. */
export function nowcastsOf(
  told: readonly ForecastOfPlace[],
  ringKm: number,
  { fromMs, toMs }: Span,
): { nowcasts: PastNowcast[]; withoutNowcast: readonly Span[] } {
  const nowcasts: PastNowcast[] = []
  const known = new Spans()
  for (const { atMs, rings } of told) {
    if (!rings) continue
    known.add(atMs, atMs + HOLDS_MS)
    if (atMs < fromMs || atMs >= toMs) continue
    const chances = rings.get(ringKm)
    const chanceWithin = (minutes: number) => {
      const horizon = (HORIZONS_MIN as readonly number[]).indexOf(minutes)
      return (chances?.[horizon] ?? 0) / PARTS
    }
    nowcasts.push({ atMs, outlookAt: () => ({ chanceWithin, arrival: null }) })
  }
  return { nowcasts, withoutNowcast: known.missing(fromMs, toMs) }
}

/** The ring whose probability represents a ring of this radius: the smallest that contains it, else the largest. */
export function chanceRingKm(ringsKm: readonly number[], ringKm: number): number {
  const sorted = ringsKm.toSorted((a, b) => a - b)
  return sorted.find((km) => km >= ringKm) ?? sorted.at(-1) ?? ringKm
}
