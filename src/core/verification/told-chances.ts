import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PastNowcast } from '../levels/replay-ladder.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { type Span, Spans } from '../time/spans.ts'
import { PARTS } from './score-sums.ts'

/** What was told of a place at a minute; null where nothing could be. */
export interface ToldOfPlace {
  /** Unix ms. */
  atMs: number
  /** The chance of a strike by horizon, in `PARTS`, of each ring that was told of; of others nothing was to be expected. */
  rings: ReadonlyMap<number, readonly number[]> | null
}

/** Without a newer nowcast a level that goes by chances knows nothing more after so long. */
const HOLDS_MS = 2 * MINUTE_MS

/** What was told within a period, as a level of one ring, km, is judged by it; and when nothing was told, Unix ms. */
export function toldNowcasts(
  told: readonly ToldOfPlace[],
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

/** The ring of a place whose chance stands for a ring of so many km: the narrowest that has all of it, else the widest. */
export function chanceRingKm(ringsKm: readonly number[], ringKm: number): number {
  const sorted = ringsKm.toSorted((a, b) => a - b)
  return sorted.find((km) => km >= ringKm) ?? sorted.at(-1) ?? ringKm
}
