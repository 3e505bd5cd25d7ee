import { HORIZONS_MIN } from '../../contract/nowcast.ts'
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

/** An alarm is raised by a told chance, %, of a strike in a ring within so many minutes. */
export interface ChanceRule {
  percent: number
  minutes: number
  /** The ring whose chance it is, km. */
  ringKm: number
}

/** Looks farther apart do not hang together. */
const HOLDS_MS = 2 * MINUTE_MS

/** When the chance was as high as that, and what of a period nothing was told of, Unix ms. */
export function chanceEvents(
  { percent, minutes, ringKm }: ChanceRule,
  told: readonly ToldOfPlace[],
  { fromMs, toMs }: Span,
): { raisedMs: number[]; untold: readonly Span[] } {
  const horizon = (HORIZONS_MIN as readonly number[]).indexOf(minutes)
  const raisedMs: number[] = []
  const known = new Spans()
  told.forEach(({ atMs, rings }, i) => {
    if (!rings) return
    known.add(atMs, Math.min(atMs + HOLDS_MS, told[i + 1]?.atMs ?? Number.POSITIVE_INFINITY))
    const chance = rings.get(ringKm)?.[horizon] ?? 0
    if (chance * 100 >= percent * PARTS && atMs >= fromMs && atMs < toMs) raisedMs.push(atMs)
  })
  return { raisedMs, untold: known.missing(fromMs, toMs) }
}

/** The ring of a place whose chance stands for a ring of so many km: the narrowest that has all of it, else the widest. */
export function chanceRingKm(ringsKm: readonly number[], ringKm: number): number {
  const sorted = ringsKm.toSorted((a, b) => a - b)
  return sorted.find((km) => km >= ringKm) ?? sorted.at(-1) ?? ringKm
}
