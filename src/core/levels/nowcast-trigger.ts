import type { Arrival } from '../../contract/nowcast.ts'
import type { Level } from '../../contract/watch/levels.ts'
import type { Cause } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { coverageOf } from './earliest-end.ts'
import type { LevelMemory } from './level-memory.ts'
import { type Gaps, isoOf, shareOf } from './level-state.ts'

/** Nowcast for a distance from a place. */
export interface Outlook {
  /** The probability within this many minutes, 0 to 1; null if unknown. */
  chanceWithin(minutes: number): number | null
  /** Null unless a storm steadily approaches. */
  arrival: Arrival | null
}

/** Returns null if the nowcast has no outlook for the distance, km. */
export type OutlookAt = (km: number) => Outlook | null

/** The probability where a nowcast turns a level on. */
export function chanceMet({ chance, km }: Level, outlookAt: OutlookAt): number | null {
  const probability = chance && outlookAt(chance.km ?? km!)?.chanceWithin(chance.withinMin)
  return chance && probability != null && probability >= chance.percent / 100 ? probability : null
}

/** Whether a nowcast turns a level on, or makes it possible. */
export function meetsAny(level: Level, outlookAt: OutlookAt, atMs: number): boolean {
  if (chanceMet(level, outlookAt) !== null) return true
  const outlook = level.expect && outlookAt(level.expect.km ?? level.km!)
  return outlook ? meets(level.expect!, outlook, atMs) : false
}

/** Whether a probability or a likely arrival meets the expectation of a level. */
export function meets({ percent, withinMin }: NonNullable<Level['expect']>, outlook: Outlook, atMs: number): boolean {
  const { arrival } = outlook
  if (arrival !== null && Date.parse(arrival.likely) - atMs <= withinMin * MINUTE_MS) return true
  return (outlook.chanceWithin(withinMin) ?? 0) >= percent / 100
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
      coverage: shareOf(coverageOf(lightning, atMs - sinceMs, atMs)),
      isStruck: memory.lastMs >= sinceMs || memory.recent.some((ms) => ms >= sinceMs),
    },
  }
}
