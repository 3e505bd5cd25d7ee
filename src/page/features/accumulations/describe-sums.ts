import type { Accumulations } from '../../../contract/verification/accumulations.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** From this unobserved share of a period on, no colour on the map does not mean no lightning. */
const HATCHED_FROM = 0.05

/** Description of a response. Unobserved time never counts as without lightning. */
export type SumsDescription =
  | { kind: 'no-strikes' }
  /** Nothing of the period was observed. */
  | { kind: 'unknown' }
  /** Period of the sums, Unix ms; its unknown part; and whether that is much. */
  | { kind: 'known'; fromMs: number; toMs: number; lengthMs: number; unknownMs: number; isPart: boolean }

/** `wantedFromMs`: start of the requested period; null for the whole history. */
export function describeSums(sums: Accumulations, wantedFromMs: number | null): SumsDescription {
  const { state, from, to, notObservedMin } = sums
  if (state === 'no-strikes') return { kind: 'no-strikes' }
  if (state === 'waiting' || from === null || to === null) return { kind: 'unknown' }
  const fromMs = Date.parse(from)
  const toMs = Date.parse(to)
  const notKeptMs = wantedFromMs === null ? 0 : Math.max(0, fromMs - wantedFromMs)
  const unknownMs = notKeptMs + notObservedMin * MINUTE_MS
  const lengthMs = notKeptMs + toMs - fromMs
  if (lengthMs - unknownMs < MINUTE_MS) return { kind: 'unknown' }
  return { kind: 'known', fromMs, toMs, lengthMs, unknownMs, isPart: unknownMs >= lengthMs * HATCHED_FROM }
}
