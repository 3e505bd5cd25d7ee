import type { Arrival } from '../../contract/nowcast.ts'
import type { Level } from '../../contract/watch/levels.ts'
import type { Cause } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isoOf } from '../time/iso.ts'
import { coverageOf } from './earliest-end.ts'
import type { LevelMemory } from './level-memory.ts'
import type { Gaps } from './level-state.ts'

/** Nowcast for a distance from a place. */
export interface Outlook {
  /** The probability within this many minutes, 0 to 1; null if unknown. */
  chanceWithin(minutes: number): number | null
  /** Null unless a storm steadily approaches. */
  arrival: Arrival | null
}

/** Returns null if the nowcast has no outlook for the distance, km. */
export type OutlookAt = (km: number) => Outlook | null

/** An expectation lapses this long after the last result that met it, or after its expected time. */
export const LAPSE_MS = 10 * MINUTE_MS

/** The probability where a nowcast turns a level on. */
export function chanceMet({ chance, km }: Level, outlookAt: OutlookAt): number | null {
  const probability = chance && outlookAt(chance.km ?? km!)?.chanceWithin(chance.withinMin)
  return chance && probability != null && probability >= chance.percent / 100 ? probability : null
}

/** Begins, prolongs or withdraws the expectation of a level; returns the cause if that changes its state. */
export function expectBy(
  { expect, km }: Level,
  memory: LevelMemory,
  outlookAt: OutlookAt,
  atMs: number,
  gaps: Gaps,
): Cause | null {
  const outlook = expect && outlookAt(expect.km ?? km!)
  if (!outlook) return null
  const { percent, withinMin } = expect
  const { arrival } = outlook
  const chance = outlook.chanceWithin(withinMin)
  const isLikely = arrival !== null && Date.parse(arrival.likely) - atMs <= withinMin * MINUTE_MS
  const before = memory.expected
  if (!isLikely && (chance ?? 0) < percent / 100) {
    return before && atMs - before.metMs >= LAPSE_MS ? lapse(memory, atMs, gaps) : null
  }
  memory.expected = { sinceMs: before?.sinceMs ?? atMs, metMs: atMs, untilMs: atMs + withinMin * MINUTE_MS }
  return before ? null : { kind: 'chance', ...(chance !== null && { chance }), ...(arrival && { arrival }) }
}

/** Withdraws an expectation; returns the period of its possible trigger and the observed share of that period. */
export function lapse(memory: LevelMemory, atMs: number, { lightning }: Gaps): Cause {
  const { sinceMs, untilMs } = memory.expected!
  memory.expected = null
  memory.sinceMs = atMs
  return {
    kind: 'lapsed',
    possible: {
      since: isoOf(sinceMs),
      until: isoOf(untilMs),
      coverage: coverageOf(lightning, atMs - sinceMs, atMs),
      isStruck: memory.lastMs >= sinceMs || memory.recent.some((ms) => ms >= sinceMs),
    },
  }
}
