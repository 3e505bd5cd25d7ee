import type { Accumulations } from '../../../contract/verification/accumulations.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** From this share of a period on that nobody watched, no colour on the map does not mean that nothing fell. */
const HATCHED_FROM = 0.05

/** What there is to say of an answer. Nothing that was not watched counts as without lightning. */
export type SaidSums =
  | { kind: 'no-strikes' }
  /** Nothing of the period was watched. */
  | { kind: 'unknown' }
  /** Unix ms of what is told of; how much of what was asked for is unknown; and whether that is much of it. */
  | { kind: 'known'; fromMs: number; toMs: number; lengthMs: number; unknownMs: number; isPart: boolean }

/** `wantedFromMs`: where the period begins that was asked for; null where it was all that is kept. */
export function saidSums(sums: Accumulations, wantedFromMs: number | null): SaidSums {
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
